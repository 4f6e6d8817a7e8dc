import JetonLibcrypto
import JetonOctets

/// The computations of NTLMv2.
///
/// - SeeAlso: MS-NLMP, 3.3.2.
enum NTLMMath {
    private static let md5 = Digest(rawValue: "MD5")

    /// MD5, as NTLM is defined with it.
    static func hash(_ bytes: [UInt8]) throws(NetworkError) -> [UInt8] {
        do { return try md5.hash(bytes) } catch { throw NetworkError(.authenticationFailed, "MD5: \(error)") }
    }

    /// HMAC with MD5 (RFC 2104); the key has at most 64 bytes.
    static func code(_ key: [UInt8], _ message: [UInt8]) throws(NetworkError) -> [UInt8] {
        let padded = key + [UInt8](repeating: 0, count: 64 - key.count)
        return try hash(padded.map { $0 ^ 0x5C } + hash(padded.map { $0 ^ 0x36 } + message))
    }

    /// NTOWFv2: the key that stands for user and password.
    static func passwordKey(
        user: String,
        domain: String,
        password: borrowing Secret
    ) throws(NetworkError) -> [UInt8] {
        var digest = password.withBytes { (octets: Span<UInt8>) in
            Secret(capacity: 2 * octets.count) { (wide: inout MutableSpan<UInt8>) in utf16(octets, &wide) }
                .withBytes { MD4.hash($0) }
        }
        // It is as good as the password.
        defer { _ = Secret(wiping: &digest) }
        return try code(digest, utf16(upper(user) + domain))
    }

    /// The client challenge with the time and the server's target information that is signed with it.
    static func blob(clientChallenge: [UInt8], time: [UInt8], pairs: [UInt8]) -> [UInt8] {
        [1, 1, 0, 0, 0, 0, 0, 0] + time + clientChallenge + [0, 0, 0, 0] + pairs + [0, 0, 0, 0]
    }

    /// UTF-16 with the least significant byte first.
    static func utf16(_ text: String) -> [UInt8] {
        text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }

    /// As Windows does it: character by character, where the capital is one character too.
    private static func upper(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let mapped = scalar.properties.uppercaseMapping.unicodeScalars
                    return mapped.count == 1 ? mapped.first ?? scalar : scalar
                }
            )
        )
    }

    /// Writes UTF-8 as UTF-16; a byte that is not UTF-8 as U+FFFD.
    private static func utf16(_ octets: Span<UInt8>, _ wide: inout MutableSpan<UInt8>) -> Int {
        var index = 0
        var count = 0
        while index < octets.count {
            let (scalar, length) = scalar(octets, index)
            index += length
            for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                wide[count] = UInt8(truncatingIfNeeded: unit)
                wide[count + 1] = UInt8(unit >> 8)
                count += 2
            }
        }
        return count
    }

    /// The character at an index, and its length in UTF-8.
    private static func scalar(_ octets: Span<UInt8>, _ index: Int) -> (Unicode.Scalar, Int) {
        let first = octets[index]
        let length =
            first < 0x80 ? 1 : first & 0xE0 == 0xC0 ? 2 : first & 0xF0 == 0xE0 ? 3 : first & 0xF8 == 0xF0 ? 4 : 0
        guard length > 0, index + length <= octets.count else { return ("\u{FFFD}", 1) }
        var value = UInt32(length == 1 ? first : first & (0x7F >> UInt8(length)))
        for offset in stride(from: 1, to: length, by: 1) {
            guard octets[index + offset] & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
            value = value << 6 | UInt32(octets[index + offset] & 0x3F)
        }
        return Unicode.Scalar(value).map { ($0, length) } ?? ("\u{FFFD}", 1)
    }
}
