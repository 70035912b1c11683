import CLibXML2

/// What libxml2 itself reports, to compare with.
final class LibXML2Messages {
    private(set) var all: [String] = []

    /// The context of ``handler``, which must not outlive this object.
    @unsafe var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    /// Adds messages without their line ends.
    static var handler: xmlStructuredErrorFunc {
        { context, error in
            guard let context = unsafe context, let error = unsafe UnsafePointer<xmlError>(error) else { return }
            var text = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
            while text.last?.isNewline == true { text.removeLast() }
            unsafe Unmanaged<LibXML2Messages>.fromOpaque(context).takeUnretainedValue().all.append(text)
        }
    }
}
