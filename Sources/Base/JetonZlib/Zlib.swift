private import CJetonZlib

/// Expands what zlib compressed, and compresses.
public enum Zlib {
    /// Expands a gzip or zlib stream.
    ///
    /// - Parameters:
    ///   - bytes: The stream, from its first byte.
    ///   - limit: How many bytes the result may have.
    ///   - allowsTrailing: Whether bytes may follow the end of the stream; they are ignored.
    /// - Returns: The result; nil if the stream is malformed, ends early, or has a larger result.
    /// - Throws: ``ZlibError``.
    ///
    /// - SeeAlso: RFC 1950; RFC 1952.
    public static func expand(
        _ bytes: [UInt8],
        limit: Int,
        allowsTrailing: Bool = false
    ) throws(ZlibError) -> [UInt8]? {
        try ZlibError.throwIfUnavailable()
        // Most results are a few times as long; a stream whose result is not is read again with more room.
        var room = min(limit, max(1 << 12, bytes.count << 2))
        while true {
            if let result = attempt(bytes, room, allowsTrailing) { return result }
            guard room < limit else { return nil }
            room = min(limit, room << 2)
        }
    }

    /// Compresses bytes into a zlib stream.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The stream; nil if memory is short.
    /// - Throws: ``ZlibError``.
    ///
    /// - SeeAlso: RFC 1950.
    public static func compress(_ bytes: [UInt8]) throws(ZlibError) -> [UInt8]? {
        try ZlibError.throwIfUnavailable()
        var written = 0
        var result: Int32 = -1
        let compressed = unsafe [UInt8](unsafeUninitializedCapacity: czlib_bound(bytes.count)) { buffer, count in
            guard let output = buffer.baseAddress else { return }
            let room = buffer.count
            result = unsafe bytes.withUnsafeBufferPointer { input in
                guard let base = input.baseAddress else { return -1 }
                return unsafe czlib_compress(base, input.count, output, room, &written)
            }
            count = result == 0 ? written : 0
        }
        return result == 0 ? compressed : nil
    }

    private static func attempt(_ bytes: [UInt8], _ room: Int, _ allowsTrailing: Bool) -> [UInt8]? {
        var (written, consumed) = (0, 0)
        var result: Int32 = -1
        let expanded = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            guard let output = buffer.baseAddress else { return }
            result = unsafe bytes.withUnsafeBufferPointer { input in
                guard let base = input.baseAddress else { return -1 }
                return unsafe czlib_expand(base, input.count, output, room, &written, &consumed)
            }
            count = result == 0 ? written : 0
        }
        guard result == 0, allowsTrailing || consumed == bytes.count else { return nil }
        return expanded
    }
}
