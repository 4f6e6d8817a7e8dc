private import CJetonZlib

/// libz.so.1 is missing or can't be loaded.
public struct ZlibError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The dynamic linker's words.
    public let reason: String

    /// One sentence for people.
    public var description: String { "zlib is not available: \(reason)" }

    /// Opens zlib at the first call.
    ///
    /// - Throws: `ZlibError` if it can't be used.
    static func throwIfUnavailable() throws(ZlibError) {
        if let reason = unsafe czlib_load() { throw unsafe ZlibError(reason: String(cString: reason)) }
    }
}
