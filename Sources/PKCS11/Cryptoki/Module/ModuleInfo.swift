internal import CCryptoki

/// What a module says of itself: CK_INFO.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, 3.1.
public struct ModuleInfo: Hashable, Sendable {
    /// The version of PKCS #11 that the module claims.
    public let cryptokiVersion: Version
    /// The manufacturer, up to 32 octets.
    public let manufacturer: FixedText
    /// The library's description, up to 32 octets.
    public let libraryDescription: FixedText
    /// The library's own version.
    public let libraryVersion: Version

    /// The structure's octets as they lie in memory, to be handed to another process on this machine.
    public let octets: [UInt8]

    /// Reads a structure back from ``octets``; nil if the count is not the structure's.
    public init?(octets: [UInt8]) {
        var info = CK_INFO()
        guard octets.count == MemoryLayout<CK_INFO>.size else { return nil }
        unsafe withUnsafeMutableBytes(of: &info) { unsafe $0.copyBytes(from: octets) }
        self.init(info)
    }

    init(_ info: CK_INFO) {
        octets = unsafe withUnsafeBytes(of: info) { unsafe Array($0) }
        cryptokiVersion = Version(info.cryptokiVersion)
        manufacturer = fixedText(info.manufacturerID)
        libraryDescription = fixedText(info.libraryDescription)
        libraryVersion = Version(info.libraryVersion)
    }
}

/// The octets of a C array member, which Swift imports as a tuple.
func fixedText<Tuple: BitwiseCopyable>(_ tuple: Tuple) -> FixedText {
    unsafe withUnsafeBytes(of: tuple) { unsafe FixedText($0) }
}
