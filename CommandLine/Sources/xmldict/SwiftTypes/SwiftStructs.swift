import LibXML

/// The structs for a format, before they are printed.
struct SwiftStructs {
    struct Struct {
        let name: String
        let properties: [Property]
    }

    /// All structs: that of the root element, and those that properties refer to, in this order.
    private(set) var structs: [Struct] = []

    private(set) var keys: SwiftKeys
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
        keys = SwiftKeys(samples)
        names[0] = typeNames.declare(root ?? SwiftName.root(samples.rootName ?? ""))
        for kind in namedKinds() {
            structs.append(Struct(name: names[kind] ?? "", properties: properties(of: kind)))
        }
    }

    /// Names all kinds, and returns them in the order in which properties refer to them.
    private mutating func namedKinds() -> [Int] {
        var order: [Int] = []
        var stack = [0]
        while let kind = stack.popLast() {
            order.append(kind)
            var children: [Int] = []
            let parent = samples.elements[kind]
            for child in parent.children {
                guard let element = child.element.map(samples.representative), names[element] == nil else { continue }
                let name = SwiftName.type(keys.baseName(of: child.name, in: parent))
                names[element] = typeNames.declare(name, (names[kind] ?? "") + name)
                children.append(element)
            }
            stack += children.reversed()
        }
        return order
    }

    // MARK: Properties

    private mutating func properties(of kind: Int) -> [Property] {
        let element = samples.elements[kind]
        var properties: [Property] = []
        var names = SwiftName.Scope()
        let children = element.children.map { keys.baseName(of: $0.name, in: element) }
        let childNames = Set(children)
        for attribute in element.attributes {
            let key = keys.key(of: attribute.name)
            let name = keys.baseName(of: attribute.name, in: element, isAttribute: true)
            properties.append(
                Property(
                    key: key,
                    name: names.declare(SwiftName.property(name) + (childNames.contains(name) ? "Attribute" : "")),
                    values: attribute.values.type(named: attribute.name), forms: attribute.values.dateForms,
                    isOptional: attribute.count < element.count))
        }
        let attributes = Set(element.attributes.map(\.name))
        let attributeKeys = Set(properties.map(\.key))
        for ((child, name), key) in zip(zip(element.children, children), keys.keysOfChildren(of: element, kind)) {
            var property = property(names.declare(SwiftName.property(name)), key, child, in: element)
            // For a decoder, the attribute of a key `@name` does not belong to the key `name`.
            property.isElementOnly =
                (key.hasPrefix("*:") || attributes.contains(child.name)) && !attributeKeys.contains("@" + key)
            properties.append(property)
        }
        if element.texts.hasText {
            properties.append(
                Property(
                    key: "#text",
                    name: element.isMixed ? names.declare("text", "value") : names.declare("value", "text"),
                    values: element.texts.type(named: element.name), forms: element.texts.dateForms,
                    comment: element.isMixed
                        ? "The text around the elements. Only an `XMLTree.Element` keeps their order." : "")
            )
        }
        return properties
    }

    private func property(_ name: String, _ key: String, _ child: ObservedChild, in element: ObservedElement)
        -> Property
    {
        let type = child.values.type(named: child.name)
        let isNil = child.nilCount > 0 || child.element == nil && type != .string && child.emptyCount > 0
        let isMissing = child.parentCount < element.count
        var property = Property(
            key: key, name: name, values: type, forms: child.values.dateForms,
            isOptional: isNil || isMissing && !child.isList,
            comment: child.listReason?.comment ?? "")
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
        /// Whether its key would match an attribute, too, without a role.
        var isElementOnly = false
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
        case .recursion: "At most one. A list, because a struct cannot contain itself."
        case .size: "At most one. A list, because the struct would be too large for the compiler."
        }
    }
}

extension ObservedValues {
    /// The type for all values of an attribute or element with this name. Versions are not numbers, even if those of
    /// the samples look like numbers.
    fileprivate func type(named name: XMLName) -> ValueType {
        guard type == .int || type == .double, name.localName.lowercased().hasSuffix("version") else { return type }
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
