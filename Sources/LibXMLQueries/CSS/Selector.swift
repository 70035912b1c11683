/// A selector of CSS (Selectors Level 3, and the list pseudo-classes of Level 4), parsed.
struct SelectorList: Sendable {
    var selectors: [ComplexSelector]
    /// The names of elements in all selectors, also inner ones; only in the outermost list.
    var patterns: [NamePattern] = []
}

/// Compounds that combinators join, from left to right.
struct ComplexSelector: Sendable {
    enum Combinator: Sendable {
        case descendant, child, next, subsequent
    }

    /// The last compound.
    var subject: CompoundSelector
    /// The other compounds from right to left, each with the combinator on its right.
    var rest: [(combinator: Combinator, compound: CompoundSelector)] = []
    /// What is on the left of the first compound of a relative selector, in `:has`.
    var leading: Combinator?
}

/// Conditions on one element.
struct CompoundSelector: Sendable {
    var type: NamePattern?
    var conditions: [SelectorCondition] = []
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
    /// The number of the pattern among those of elements in the selector; -1 for one of an attribute.
    var number = -1
}

indirect enum SelectorCondition: Sendable {
    enum Match: Sendable {
        case exists, equals, includes, dash, prefix, suffix, substring
    }

    case attribute(NamePattern, Match, String, ignoresCase: Bool?)
    case id(String)
    case hasClass(String)
    case root, scope, empty
    /// `an+b`, counted from the beginning or the end, among the siblings of the same type or those that match.
    case nth(a: Int, b: Int, fromEnd: Bool, ofType: Bool, of: SelectorList?)
    case onlyChild, onlyOfType
    case matches(SelectorList)
    case not(SelectorList)
    case has(SelectorList)
    case language([String])
}
