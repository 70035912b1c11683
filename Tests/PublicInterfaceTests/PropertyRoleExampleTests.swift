import LibXML
import Testing

/// The example of ``XMLPropertyRole``.
@Suite struct PropertyRoleExampleTests {
    @Test("A wrapper for attributes")
    func wrapper() throws {
        @propertyWrapper
        struct InAttribute<Value: Codable>: Codable, XMLPropertyRole {
            var wrappedValue: Value
            static var xmlRole: XMLCodingRole { .attribute }

            init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
            init(from decoder: any Decoder) throws {
                wrappedValue = try decoder.singleValueContainer().decode(Value.self)
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(wrappedValue)
            }
        }
        struct Order: Codable {
            @InAttribute var id: Int
        }
        let order = try XMLDecoder().decode(Order.self, from: "<order id='7'/>")
        #expect(order.id == 7)
    }
}
