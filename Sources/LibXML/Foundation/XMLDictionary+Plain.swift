#if Foundation
    // Only the full Foundation module has NSNull and NSNumber.
    import Foundation

    extension XMLDictionary {
        /// Creates a dictionary from plain values, such as those of ``anyDictionary()``: strings, numbers, Booleans,
        /// `NSNull`, `nil`, `[Any]` and `[String: Any]`.
        ///
        /// The keys are sorted, because plain dictionaries have no order. Needs the package trait `Foundation`, which
        /// is a default.
        ///
        /// - Throws: ``XMLError/Code/invalidValue`` with the path of a value of another type; ``XMLError/Code/tooDeep``
        ///   for values that nest deeper than 256 levels.
        public init(plain dictionary: [String: Any]) throws(XMLError) {
            do throws(PlainFault) {
                self.init(try PlainReader.members(of: dictionary, depth: 0))
            } catch {
                throw XMLError(error.diagnostic)
            }
        }
    }

    extension XMLValue {
        /// Creates a value from a plain value: see ``XMLDictionary/init(plain:)``.
        ///
        /// - Throws: the errors of ``XMLDictionary/init(plain:)``.
        public init(plain value: Any) throws(XMLError) {
            do throws(PlainFault) {
                self = try PlainReader.value(value, depth: 0)
            } catch {
                throw XMLError(error.diagnostic)
            }
        }
    }

    /// Why a plain value cannot be converted.
    private enum PlainFault: Error {
        case tooDeep
        /// - Parameter steps: the keys and indices that lead to the value, the innermost first.
        case invalid(Any.Type, steps: [String])

        /// The same fault of the value that contains this one under a key or an index.
        func within(_ step: @autoclosure () -> String) -> Self {
            guard case .invalid(let type, let steps) = self else { return self }
            return .invalid(type, steps: steps + [step()])
        }

        var diagnostic: XMLDiagnostic {
            switch self {
            case .tooDeep:
                return XMLDiagnostic(.tooDeep, "the values nest deeper than \(PlainReader.depthLimit) levels")
            case .invalid(let type, let steps):
                var diagnostic = XMLDiagnostic(
                    .invalidValue, "a value of type \(type) has no form in XML",
                    help: "use a string, a number, a Boolean, nil, an array or a dictionary with strings as keys")
                diagnostic.path = steps.reversed().joined(separator: ".").replacing(".[", with: "[")
                return diagnostic
            }
        }
    }

    /// Converts plain values.
    private enum PlainReader {
        static let depthLimit = 256

        static func members(
            of dictionary: [String: Any], depth: Int
        ) throws(PlainFault) -> [(key: String, value: XMLValue)] {
            var members: [(key: String, value: XMLValue)] = []
            members.reserveCapacity(dictionary.count)
            for (key, value) in dictionary.inOrder(by: { $0.key < $1.key }) {
                do throws(PlainFault) {
                    members.append((key, try self.value(value, depth: depth + 1)))
                } catch {
                    throw error.within(key)
                }
            }
            return members
        }

        private static func values(of list: [Any], depth: Int) throws(PlainFault) -> [XMLValue] {
            var values: [XMLValue] = []
            values.reserveCapacity(list.count)
            for (index, value) in list.enumerated() {
                do throws(PlainFault) {
                    values.append(try self.value(value, depth: depth + 1))
                } catch {
                    throw error.within("[\(index)]")
                }
            }
            return values
        }

        static func value(_ value: Any, depth: Int) throws(PlainFault) -> XMLValue {
            guard depth <= depthLimit else { throw .tooDeep }
            switch value {
            case let value as XMLValue: return value
            case let dictionary as XMLDictionary: return XMLValue(dictionary)
            // Of Apple's systems also an `NSString`, which is not a `StringProtocol`.
            case let text as String: return XMLValue(text)
            case let text as any StringProtocol: return XMLValue(String(text))
            case is NSNull: return .null
            case let number as NSNumber where type(of: value) is NSNumber.Type:
                // Foundation has a class of its own for Booleans, such as those of JSON.
                let isBool = type(of: number) == type(of: NSNumber(value: true))
                return isBool ? XMLValue(number.boolValue) : self.number(number)
            case let value as Bool: return XMLValue(value)
            case let number as any BinaryInteger:
                return Int(exactly: number).map { XMLValue($0) } ?? XMLValue(String(describing: number))
            case let number as Double: return XMLValue(number)
            // Of the numbers that round to the value, the shortest is the expected one.
            case let number as any BinaryFloatingPoint & LosslessStringConvertible:
                let isFinite = Double(number).isFinite
                return isFinite ? XMLValue(String(number)) : XMLValue(Double(number))
            case let dictionary as [String: Any]:
                return XMLValue(XMLDictionary(try members(of: dictionary, depth: depth)))
            case let list as [Any]: return XMLValue(try values(of: list, depth: depth))
            case let optional as any OptionalValue:
                guard let wrapped = optional.wrapped else { return .null }
                return try self.value(wrapped, depth: depth)
            default: throw .invalid(type(of: value), steps: [])
            }
        }
    }

    extension PlainReader {
        /// A number as an integer or `Double` that has its text; others, such as long decimals, as this text.
        private static func number(_ number: NSNumber) -> XMLValue {
            let text = number.stringValue
            if let integer = Int(text) { return XMLValue(integer) }
            let value = number.doubleValue
            return Double(text) == value && NSNumber(value: value).stringValue == text
                ? XMLValue(value) : XMLValue(text)
        }
    }

    private protocol OptionalValue {
        var wrapped: Any? { get }
    }

    extension Optional: OptionalValue {
        fileprivate var wrapped: Any? {
            switch self {
            case .some(let value): value
            case .none: nil
            }
        }
    }
#endif
