import LibXML
import Testing

extension DocumentationTests {
    @Test("XMLRecords, and checkpoints")
    func recordCursor() throws {
        inRoot()
        var output: [String] = []
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }

        var records = try XMLRecords(parsing: .file("Examples/orders.xml"), at: "orders/order")
        while let order = try records.next() {
            print(order[attribute: "id"] ?? "", order["item"]?.text ?? "")
        }
        #expect(output.first == "7 Tea")

        let checkpoint = records.checkpoint  // Store it, and later:
        var rest = try XMLRecords(parsing: .file("Examples/orders.xml"), at: "orders/order", from: checkpoint)
        let next = try rest.next()
        #expect(next == nil)
    }

    @Test("XMLRecords.parts")
    func parts() throws {
        inRoot()
        var output: [String] = []
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }

        let parts = try XMLRecords.parts(in: .file("Examples/orders.xml"), at: "orders/order", count: 4)
        var ids: [String] = []
        for part in parts {
            var records = try XMLRecords(parsing: .file("Examples/orders.xml"), at: "orders/order", from: part)
            while let order = try records.next() { ids.append(order[attribute: "id"] ?? "") }
        }
        print(ids)  // ["7", "8"]
        #expect(output == ["[\"7\", \"8\"]"])
    }

    @Test("XMLRepairer")
    func checker() throws {
        var output: [String] = []
        func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }

        var checker = XMLRepairer(options: .init(), returnsText: false)
        try checker.feed("<r><p:a/>".utf8)
        do throws(XMLError) {
            try checker.feed("<b></r>".utf8)
        } catch {
            print(error.diagnostics.map(\.code))  // undeclaredPrefix and mismatchedEndTag
        }
        #expect(output == ["[undeclaredPrefix, mismatchedEndTag]"])

        var repairer = XMLRepairer()
        var text: [UInt8] = []
        for piece in ["<r><a>1", "<a>2</r>"] {
            try repairer.feed(piece.utf8)
            text += repairer.takeBytes()
        }
        text += try repairer.finish()  // <r><a>1<a>2</a></a></r>
        let repairs = repairer.diagnostics
        #expect(repairs.count == 2)
        #expect(String(decoding: text, as: UTF8.self) == "<r><a>1<a>2</a></a></r>")
    }
}
