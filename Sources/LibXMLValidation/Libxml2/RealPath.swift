import CLibXML2Shims

/// Resolves symbolic links.
enum RealPath {
    /// The path of a file without symbolic links; nil if no such file exists.
    static func find(_ path: String) -> String? {
        let size = 4096
        let found = unsafe [CChar](unsafeUninitializedCapacity: size) { buffer, count in
            guard let start = buffer.baseAddress, unsafe lx_real_path(path, start, size) != 0 else { return }
            count = unsafe buffer.firstIndex(of: 0) ?? 0
        }
        return found.isEmpty ? nil : String(decoding: found.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    /// Whether a path leads to a regular file, rather than a folder, a pipe or a device.
    static func isFile(_ path: String) -> Bool { unsafe lx_is_file(path) != 0 }
}
