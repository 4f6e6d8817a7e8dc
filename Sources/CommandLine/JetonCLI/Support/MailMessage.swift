import Octets

/// Mail messages, as far as errors need to name them.
enum MailMessage {
    /// Whether a file begins with the header fields of signed S/MIME mail (RFC 8551, 3.5).
    ///
    /// - Parameter path: The file, of which the first 64 KiB are read; `-` has been read by then and is none.
    /// - Returns: False also for a file that is not text.
    /// - Throws: ``CommandError`` if the file can't be read.
    static func isSigned(at path: String) throws -> Bool {
        guard path != "-" else { return false }
        var source = try FileSource(path: path)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var span = buffer.mutableSpan
        let count = try source.read(into: &span)
        let text = String(decoding: buffer[..<count], as: UTF8.self).lowercased()
        guard text.contains("content-type:") else { return false }
        return text.contains("application/pkcs7-") || text.contains("application/x-pkcs7-")
    }
}
