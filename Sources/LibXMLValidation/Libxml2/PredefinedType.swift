import CLibXML2
import LibXML

/// The types of XML Schema that RELAX NG uses.
enum PredefinedType {
    /// Whether a value is of a type; true for a type that is not known.
    static func allows(_ value: String, _ name: String) -> Bool {
        Libxml2.isolated {
            guard let type = unsafe xmlSchemaGetPredefinedType(name, SchemaLanguage.xmlSchema.uri) else {
                return true
            }
            return unsafe xmlSchemaValidatePredefinedType(type, value, nil) <= 0
        }
    }
}
