import CLibXML2Shims

/// The C library that reads XML.
public enum XMLLibrary {
    /// The version of libxml2 that the process has loaded, such as 2.14.5.
    public static let libxml2Version: String = {
        // Such as 21405, or 21405-GITv2.14.5.
        let text = unsafe String(cString: lx_version())
        guard let number = Int(text.prefix { $0.isNumber }) else { return text }
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }()
}
