#if os(Linux)
    import Foundation
    import Testing

    /// What only Linux shows or can be asked.
    extension InPlaceTests {
        private static let acl = "system.posix_acl_access"

        /// An access control list in which the group has less than the mask.
        private static func list(group: UInt8) -> [UInt8] {
            // Version 2, then tag, permissions and id: the owner, a user, the group, the mask, others.
            let entries: [(tag: UInt8, permissions: UInt8, id: UInt8?)] = [
                (1, 6, nil), (2, 6, 123), (4, group, nil), (0x10, 6, nil), (0x20, 0, nil),
            ]
            return [2, 0, 0, 0]
                + entries.flatMap { entry -> [UInt8] in
                    [entry.tag, 0, entry.permissions, 0] + (entry.id.map { [$0, 0, 0, 0] } ?? [255, 255, 255, 255])
                }
        }

        // Swift's module of the C library lacks the header of these functions.
        private typealias Setter =
            @convention(c) (
                UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32
            ) -> Int32
        private typealias Getter =
            @convention(c) (
                UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int
            ) -> Int
        private static let setxattr = unsafe unsafeBitCast(dlsym(nil, "setxattr"), to: Setter.self)
        private static let getxattr = unsafe unsafeBitCast(dlsym(nil, "getxattr"), to: Getter.self)

        private static func set(_ name: String, _ value: [UInt8], _ file: String) -> Bool {
            unsafe value.withUnsafeBytes { unsafe setxattr(file, name, $0.baseAddress, $0.count, 0) } == 0
        }

        private static func get(_ name: String, _ file: String) -> [UInt8]? {
            var value = [UInt8](repeating: 0, count: 1000)
            let count = unsafe value.withUnsafeMutableBytes { unsafe getxattr(file, name, $0.baseAddress, $0.count) }
            return count < 0 ? nil : Array(value.prefix(count))
        }

        private static func mode(_ file: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        }

        /// Whether the file system of temporary files has access control lists and extended attributes.
        private static let hasAttributes: Bool = {
            guard let folder = try? Folder(), let file = try? folder.file("") else { return false }
            return set(acl, list(group: 0), file) && set("user.a", [1], file)
        }()

        @Test(
            "Access control lists, extended attributes and permissions stay",
            .enabled(if: hasAttributes, "the file system has no such attributes"), arguments: [0, 4, 6])
        func attributes(group: Int) throws {
            let folder = try Folder()
            let file = try folder.file("<a><b>1</b></a>")
            let list = Self.list(group: UInt8(group))
            #expect(Self.set(Self.acl, list, file))
            #expect(Self.set("user.origin", Array("here".utf8), file))
            #expect(Self.set("user.empty", [], file))
            let mode = try Self.mode(file)
            #expect(try Command.run("set", "-i", "a/b", "2", file) == Outcome(status: 0, output: "", errors: ""))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "<a><b>2</b></a>")
            #expect(Self.get(Self.acl, file) == list)
            #expect(Self.get("user.origin", file) == Array("here".utf8))
            #expect(Self.get("user.empty", file) == [])
            #expect(try Self.mode(file) == mode)
        }

        @Test(
            "A file does not get the access control list of its folder",
            .enabled(if: hasAttributes, "the file system has no such attributes"))
        func folderList() throws {
            let folder = try Folder()
            let file = try folder.file("<a><b>1</b></a>")
            try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: file)
            #expect(Self.set("system.posix_acl_default", Self.list(group: 6), folder.url.path))
            #expect(Self.get(Self.acl, file) == nil)
            #expect(try Command.run("set", "-i", "a/b", "2", file).status == 0)
            #expect(Self.get(Self.acl, file) == nil)
            #expect(try Self.mode(file) == 0o660)
        }

        @Test("An ignored signal stays ignored")
        func ignored() throws {
            let folder = try Folder()
            let file = try folder.file("<a><b>1</b><!--\(String(repeating: "x", count: 300_000))--></a>")
            let process = try Command.start(
                "-c", "trap '' HUP TERM; exec \"$0\" set -i a/b 2 \"$1\"", Command.executable.path, file,
                executable: URL(fileURLWithPath: "/bin/sh"))
            // As soon as the process is the command, it has been told to ignore them.
            while process.isRunning {
                let name = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/comm", encoding: .utf8)
                if name == "xmldict\n" { break }
                usleep(50)
            }
            kill(process.processIdentifier, SIGHUP)
            kill(process.processIdentifier, SIGTERM)
            process.waitUntilExit()
            #expect(process.terminationReason == .exit && process.terminationStatus == 0)
            #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("<a><b>2</b>"))
        }

        /// What another program does to a file during an edit.
        enum Change: CaseIterable {
            case contents, replacement, permissions, removal
        }

        @Test("A file that changes during an edit stays as it is then", arguments: Change.allCases)
        func changed(change: Change) throws {
            let folder = try Folder()
            let text = "<a><b>1</b><!--\(String(repeating: "x", count: 1_000_000))--></a>"
            var isHit = false
            // The process may have replaced the file before it is stopped.
            for _ in 0..<50 where !isHit {
                let file = try folder.file(text)
                let inode = try Self.inode(file)
                let process = try Command.start("set", "-i", "a/b", "2", file)
                let id = process.processIdentifier
                while process.isRunning, !Self.hasRead(id, file, size: text.utf8.count) { usleep(50) }
                kill(id, SIGSTOP)
                usleep(1000)
                isHit = try Self.inode(file) == inode && process.isRunning
                if isHit {
                    switch change {
                    case .contents: try Data("<other/>".utf8).write(to: URL(fileURLWithPath: file), options: [])
                    case .replacement: try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
                    case .permissions: unsafe chmod(file, 0o600)
                    case .removal: unsafe unlink(file)
                    }
                }
                kill(id, SIGCONT)
                process.waitUntilExit()
                guard isHit else { continue }
                #expect(process.terminationStatus == 4)
                let now = try? String(contentsOfFile: file, encoding: .utf8)
                let isKept = now == (change == .contents ? "<other/>" : change == .removal ? nil : text)
                #expect(isKept)
                #expect(try folder.names == (change == .removal ? [] : ["a.xml"]))
            }
            #expect(isHit)
        }

        private static func inode(_ file: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
        }

        /// Whether a process has read a file to its end.
        private static func hasRead(_ id: Int32, _ file: String, size: Int) -> Bool {
            let manager = FileManager.default
            let descriptors = (try? manager.contentsOfDirectory(atPath: "/proc/\(id)/fd")) ?? []
            let descriptor = descriptors.first {
                (try? manager.destinationOfSymbolicLink(atPath: "/proc/\(id)/fd/\($0)")) == file
            }
            guard let descriptor,
                let state = try? String(contentsOfFile: "/proc/\(id)/fdinfo/\(descriptor)", encoding: .utf8)
            else { return false }
            return state.split(separator: "\n").first?.split(separator: "\t").last.flatMap { Int($0) } == size
        }
    }
#endif
