extension RoundTrips {
    /// The checks, as a source file of the program.
    static let checks = #"""
        import Foundation
        import LibXML

        /// A format: its types, and how to decode and encode them.
        protocol RoundTrip {
            associatedtype RoundTripValue: Equatable

            static func decode(_ data: Data) throws -> RoundTripValue
            static func encode(_ value: RoundTripValue) throws -> [UInt8]
        }

        struct Failure: Error, CustomStringConvertible {
            var description: String

            init(_ description: String) { self.description = description }
        }

        func stage<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
            do { return try body() } catch { throw Failure("\(name): \(error)") }
        }

        func check<Format: RoundTrip>(_ format: Format.Type, _ path: String) throws {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            let first = try stage("does not decode") { try Format.decode(data) }
            let document = try stage("does not encode") { try Format.encode(first) }
            let second = try stage("what was encoded does not decode") { try Format.decode(Data(document)) }
            // NaN is not equal to itself.
            guard first == second || "\(first)" == "\(second)" else { throw Failure("decodes to another value") }

            let encoded = try XMLTree(parsing: document)
            // Samples may have the same names in several namespaces.
            guard let original = try? XMLTree(parsing: data), original.root.name == encoded.root.name else { return }
            let (before, after) = (Names(original), Names(encoded))
            if let name = after.excess(over: before.all) { throw Failure("adds \(name)") }
            if let name = before.required.first(where: { $0.value > after.all[$0.key, default: 0] })?.key {
                throw Failure("loses \(name)")
            }
        }

        /// The elements and attributes of a document, by their expanded names and those of the elements around them.
        struct Names {
            var all: [String: Int] = [:]
            /// Those that are not nil. An empty element may be nil.
            var required: [String: Int] = [:]

            init(_ tree: XMLTree) { add(tree.root, "", isRequired: true) }

            private mutating func add(_ element: XMLTree.Element, _ path: String, isRequired: Bool) {
                let path = path + "/\(element.name)"
                let instance: XMLNamespace = "http://www.w3.org/2001/XMLSchema-instance"
                let isNil = ["true", "1"].contains(element.attributes[instance["nil"]]?.value)
                let isRequired = isRequired && !isNil
                let isEmpty = element.children.isEmpty && element.attributes.isEmpty
                add(path, isRequired: isRequired && !isEmpty)
                for attribute in element.attributes where attribute.namespaceURI != instance.uri {
                    add(path + "/@\(attribute.name)", isRequired: isRequired)
                }
                for child in element.elements { add(child, path, isRequired: isRequired) }
            }

            private mutating func add(_ name: String, isRequired: Bool) {
                all[name, default: 0] += 1
                if isRequired { required[name, default: 0] += 1 }
            }

            func excess(over other: [String: Int]) -> String? { all.first { $0.value > other[$0.key, default: 0] }?.key }
        }
        """#
}
