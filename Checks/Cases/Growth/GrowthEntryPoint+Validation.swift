import LibXML
import LibXMLValidation

extension GrowthEntryPoint {
    /// A schema that allows everything, and looks at every name, value and text.
    private static let schema = Result {
        try XMLSchema(
            parsing: """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                  <xs:element name="a" type="any"/>
                  <xs:element name="id" type="xs:decimal"/>
                  <xs:complexType name="any" mixed="true">
                    <xs:sequence>
                      <xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
                    </xs:sequence>
                    <xs:attribute name="id" type="xs:ID"/>
                    <xs:anyAttribute processContents="lax"/>
                  </xs:complexType>
                </xs:schema>
                """)
    }

    static let validation: [Self] = [
        Self("validation", [.wellFormed, .declaration]) { input in
            _ = try schema.get().validate(input.tree(), limit: 100)
        },
        Self("validation-in-a-parse", [.wellFormed, .declaration]) { input in
            var options = input.options
            options.validation = .init(try schema.get(), onError: .collect(limit: 100))
            var checker = XMLChecker(options: options)
            try input.forEachPiece(of: 4_096) { try checker.feed($0) }
            _ = try checker.finish()
        },
    ]
}
