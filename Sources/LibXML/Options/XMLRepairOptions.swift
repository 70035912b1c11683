/// Options for the repair of malformed input: see ``XMLParsingOptions/recovery``.
public struct XMLRepairOptions: Hashable, Sendable {
    /// How to treat a character that XML does not allow (XML 1.0, section 2.2), or a reference to one.
    public enum InvalidCharacters: Hashable, Sendable {
        /// Replaces it with U+FFFD.
        case replace
        /// Omits it. In a comment, a CDATA section or a processing instruction, it becomes a space where the characters
        /// around it might otherwise end the construct.
        case drop
        /// Keeps a control character other than U+0000 in text and attribute values. Replaces all others with U+FFFD.
        case keep
    }

    /// How to treat content outside the root element: text before or after it, and elements after it.
    public enum ExtraContent: Hashable, Sendable {
        /// Omits it with a diagnostic. Further root elements remain in ``XMLTree/furtherRoots``.
        case skip
        /// Adds a root element with this name that contains all content of the document.
        case wrap(String)
    }

    /// How to treat a prefix that is not declared (Namespaces in XML 1.0, section 5).
    public enum UndeclaredPrefixes: Hashable, Sendable {
        /// Treats the prefix as declared by the outermost element that uses it. A well-known prefix, such as `xlink`,
        /// `xsi` or `soap`, gets its usual URI; any other gets `urn:undeclared:` and the prefix. Names with the prefix
        /// are in that namespace. Trees and dictionaries do not list the declaration; ``XMLTree/utf8Source`` contains
        /// it.
        case declare
        /// Keeps the prefix undeclared. Names with it are in no namespace, and the repaired text is well-formed only
        /// for a parser that does not support namespaces.
        case keep
    }

    /// How to treat characters that XML does not allow. Default: they are replaced with U+FFFD.
    public var invalidCharacters: InvalidCharacters

    /// How to treat content outside the root element. Default: it is omitted.
    public var extraContent: ExtraContent

    /// How to treat undeclared prefixes. Default: they are declared.
    public var undeclaredPrefixes: UndeclaredPrefixes

    /// Whether control characters from U+0080 to U+009F are treated as Windows-1252. Default: true.
    ///
    /// The control characters, and references to them, become the characters with the same numbers in Windows-1252,
    /// such as “ for U+0093. XML allows these control characters, but they are almost always a mistake. The line end
    /// U+0085 is kept.
    public var controlsAreWindows1252: Bool

    /// Whether an end tag also matches an element whose name differs in the case of ASCII letters. Default: false.
    public var ignoresCase: Bool

    /// Whether elements of HTML follow the rules of HTML. Default: false.
    ///
    /// `<br>`, `<hr>`, `<img>`, `<input>` and `<wbr>` have no content and no end tag, `script` and `style` contain
    /// text, and `--!>` ends a comment. In a page, whose root element is `html`, this also holds for the other elements
    /// without content, such as `<link>` and `<meta>`, and `title` and `textarea` contain text. The `<link>` and
    /// `<title>` of a feed therefore keep their meaning in XML.
    public var isHTML: Bool

    /// The maximum number of diagnostics that are kept; further ones are only counted. Default: 1,000. A negative
    /// number becomes 0.
    public var diagnosticLimit: Int { didSet { diagnosticLimit = max(0, diagnosticLimit) } }

    /// Creates options for repair. Each parameter sets the property with the same name.
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
