private import CJetonZlib

/// The checksum of files in ZIP, computed piece by piece; it protects against accidents only.
///
/// - SeeAlso: ITU-T V.42, 8.1.1.6.2.
public struct CRC32: Hashable, Sendable {
    /// The checksum of the bytes so far; 0 for none.
    public private(set) var value: UInt32 = 0

    /// Starts with no bytes.
    ///
    /// - Throws: ``ZlibError``.
    public init() throws(ZlibError) { try ZlibError.throwIfUnavailable() }

    /// Takes more bytes.
    public mutating func update(_ bytes: Span<UInt8>) {
        let former = value
        value = unsafe bytes.withUnsafeBufferPointer { input in
            guard let base = input.baseAddress else { return former }
            return unsafe czlib_crc32(former, base, input.count)
        }
    }
}
