/// The rules by which a document becomes a dictionary.
public struct XMLMapping: Hashable, Sendable {
    /// What the key of an attribute, or of a namespace declaration, begins with.
    let attributePrefix: String

    /// The key of the text of an element that holds something else too.
    let textKey: String

    /// The convention of Python's xmltodict.
    ///
    /// The root stands under its name. Attributes, namespace declarations too, are `@name`, and come first. An element
    /// with nothing but text is that string; with anything else its text is under `#text`, after the rest, its runs
    /// joined. White space at both ends of text is taken away, and an element that is left with nothing is null.
    /// Elements that repeat become a list, wherever they stand. Names are as written. Comments are left out; CDATA is
    /// text.
    public static let xmltodict = Self(attributePrefix: "@", textKey: "#text")
}
