/// A plain form of values, such as `Any`.
protocol PlainForm {
    associatedtype Plain
    func plain(_ string: String) -> Plain
    func plain(_ number: XMLValue.Number) -> Plain
    func plain(_ list: [Plain]) -> Plain
    func plain(_ dictionary: [String: Plain]) -> Plain
    var null: Plain { get }
}

/// Converts a value to a plain form.
struct PlainMaker<Form: PlainForm>: DictionaryVisitor {
    private struct Container {
        var dictionary: [String: Form.Plain] = [:]
        var list: [Form.Plain] = []
        /// The key of the next value.
        var key = ""
        var isList = false
    }

    private let form: Form
    private var open: [Container] = []
    private var result: Form.Plain

    /// The maximum depth of a plain form, which is released by recursion. The stack overflows slightly below 60,000.
    static var maxDepth: Int { 10_000 }

    private init(_ form: Form) {
        self.form = form
        result = form.null
    }

    /// Returns the plain form of a value.
    ///
    /// - Throws: ``XMLError/Code/tooDeep`` if it nests deeper than ``maxDepth``.
    static func make(_ value: XMLValue, _ form: Form) throws(XMLError) -> Form.Plain {
        var maker = Self(form)
        var walker = ValueWalker(value, &maker)
        while walker.step(&maker) {
            guard maker.open.count <= maxDepth else {
                throw XMLError(
                    .tooDeep, "the document nests too deep for plain dictionaries: more than \(maxDepth) levels")
            }
        }
        return maker.result
    }

    mutating func beginDictionary(count: Int) {
        open.append(Container(dictionary: [String: Form.Plain](minimumCapacity: count)))
    }

    mutating func beginList() { open.append(Container(isList: true)) }

    mutating func endDictionary() {
        guard let last = open.popLast() else { return }
        add(form.plain(last.dictionary))
    }

    mutating func endList() {
        guard let last = open.popLast() else { return }
        add(form.plain(last.list))
    }

    mutating func key(_ key: String) { open[open.count - 1].key = key }

    mutating func null() { add(form.null) }

    mutating func string(_ text: Span<UInt8>) { add(form.plain(text.string(0..<text.count))) }

    mutating func number(_ number: XMLValue.Number) { add(form.plain(number)) }

    private mutating func add(_ value: Form.Plain) {
        let top = open.count - 1
        guard top >= 0 else {
            result = value
            return
        }
        if open[top].isList {
            open[top].list.append(value)
        } else {
            let key = open[top].key
            // Names that differ in bytes may be equal as strings. Their values become a list.
            if let other = open[top].dictionary.updateValue(value, forKey: key) {
                open[top].dictionary[key] = form.plain([other, value])
            }
        }
    }
}
