public import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// The first block of PEM that is secret, decoded without leaving copies.
///
/// - SeeAlso: RFC 7468, 3.
public struct SecretPEM: ~Copyable, Sendable {
    /// The bytes of the body; of the whole input if it holds no such block.
    public let der: Secret
    /// The label of the block; nil if the input holds no such block.
    public let label: String?
    /// How the body is encrypted, by the headers of the block; nil if it is not.
    public let encryption: SecretPEMEncryption?

    /// Finds the first block whose label ends with some words; input without one is taken for DER.
    ///
    /// - Parameters:
    ///   - contents: The bytes of a file.
    ///   - suffix: The words, such as "PRIVATE KEY".
    /// - Throws: ``PEMError/Code/malformedBody`` for a block that is not canonical base64,
    ///   ``PEMError/Code/unclosed`` for one whose END line is missing or has another label.
    public init(_ contents: borrowing Secret, suffix: String) throws(PEMError) {
        let found = try contents.withBytes { (octets) throws(PEMError) in
            try SecretPEM.find(suffix, in: octets)
        }
        guard let found else {
            der = contents.clone()
            label = nil
            encryption = nil
            return
        }
        let headers = contents.withBytes { SecretPEMEncryption.headers(in: $0, found.body) }
        let body = headers.body
        der = try contents.withBytes { (octets) throws(PEMError) in
            try Secret(capacity: body.count / 4 * 3 + 3) { (target: inout MutableSpan<UInt8>) throws(PEMError) in
                guard let count = SecretPEM.decode(octets.extracting(body), into: &target) else {
                    throw PEMError(.malformedBody, label: found.label)
                }
                return count
            }
        }
        label = found.label
        encryption = headers.encryption
    }

    /// The text of the blocks of a label, which are not secret.
    ///
    /// - Parameters:
    ///   - suffix: The last words of the label, such as "CERTIFICATE".
    ///   - contents: The bytes of a file.
    /// - Returns: The blocks, one after the other.
    /// - Throws: ``PEMError/Code/unclosed`` for a block without its end.
    public static func blocks(_ suffix: String, in contents: borrowing Secret) throws(PEMError) -> [UInt8] {
        try contents.withBytes { (octets) throws(PEMError) in
            var text: [UInt8] = []
            var position = 0
            while let found = try find(suffix, in: octets, from: position) {
                for index in found.block { text.append(octets[index]) }
                text.append(UInt8(ascii: "\n"))
                position = found.block.upperBound
            }
            return text
        }
    }

    private static func find(
        _ suffix: String,
        in octets: Span<UInt8>,
        from start: Int = 0
    ) throws(PEMError) -> (label: String, body: Range<Int>, block: Range<Int>)? {
        let dashes = Array("-----".utf8)
        var position = start
        while let start = index(of: Array("-----BEGIN ".utf8), in: octets, from: position) {
            let labelStart = start + 11
            guard let labelEnd = index(of: dashes, in: octets, from: labelStart), labelEnd - labelStart <= 64 else {
                return nil
            }
            let label = String(decoding: (labelStart..<labelEnd).map { octets[$0] }, as: UTF8.self)
            let body = labelEnd + dashes.count
            let ending = Array("-----END \(label)-----".utf8)
            guard let end = index(of: dashes, in: octets, from: body),
                index(of: ending, in: octets, from: end) == end
            else { throw PEMError(.unclosed, label: label) }
            if label.hasSuffix(suffix) { return (label, body..<end, start..<end + ending.count) }
            position = end + ending.count
        }
        return nil
    }

    private static func index(of pattern: [UInt8], in octets: Span<UInt8>, from start: Int) -> Int? {
        guard octets.count >= pattern.count, start <= octets.count - pattern.count else { return nil }
        return (start...octets.count - pattern.count).first { place in
            pattern.indices.allSatisfy { octets[place + $0] == pattern[$0] }
        }
    }

    /// Writes the bytes of base64 text to the start of `target`; nil if the text is malformed.
    private static func decode(_ text: Span<UInt8>, into target: inout MutableSpan<UInt8>) -> Int? {
        var decoder = Base64Decoder()
        var group: (UInt8, UInt8, UInt8) = (0, 0, 0)
        defer { wipe(&group) }
        var written = 0
        for index in 0..<text.count {
            guard let count = decoder.take(text[index], group: &group), written + count <= target.count else {
                return nil
            }
            if count > 0 { target[written] = group.0 }
            if count > 1 { target[written + 1] = group.1 }
            if count > 2 { target[written + 2] = group.2 }
            written += count
        }
        return decoder.isComplete ? written : nil
    }

    private static func wipe(_ group: inout (UInt8, UInt8, UInt8)) {
        unsafe withUnsafeMutableBytes(of: &group) { bytes in
            if let base = bytes.baseAddress { unsafe explicit_bzero(base, bytes.count) }
        }
    }
}
