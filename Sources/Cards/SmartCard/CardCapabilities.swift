/// What a card says it can do (compact-TLV tag 7 of the historical bytes).
///
/// - SeeAlso: ISO/IEC 7816-4:2020, 12.1.1.9, tables 117 to 119.
public struct CardCapabilities: Hashable, Sendable {
    /// The three software function tables, 1–3 octets; those left out count as zero.
    public let octets: [UInt8]

    /// Reads 1–3 octets; nil for any other count.
    public init?(_ octets: [UInt8]) {
        guard (1...3).contains(octets.count) else { return nil }
        self.octets = octets
    }

    /// Whether applications can be selected by their full name.
    public var selectsByFullName: Bool { octets[0] & 0x80 != 0 }
    /// Whether applications can be selected by the beginning of their name.
    public var selectsByPartialName: Bool { octets[0] & 0x40 != 0 }
    /// Whether command chaining (class bit `10`) is supported.
    public var supportsCommandChaining: Bool { third & 0x80 != 0 }
    /// Whether Lc and Le of the extended form are supported.
    public var supportsExtendedLength: Bool { third & 0x40 != 0 }
    /// The most logical channels, 1–8; 8 means "8 or more".
    public var maximumLogicalChannels: Int { third & 0x18 == 0 ? 1 : Int(third & 0x07) + 1 }

    private var third: UInt8 { octets.count == 3 ? octets[2] : 0 }
}
