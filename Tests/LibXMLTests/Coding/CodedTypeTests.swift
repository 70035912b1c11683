import Foundation
import Synchronization
import Testing

@testable import LibXML

@Suite struct CodedTypeTests {
    /// A type of its own for each `Tag`. Its roles take so long that several threads find them out at the same time.
    private struct Slow<Tag>: Codable, XMLCodingRoles {
        var id: Int
        static var xmlRoles: [String: XMLCodingRole] {
            Thread.sleep(forTimeInterval: 0.02)
            return ["id": .attribute]
        }
    }

    @Test("All threads have the same object for a type, even those that ask for it first")
    func identity() {
        func check<Tag>(_ tag: Tag.Type) {
            let found = Mutex<[CodedType]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let type = CodedType.of(Slow<Tag>.self)
                found.withLock { $0.append(type) }
            }
            #expect(found.withLock { Set($0.map(ObjectIdentifier.init)) }.count == 1)
        }
        check(Int.self)
        check(String.self)
        check([Int].self)
    }
}
