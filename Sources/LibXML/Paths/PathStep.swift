/// One step of an ``XMLPath``, which leads from an element or a value to those inside it.
struct PathStep: Hashable, Sendable {
    /// What the step matches, apart from its predicates.
    enum Target: Hashable, Sendable {
        /// Elements; keys of dictionaries.
        case element(NameTest)
        case attribute(NameTest)
        /// The item at which the path begins, for predicates before the first name.
        case itself
        /// A malformed literal, which matches nothing, with its error. Indirect, so that the other steps are small.
        indirect case malformed(String, XMLError)
    }

    var target: Target
    /// Whether it matches at any depth.
    var isDeep = false
    /// Each reduces what the target and the predicates before it match.
    var predicates: [PathPredicate] = []

    /// The name of the elements that the step matches; nil if it matches any name, and if it does not match elements.
    var nameTest: NameTest? {
        if case .element(let test) = target, test != .any { test } else { nil }
    }
}

/// A condition in brackets. A predicate applies to the items in one parent, or in one list, that the predicates before
/// it match.
enum PathPredicate: Hashable, Sendable {
    /// `[3]`: the fourth.
    case index(Int)
    /// `[last()]`.
    case last
    /// `[@name]`, `[@name='value']`: an attribute exists, or has this value.
    case attribute(NameTest, equals: String?)
    /// `[name]`, `[name='value']`: a child element exists, or has this text, including that of its descendants.
    case element(NameTest, equals: String?)

    /// The name that it requires.
    var nameTest: (test: NameTest, isAttribute: Bool)? {
        switch self {
        case .index, .last: nil
        case .attribute(let test, _): (test, true)
        case .element(let test, _): (test, false)
        }
    }

    /// Whether it selects one of several by its position.
    var isPosition: Bool {
        switch self {
        case .index, .last: true
        case .attribute, .element: false
        }
    }
}

extension PathPredicate {
    /// The predicate as written in a path.
    ///
    /// - Parameter first: the index of the first of several. The largest index has no text that counts from 1.
    func text(countingFrom first: Int) -> String {
        switch self {
        case .index(let index): "[\(index &+ first)]"
        case .last: "[last()]"
        case .attribute(let test, let value): "[@\(test)\(Self.comparison(value))]"
        case .element(let test, let value): "[\(test)\(Self.comparison(value))]"
        }
    }

    private static func comparison(_ value: String?) -> String {
        guard let value else { return "" }
        return value.contains("'") ? "=\"\(value)\"" : "='\(value)'"
    }
}

// MARK: The first part of a path that leads to nothing

/// The first step or predicate of a path that matches nothing, for the help of an error.
struct PathFailure {
    /// The steps before it, and that step with the predicates before the one that fails.
    let found: [PathStep]
    /// The step that fails; nil if its target matches something, but not the predicate.
    let step: PathStep?
    let predicate: PathPredicate?

    /// - Parameter leads: whether the beginning of a path leads to anything.
    init?(_ path: XMLPath, _ leads: ([PathStep]) -> Bool) {
        var found: [PathStep] = []
        for step in path.steps {
            if leads(found + [step]) {
                found.append(step)
                continue
            }
            var part = step
            part.predicates = []
            guard leads(found + [part]) else {
                (self.found, self.step, predicate) = (found, step, nil)
                return
            }
            for predicate in step.predicates {
                var next = part
                next.predicates.append(predicate)
                if leads(found + [next]) {
                    part = next
                    continue
                }
                (self.found, self.step, self.predicate) = (found + [part], nil, predicate)
                return
            }
        }
        return nil
    }
}
