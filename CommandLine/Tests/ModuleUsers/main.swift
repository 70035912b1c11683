// What a program may import beside LibXML in one file: the product CLibXML2 for the rest of libxml2, another module over
// libxml2, as Kanna has one, and Foundation. The types of the modules must agree, also where libxml2 has ICU, whose
// headers contradict those of Foundation's ICU. The program prints what it finds with each of them.
import CLibXML2
import Foundation
import LibXML
import OtherLibxml2

let text = "<orders><order id='7'/><order id='8'/></orders>"
let options = Int32(bitPattern: XML_PARSE_NONET.rawValue)

// A document that one module parses and the other searches.
guard
    let document: OtherLibxml2.xmlDocPtr = unsafe CLibXML2.xmlReadMemory(
        text, Int32(text.utf8.count), nil, nil, options),
    let context = unsafe OtherLibxml2.xmlXPathNewContext(document),
    let found = unsafe CLibXML2.xmlXPathEvalExpression("number(//order[2]/@id)", context)
else { fatalError("libxml2 has no memory") }
let path = "orders/order[2]/@id" as XMLPath
print("XPath", unsafe found.pointee.floatval, try XMLTree(parsing: Data(text.utf8)).string(at: path) ?? "nil")
unsafe xmlXPathFreeObject(found)
unsafe xmlXPathFreeContext(context)

// The struct that has more members with ICU.
let handler: OtherLibxml2.xmlCharEncodingHandlerPtr? = unsafe CLibXML2.xmlFindCharEncodingHandler("UTF-8")
print("encoding", unsafe handler != nil && MemoryLayout<CLibXML2.xmlCharEncodingHandler>.size > 0)

// Canonical XML.
let buffer = unsafe xmlBufferCreate()
let output = unsafe xmlOutputBufferCreateBuffer(buffer, nil)
_ = unsafe xmlC14NDocSaveTo(document, nil, 0, nil, 1, output)
print("canonical", unsafe xmlOutputBufferClose(output))
unsafe xmlBufferFree(buffer)
unsafe xmlFreeDoc(document)

// A schema.
let schema =
    "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='a' type='xs:int'/></xs:schema>"
let parser = unsafe xmlSchemaNewMemParserCtxt(schema, Int32(schema.utf8.count))
let compiled = unsafe xmlSchemaParse(parser)
unsafe xmlSchemaFreeParserCtxt(parser)
let validator = unsafe xmlSchemaNewValidCtxt(compiled)
let value = unsafe CLibXML2.xmlReadMemory("<a>7</a>", 8, nil, nil, options)
print("schema", unsafe xmlSchemaValidateDoc(validator, value))
unsafe xmlFreeDoc(value)
unsafe xmlSchemaFreeValidCtxt(validator)
unsafe xmlSchemaFree(compiled)

// xmlTextReader.
let reader = unsafe xmlReaderForMemory(text, Int32(text.utf8.count), nil, nil, options)
var count = 0
while unsafe xmlTextReaderRead(reader) == 1 { count += 1 }
unsafe xmlFreeTextReader(reader)
print("reader", count)
