/// The structs for a format, before they are printed.
struct SwiftStructs {
    struct Struct {
        let name: String
        let properties: [Property]
    }

    /// All structs: that of the root element, and those that properties refer to, in this order.
    private(set) var structs: [Struct] = []

    private let samples: ObservedSamples
    private var names: [Int: String] = [:]
    private var typeNames = SwiftName.Scope()

    /// - Parameters:
    ///   - samples: at least one sample.
    ///   - root: the name of the first struct; nil for that of the root element.
    init(_ samples: ObservedSamples, root: String?) {
        var samples = samples
        samples.finish()
        self.samples = samples
        names[0] = typeNames.declare(root ?? SwiftName.root(samples.rootName ?? ""))
        for kind in namedKinds() {
            structs.append(Struct(name: names[kind] ?? "", properties: properties(of: samples.elements[kind])))
        }
    }

    /// Names all kinds, and returns them in the order in which properties refer to them.
    private mutating func namedKinds() -> [Int] {
        var order: [Int] = []
        var stack = [0]
        while let kind = stack.popLast() {
            order.append(kind)
            var children: [Int] = []
            for child in samples.elements[kind].children {
                guard let element = child.element.map(samples.representative), names[element] == nil else { continue }
                let name = SwiftName.type(child.key)
                names[element] = typeNames.declare(name, (names[kind] ?? "") + name)
                children.append(element)
            }
            stack += children.reversed()
        }
        return order
    }

    // MARK: Properties

    private func properties(of element: ObservedElement) -> [Property] {
        var properties: [Property] = []
        var names = SwiftName.Scope()
        var replaced: [Int: ObservedAttribute] = [:]
        for attribute in element.attributes {
            if let index = element.index(ofChildReplacing: attribute) {
                replaced[index] = attribute
                continue
            }
            let isBesideChild = element.matchesChild(attribute)
            properties.append(
                Property(
                    key: (isBesideChild ? "@" : "") + attribute.key,
                    name: names.declare(SwiftName.property(attribute.key) + (isBesideChild ? "Attribute" : "")),
                    values: attribute.values.type(named: attribute.key), forms: attribute.values.dateForms,
                    isOptional: attribute.count < element.count))
        }
        for (index, child) in element.children.enumerated() {
            let name = names.declare(SwiftName.property(child.key))
            properties.append(property(name, child, replacing: replaced[index], in: element))
        }
        if element.texts.hasText {
            properties.append(
                Property(
                    key: "#text",
                    name: element.isMixed ? names.declare("text", "value") : names.declare("value", "text"),
                    values: element.texts.type(named: element.key), forms: element.texts.dateForms,
                    comment: element.isMixed
                        ? "The text around the elements. Only an `XMLTree.Element` keeps their order." : "")
            )
        }
        return properties
    }

    private func property(
        _ name: String, _ child: ObservedChild, replacing attribute: ObservedAttribute?, in element: ObservedElement
    ) -> Property {
        var values = child.values
        if let attribute { values.merge(attribute.values) }
        let type = values.type(named: child.key)
        let isNil = child.nilCount > 0 || child.element == nil && type != .string && child.emptyCount > 0
        let isMissing = child.parentCount + (attribute?.count ?? 0) < element.count
        var property = Property(
            key: child.key, name: name, values: type, forms: values.dateForms,
            isOptional: isNil || isMissing && !child.isList, comment: child.listReason?.comment ?? "")
        property.isList = child.isList
        if let kind = child.element.map(samples.representative) { property.type = .structure(names[kind] ?? "") }
        return property
    }
}

extension SwiftStructs {
    struct Property {
        enum TypeName {
            case values(ObservedValues.ValueType)
            case structure(String)
        }

        let key: String
        let name: String
        var type: TypeName
        /// The forms in which dates are written, if it is a date.
        let forms: ObservedValues.DateForms
        var isList = false
        /// Whether the property, or an element of the list, may be nil.
        let isOptional: Bool
        /// A doc comment of one line; empty for most properties.
        let comment: String

        init(
            key: String, name: String, values: ObservedValues.ValueType, forms: ObservedValues.DateForms,
            isOptional: Bool = false, comment: String = ""
        ) {
            self.key = key
            self.name = name
            type = .values(values)
            self.forms = forms
            self.isOptional = isOptional
            self.comment = comment
        }

        func isOf(_ values: ObservedValues.ValueType) -> Bool {
            if case .values(values) = type { true } else { false }
        }

        /// The type as it is declared: `[Item]`, `Date?`.
        var declaredType: String {
            let name =
                switch type {
                case .values(let values): values.name
                case .structure(let name): name
                }
            let element = name + (isOptional ? "?" : "")
            return isList ? "[\(element)]" : element
        }
    }
}

extension ObservedChild.ListReason {
    fileprivate var comment: String {
        switch self {
        case .attribute: "At most one. A list, because without it the key matches the attribute."
        case .recursion: "At most one. A list, because a struct cannot contain itself."
        }
    }
}

extension ObservedValues {
    /// The type for all values of an attribute or element with this name. Versions are not numbers, even if those of the samples
    /// look like numbers.
    fileprivate func type(named key: String) -> ValueType {
        guard type == .int || type == .double, key.lowercased().hasSuffix("version") else { return type }
        return .string
    }
}

extension ObservedValues.ValueType {
    fileprivate var name: String {
        switch self {
        case .string: "String"
        case .int: "Int"
        case .double: "Double"
        case .bool: "Bool"
        case .date: "Date"
        case .url: "URL"
        }
    }
}
