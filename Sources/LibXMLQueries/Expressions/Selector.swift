/// A list of selectors of CSS (Selectors Level 3, and the list pseudo-classes of Level 4), parsed into flat arrays,
/// which are matched without reference counting.
struct Selector: Sendable {
    /// A range in one of the arrays.
    struct Part: BitwiseCopyable {
        var start: Int32
        var count: Int32

        var range: Range<Int> { Int(start)..<Int(start + count) }
    }

    enum Combinator: BitwiseCopyable {
        case none, descendant, child, next, subsequent
    }

    /// Compounds that combinators join.
    struct Complex: BitwiseCopyable {
        /// From right to left.
        var compounds: Part
        /// The combinator before the leftmost compound of a relative selector, in `:has`.
        var leading: Combinator
        /// Whether all combinators refer to parents and ancestors.
        var isVertical: Bool
    }

    /// Conditions on one element.
    struct Compound: BitwiseCopyable {
        /// The name of the element; -1 for any.
        var pattern: Int32
        var isUnprefixed: Bool
        var conditions: Part
        /// The combinator between this compound and the one on its left.
        var combinator = Combinator.none
    }

    enum Match: BitwiseCopyable {
        case exists, equals, includes, dash, prefix, suffix, substring, language
    }

    /// Whether upper-case and lower-case letters of ASCII differ.
    enum Case: BitwiseCopyable {
        case sensitive, insensitive, insensitiveInHTML
    }

    /// A condition. Lists, names and texts are places in the arrays.
    enum Condition: BitwiseCopyable {
        case attribute(pattern: Int32, Match, text: Part, Case)
        case root, scope, empty
        /// `an+b`, counted from the beginning or the end, among the siblings of the same type, or those that match a
        /// list; -1 for no list.
        case nth(a: Int32, b: Int32, fromEnd: Bool, ofType: Bool, list: Int32)
        case matches(list: Int32)
        case not(list: Int32)
        case has(list: Int32)
        case language(text: Part)
    }

    /// The name of an element or attribute.
    struct NamePattern: Sendable {
        enum Namespace: Sendable {
            /// By the rule of names in this package: written without a prefix, or in the namespace of the parent.
            case unprefixed
            case any, none
            case uri(String)
        }

        var namespace: Namespace
        /// Nil for `*`.
        var local: String?
        var isAttribute = false

        /// Whether case does not matter in the values of this attribute in HTML (HTML Standard, 4.16.2).
        var hasCaselessValuesInHTML: Bool {
            guard case .none = namespace, let local else { return false }
            return Self.caseless.contains(local.lowercased())
        }

        private static let caseless: Set<String> = [
            "accept", "accept-charset", "align", "alink", "axis", "bgcolor", "charset", "checked", "clear", "codetype",
            "color", "compact", "declare", "defer", "dir", "direction", "disabled", "enctype", "face", "frame",
            "hreflang", "http-equiv", "lang", "language", "link", "media", "method", "multiple", "nohref", "noresize",
            "noshade", "nowrap", "readonly", "rel", "rev", "rules", "scope", "scrolling", "selected", "shape", "target",
            "text", "type", "valign", "valuetype", "vlink",
        ]
    }

    /// The selectors of each list. The last list is the outermost.
    var lists: [Part] = []
    var complexes: [Complex] = []
    var compounds: [Compound] = []
    var conditions: [Condition] = []
    var patterns: [NamePattern] = []
    var texts: [UInt8] = []
    /// Whether the places among siblings are needed.
    var needsSiblings = false
}
