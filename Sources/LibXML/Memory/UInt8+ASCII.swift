extension UInt8 {
    /// The white space of XML 1.0, section 2.3.
    var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

    var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// Whether it is an ASCII digit.
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// The lowercase letter for an ASCII letter; any other byte unchanged.
    var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
