import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import CExtendedAttributes
    import Musl
#else
    import CExtendedAttributes
    import Glibc
#endif

extension FileDescriptor {
    /// Gives this new file the owner, the access control list, the extended attributes and the permissions of another
    /// one.
    ///
    /// No user gets access that the other file does not grant: permissions come last, and are reduced if the owner or
    /// the group cannot be set. Attributes that may not be copied are omitted.
    ///
    /// - Parameter status: the status of the other file.
    func copyAttributes(from other: FileDescriptor, _ status: Stat) throws {
        var mode = status.permissions
        // Only the superuser may change the owner; for other users, this is not necessary.
        if fchown(rawValue, status.userID.rawValue, status.groupID.rawValue) != 0 {
            mode.subtract([.setUserID, .setGroupID])
            if fchown(rawValue, uid_t.max, status.groupID.rawValue) != 0 {
                // The group differs. For the other file, its members had the access of all other users.
                mode.subtract(.groupReadWriteExecute)
                for (group, others) in [
                    (FilePermissions.groupRead, FilePermissions.otherRead), (.groupWrite, .otherWrite),
                    (.groupExecute, .otherExecute),
                ] where status.permissions.isSuperset(of: [group, others]) {
                    mode.insert(group)
                }
            }
        }
        try copyExtendedAttributes(from: other)
        try TemporaryFile.check(fchmod(rawValue, mode.rawValue))
    }

    #if canImport(Darwin)
        private func copyExtendedAttributes(from other: FileDescriptor) throws {
            let flags = copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR)
            try TemporaryFile.check(unsafe fcopyfile(other.rawValue, rawValue, nil, flags))
        }
    #else
        private func copyExtendedAttributes(from other: FileDescriptor) throws {
            // The folder may give new files an access control list.
            let acl = Array("system.posix_acl_access".utf8CString)
            if unsafe fremovexattr(rawValue, acl) != 0, ![.noData, .notSupported].contains(Errno(rawValue: errno)) {
                throw Errno(rawValue: errno)
            }
            // An access control list comes last, because it may not allow to write other attributes.
            for name in try other.extendedAttributes.sorted(by: { $1 == acl && $0 != acl }) {
                // These attributes authenticate the contents.
                let text = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
                if ["security.ima", "security.evm", "security.capability"].contains(text) { continue }
                guard let value = try other.extendedAttribute(name) else { continue }
                let result = unsafe value.withUnsafeBytes {
                    unsafe fsetxattr(rawValue, name, $0.baseAddress, $0.count, 0)
                }
                let error = Errno(rawValue: errno)
                if result == 0 { continue }
                // Without its access control list, a file has another meaning of the group permissions.
                let isOptional = !(text.hasPrefix("system.") && text.contains("acl"))
                if isOptional, [.notPermitted, .permissionDenied, .notSupported].contains(error) { continue }
                throw error
            }
        }

        /// The names of all extended attributes, with NUL at the end; none if the file system has none.
        private var extendedAttributes: [[CChar]] {
            get throws {
                let names = try unsafe Self.value { unsafe flistxattr(rawValue, $0, $1) } ?? []
                return names.split(separator: 0).map { $0.map { CChar(bitPattern: $0) } + [0] }
            }
        }

        /// The value of an extended attribute; nil if it no longer exists.
        private func extendedAttribute(_ name: [CChar]) throws -> [UInt8]? {
            try unsafe Self.value { unsafe fgetxattr(rawValue, name, $0, $1) }
        }

        /// Returns the result that a function writes to a buffer. Without a buffer, the function returns the size.
        private static func value(_ read: (UnsafeMutablePointer<CChar>?, Int) -> Int) throws -> [UInt8]? {
            while true {
                let size = read(nil, 0)
                var count = size
                let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(size, 0)) { buffer, initializedCount in
                    if size > 0 {
                        count = unsafe buffer.withMemoryRebound(to: CChar.self) {
                            unsafe read($0.baseAddress, $0.count)
                        }
                    }
                    initializedCount = max(count, 0)
                }
                if count >= 0 { return bytes }
                switch Errno(rawValue: errno) {
                // The value has grown.
                case .outOfRange: continue
                case .noData, .notSupported: return nil
                case let error: throw error
                }
            }
        }
    #endif
}
