import LibXML

/// The names to which an expression refers.
struct XPathReferences {
    /// The first name of an element without a prefix.
    var plainName: String?
    /// The variables, with their first places in bytes.
    var variables: [String: Int] = [:]
    /// Whether it calls a function of ``XPathContext/searches``.
    var hasSearch = false
    /// The texts that libxml2 must read instead of ranges of bytes.
    var replacements: [(range: Range<Int>, text: String)] = []
}

/// Checks the syntax of an expression, its prefixes, and its functions (XPath 1.0, section 3), before libxml2 reads it.
/// libxml2 describes mistakes vaguely, and does not locate them.
struct XPathChecker {
    private let bytes: [UInt8]
    private let namespaces: [String: String]
    private var lexer: XPathLexer
    private var token = XPathToken(kind: .end, text: "", range: 0..<0)
    private var next = XPathToken(kind: .end, text: "", range: 0..<0)
    private var depth = 0
    private var count = 0
    /// The names of the functions of the program.
    private let ownFunctions: [String]
    private var references = XPathReferences()

    /// The maximum length in bytes, number of operators and steps, and depth: libxml2 then needs at most 256 KB
    /// of stack.
    static let longest = 64 << 10
    static let most = 500
    static let deepest = 200

    /// Functions of XPath 2.0 that users expect.
    private static let later: Set = [
        "abs", "avg", "data", "distinct-values", "empty", "ends-with", "exists", "lower-case", "matches", "max", "min",
        "replace", "string-join", "tokenize", "upper-case",
    ]

    /// The functions of XPath 1.0 (section 4), with the numbers of their arguments.
    private static let functions: [String: ClosedRange<Int>] = [
        "last": 0...0, "position": 0...0, "count": 1...1, "id": 1...1, "local-name": 0...1, "namespace-uri": 0...1,
        "name": 0...1, "string": 0...1, "concat": 2...Int.max, "starts-with": 2...2, "contains": 2...2,
        "substring-before": 2...2, "substring-after": 2...2, "substring": 2...3, "string-length": 0...1,
        "normalize-space": 0...1, "translate": 3...3, "boolean": 1...1, "not": 1...1, "true": 0...0, "false": 0...0,
        "lang": 1...1, "number": 0...1, "sum": 1...1, "floor": 1...1, "ceiling": 1...1, "round": 1...1,
    ]

    private static let axes: Set<String> = [
        "ancestor", "ancestor-or-self", "attribute", "child", "descendant", "descendant-or-self", "following",
        "following-sibling", "namespace", "parent", "preceding", "preceding-sibling", "self",
    ]

    private static let nodeTypes: Set<String> = ["comment", "node", "processing-instruction", "text"]

    init(_ text: String, _ namespaces: [String: String], functions: [String]) {
        bytes = Array(text.utf8)
        self.namespaces = namespaces
        ownFunctions = functions
        lexer = XPathLexer(bytes)
    }

    /// - Throws: `XMLError.Code.invalidPath`, located in the expression.
    mutating func check() throws(XMLError) -> XPathReferences {
        do throws(ExpressionFault) {
            if namespaces[""] != nil {
                throw ExpressionFault(
                    "XPath has no default namespace", at: 0, help: "bind a prefix, and write it before each name")
            }
            if let zero = bytes.firstIndex(of: 0) { throw ExpressionFault("U+0000 is not allowed", at: zero) }
            guard bytes.count <= Self.longest else {
                throw ExpressionFault("the expression is longer than \(Self.longest) bytes", at: Self.longest)
            }
            token = try readToken()
            next = try readToken()
            if token.kind == .end { throw ExpressionFault("the expression is empty", at: 0) }
            try expression()
            guard token.kind == .end else { throw unexpected() }
            return references
        } catch {
            throw XMLError(error.message, inThe: "expression", bytes, at: error.offset, help: error.help)
        }
    }

    /// The name of a function of the program with the URI of its prefix: `{uri}name`, or `name` without a prefix.
    func expandedName(ofFunction name: String) throws(XMLError) -> String {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        let uri = parts.count == 2 ? namespaces[String(parts[0])] : nil
        guard Self.functions[name] == nil, parts.count == 1 || uri != nil else {
            let problem = parts.count == 1 ? "is one of XPath" : "has no prefix that is bound"
            throw XMLError("the function “\(name)” \(problem)", code: .invalidPath)
        }
        return uri.map { "{\($0)}\(parts[1])" } ?? name
    }

    // MARK: Tokens

    private mutating func advance() throws(ExpressionFault) {
        token = next
        if next.kind != .end { next = try readToken() }
    }

    private mutating func readToken() throws(ExpressionFault) -> XPathToken {
        let token = try lexer.next()
        guard token.kind == .name || token.kind == .variable, token.text.utf8.contains(where: { $0 >= 0x80 }) else {
            return token
        }
        let name = token.kind == .variable ? token.text.dropFirst() : token.text[...]
        for part in name.split(separator: ":") where part != "*" && !XPathContext.isName(part) {
            throw ExpressionFault("“\(part)” is not a name", at: token.range.lowerBound)
        }
        return token
    }

    private func isSymbol(_ text: String) -> Bool { token.kind == .symbol && token.text == text }

    private mutating func expect(_ symbol: String) throws(ExpressionFault) {
        guard isSymbol(symbol) else {
            throw ExpressionFault("expected “\(symbol)”, found \(found)", at: token.range.lowerBound)
        }
        try advance()
    }

    private var found: String { token.kind == .end ? "the end" : "“\(token.text)”" }

    private func unexpected(_ expected: String? = nil) -> ExpressionFault {
        .unexpected(found, expected: expected, at: token.range.lowerBound)
    }

    private mutating func addStep() throws(ExpressionFault) {
        count += 1
        guard count <= Self.most else {
            throw ExpressionFault(
                "the expression has more than \(Self.most) operators and steps", at: token.range.lowerBound)
        }
    }

    // MARK: Expressions

    /// Reads operands and the operators between them. Their priorities do not matter here.
    private mutating func expression() throws(ExpressionFault) {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest, StackSpace.isEnough else {
            throw ExpressionFault(
                "the expression nests deeper than \(Self.deepest), or than the stack of this thread allows",
                at: token.range.lowerBound)
        }
        var isUnion = false
        while true {
            while token.kind == .binary, token.text == "-" {
                // The operands of a union are paths, not values.
                if isUnion { throw unexpected("a path") }
                try addStep()
                try advance()
            }
            try operand()
            guard token.kind == .binary else { return }
            isUnion = token.text == "|"
            try addStep()
            try advance()
        }
    }

    private mutating func operand() throws(ExpressionFault) {
        switch token.kind {
        case .literal, .number: try advance()
        case .variable:
            let name = String(token.text.dropFirst())
            if let colon = name.firstIndex(of: ":") { try check(prefix: String(name[..<colon]), at: 1) }
            references.variables[name] = min(references.variables[name] ?? .max, token.range.lowerBound)
            try advance()
        case .symbol where token.text == "(":
            try advance()
            try expression()
            try expect(")")
        case .name where next.kind == .symbol && next.text == "(" && !Self.nodeTypes.contains(token.text):
            try function()
        case .symbol where token.text == "/":
            try advance()
            guard beginsStep else { return }
            // After this `/`, libxml2 reads a name that begins with a non-ASCII character only after an axis.
            if let first = token.text.utf8.first, first >= 0x80 {
                references.replacements.append((token.range.lowerBound..<token.range.lowerBound, "child::"))
            }
            return try path()
        case .symbol where token.text == "//":
            try advance()
            return try path()
        default:
            guard beginsStep else { throw unexpected("a value or a path") }
            return try path()
        }
        try predicates()
        if isSymbol("/") || isSymbol("//") {
            try advance()
            try path()
        }
    }

    private mutating func function() throws(ExpressionFault) {
        let name = token
        try advance()
        try expect("(")
        var arguments = 0
        if !isSymbol(")") {
            while true {
                try expression()
                arguments += 1
                guard isSymbol(",") else { break }
                try advance()
            }
        }
        try expect(")")
        if ownFunctions.contains(name.text) { return }
        if let replacement = XPathContext.searches[name.text] {
            references.replacements.append((name.range, replacement))
            references.hasSearch = true
        }
        guard let allowed = Self.functions[name.text] else {
            let nearest = nearestName(to: name.text, in: Self.functions.keys.sorted() + ownFunctions)
            let help =
                Self.later.contains(name.text)
                ? "this is a function of XPath 2.0; only XPath 1.0 is supported: pass a closure in functions:" : nil
            throw ExpressionFault(
                "there is no function “\(name.text)”", at: name.range.lowerBound,
                help: nearest.map { "did you mean \($0)()?" } ?? help)
        }
        guard allowed.contains(arguments) else {
            let expected =
                allowed.upperBound == .max
                ? "at least \(allowed.lowerBound)"
                : allowed.count == 1 ? "\(allowed.lowerBound)" : "\(allowed.lowerBound) to \(allowed.upperBound)"
            throw ExpressionFault(
                "\(name.text)() has \(arguments) arguments, and takes \(expected)", at: name.range.lowerBound)
        }
    }

    // MARK: Paths

    private var beginsStep: Bool {
        token.kind == .name || token.kind == .symbol && [".", "..", "@"].contains(token.text)
    }

    private mutating func path() throws(ExpressionFault) {
        let first = token.range
        var (isOnlySelf, hasDescendants) = (true, false)
        while true {
            isOnlySelf = isOnlySelf && isSymbol(".")
            try step()
            guard isSymbol("/") || isSymbol("//") else { break }
            hasDescendants = hasDescendants || isSymbol("//")
            try advance()
        }
        // Up to 2.12, libxml2 evaluates paths without parentheses in one pass over the tree. This begins with the
        // children of the context node, although `.//.` also selects the context node.
        if isOnlySelf, hasDescendants { references.replacements.append((first, "self::node()")) }
    }

    private mutating func step() throws(ExpressionFault) {
        try addStep()
        guard beginsStep else { throw unexpected("a step") }
        if isSymbol(".") || isSymbol("..") { return try advance() }
        var isElement = true
        if isSymbol("@") {
            isElement = false
            try advance()
        } else if token.kind == .name, next.kind == .symbol, next.text == "::" {
            guard Self.axes.contains(token.text) else {
                let nearest = nearestName(to: token.text, in: Self.axes.sorted())
                throw ExpressionFault(
                    "there is no axis “\(token.text)”", at: token.range.lowerBound,
                    help: nearest.map { "did you mean \($0)::?" })
            }
            isElement = token.text != "attribute" && token.text != "namespace"
            try advance()
            try advance()
        }
        guard token.kind == .name else { throw unexpected("a name, “*” or a node test") }
        if next.kind == .symbol, next.text == "(" {
            guard Self.nodeTypes.contains(token.text) else { throw unexpected("a name or a node test") }
            let mayHaveLiteral = token.text == "processing-instruction"
            try advance()
            try expect("(")
            if mayHaveLiteral, token.kind == .literal { try advance() }
            try expect(")")
        } else {
            if let colon = token.text.firstIndex(of: ":") {
                try check(prefix: String(token.text[..<colon]), at: 0)
            } else if isElement, token.text != "*", references.plainName == nil {
                references.plainName = token.text
            }
            try advance()
        }
        try predicates()
    }

    private mutating func predicates() throws(ExpressionFault) {
        while isSymbol("[") {
            try advance()
            try expression()
            try expect("]")
        }
    }

    private func check(prefix: String, at offset: Int) throws(ExpressionFault) {
        // Unlike a key of a dictionary, libxml2 compares code points.
        if prefix == "xml" || namespaces.keys.contains(where: { $0.hasSameBytes(as: prefix) }) { return }
        let nearest = nearestName(to: prefix, in: namespaces.keys.sorted())
        throw .unboundPrefix(prefix, nearest: nearest, at: token.range.lowerBound + offset)
    }
}
