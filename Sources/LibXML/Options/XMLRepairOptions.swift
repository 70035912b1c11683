/// How malformed input is repaired: see ``XMLParsingOptions/repair``.
public struct XMLRepairOptions: Hashable, Sendable {
    /// What becomes of a character that XML does not allow (XML 1.0, section 2.2), or of a reference to one.
    public enum InvalidCharacters: Hashable, Sendable {
        /// U+FFFD takes its place.
        case replace
        /// It is left out.
        case drop
        /// A control character from U+0001 on is kept in text and attribute values. U+FFFD takes the place of all others.
        case keep
    }

    /// What becomes of content outside of the root element: text before or after it, and elements after it.
    public enum ExtraContent: Hashable, Sendable {
        /// It is left out, with a diagnostic; but see ``XMLRecovered/furtherRoots``.
        case skip
        /// The document gets a root element of this name, in which all of its content is.
        case wrap(String)
    }

    /// What becomes of a prefix that nothing declares (Namespaces in XML 1.0, section 5).
    public enum UndeclaredPrefixes: Hashable, Sendable {
        /// It is taken as declared by the outermost element that uses it: a prefix that everyone knows, such as `xlink`,
        /// `xsi` or `soap`, with its own URI, any other with `urn:undeclared:` and itself. Names are in that namespace;
        /// trees and dictionaries do not list the declaration, ``XMLTree/utf8Source`` has it.
        case declare
        /// It stays as it is: a name with it is in no namespace, and the repaired text is well-formed only for a parser that
        /// does not know namespaces.
        case keep
    }

    /// What becomes of characters that XML does not allow. Default: U+FFFD takes their place.
    public var invalidCharacters: InvalidCharacters

    /// What becomes of content outside of the root element. Default: it is left out.
    public var extraContent: ExtraContent

    /// What becomes of prefixes that nothing declares. Default: they are declared.
    public var undeclaredPrefixes: UndeclaredPrefixes

    /// Whether the control characters from U+0080 to U+009F, and references to them, become the characters that Windows-1252
    /// has at their numbers: “ for U+0093. XML allows them, and nobody means them. The line end U+0085 stays. Default: true.
    public var controlsAreWindows1252: Bool

    /// Whether an end tag also ends an element whose name differs in the case of ASCII letters. Default: false.
    public var ignoresCase: Bool

    /// Whether the rules of HTML hold for elements that HTML has: `<br>` and its kin end at once, what `script`, `style`, `title`
    /// and `textarea` hold is text, and `--!>` ends a comment. Default: false.
    public var isHTML: Bool

    /// How many diagnostics are kept; those after it are only counted. Default: 1,000. A negative number becomes 0.
    public var diagnosticLimit: Int { didSet { diagnosticLimit = max(0, diagnosticLimit) } }

    /// - Parameters: the properties of these names.
    public init(
        invalidCharacters: InvalidCharacters = .replace, extraContent: ExtraContent = .skip,
        undeclaredPrefixes: UndeclaredPrefixes = .declare, controlsAreWindows1252: Bool = true,
        ignoresCase: Bool = false, isHTML: Bool = false, diagnosticLimit: Int = 1_000
    ) {
        self.invalidCharacters = invalidCharacters
        self.extraContent = extraContent
        self.undeclaredPrefixes = undeclaredPrefixes
        self.controlsAreWindows1252 = controlsAreWindows1252
        self.ignoresCase = ignoresCase
        self.isHTML = isHTML
        self.diagnosticLimit = max(0, diagnosticLimit)
    }
}
