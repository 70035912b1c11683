internal import Foundation
internal import LibXML

extension XMLDecoder {
    /// The decoder of LibXML with these options.
    var configuredDecoder: LibXML.XMLDecoder {
        var decoder = LibXML.XMLDecoder()
        decoder.boolDecodingStrategy = .custom(Self.bool)
        decoder.usesChoiceKeys = true
        decoder.listsAreContent = true
        decoder.acceptsMissingDictionaries = true
        decoder.superKey = "super"
        decoder.followsXMLCoder = true
        decoder.omitsWhiteSpaceItems = trimValueWhitespaces || removeWhitespaceElements
        decoder.trimsWhiteSpace = trimValueWhitespaces
        decoder.trimsAttributes = false
        decoder.matchesAnyNamespace = shouldProcessNamespaces
        if !userInfo.isEmpty { decoder.userInfo = sendable(userInfo) }
        decoder.nonConformingFloatDecodingStrategy =
            switch nonConformingFloatDecodingStrategy {
            case .throw: .throw
            case .convertFromString(let positive, let negative, let nan):
                .convertFromString(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
            }
        decoder.keyDecodingStrategy = keys
        decoder.dateDecodingStrategy = dates
        if let data { decoder.dataDecodingStrategy = data }
        if case .custom(let strategy) = nodeDecodingStrategy {
            decoder.roleStrategy = Self.roles(strategy, UncodedValue(userInfo: userInfo))
        }
        return decoder
    }

    private static let bool: @Sendable (String) -> Bool? = { text in
        switch text.lowercased() {
        case "true", "1", "y", "yes": true
        case "false", "0", "n", "no": false
        default: nil
        }
    }

    private var keys: LibXML.XMLDecoder.KeyDecodingStrategy {
        switch keyDecodingStrategy {
        case .useDefaultKeys: .useDefaultKeys
        case .convertFromSnakeCase: .convertFromSnakeCase
        case .convertFromKebabCase: .convertFromKebabCase
        case .convertFromCapitalized: .convertFromCapitalized
        case .convertFromUppercase: .convertFromUppercase
        case .custom(let convert): .custom { [convert = OneTask(convert)] in convert.value([PlainKey($0)]).stringValue }
        }
    }

    private var dates: LibXML.XMLDecoder.DateDecodingStrategy {
        switch dateDecodingStrategy {
        case .deferredToDate: .coded { try Date(from: $0) }
        case .secondsSince1970: .secondsSince1970
        case .millisecondsSince1970: .millisecondsSince1970
        case .iso8601: .iso8601
        case .formatted(let formatter): .custom { [formatter = OneTask(formatter)] in formatter.value.date(from: $0) }
        case .custom(let decode): .coded { [decode = OneTask(decode)] in try decode.value($0) }
        }
    }

    private var data: LibXML.XMLDecoder.DataDecodingStrategy? {
        switch dataDecodingStrategy {
        case .base64: nil
        case .deferredToData: .coded { try Data([UInt8](from: $0)) }
        case .custom(let decode): .coded { [decode = OneTask(decode)] in try decode.value($0) }
        }
    }

    private static func roles(
        _ strategy: @escaping (any Decodable.Type, any Decoder) -> ((any CodingKey) -> NodeDecoding),
        _ decoder: UncodedValue
    ) -> XMLRoleStrategy {
        // Not one box of both, which the compiler of Swift 6.3 cannot optimize.
        let (strategy, decoder) = (OneTask(strategy), OneTask(decoder))
        return XMLRoleStrategy.custom { type, key in
            guard let type = type as? any Decodable.Type else { return nil }
            return strategy.value(type, decoder.value)(key).role
        }.forAllTypes
    }

    /// The error of a document that is not well-formed.
    func corruptedDocument(_ data: Data, _ error: XMLError) -> DecodingError {
        var message = "The given data was not valid XML: \(error)"
        if errorContextLength > 0, let place = error.diagnostic.location {
            // Lines and columns count as in locations: the lines of XML, and Unicode scalars.
            let text = String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n").unicodeScalars
            let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
            let before = lines.prefix(max(0, place.line - 1)).reduce(0) { $0 + $1.count + 1 } + place.column
            let half = Int(min(errorContextLength / 2, UInt(text.count)))
            let around = String(text.dropFirst(max(0, before - half)).prefix(min(before, half) + half))
            message = "\(error.localizedDescription) at line \(place.line), column \(place.column):\n`\(around)`"
        }
        return .dataCorrupted(.init(codingPath: [], debugDescription: message, underlyingError: error))
    }
}
