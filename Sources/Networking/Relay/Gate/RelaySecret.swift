import Libcrypto
package import Octets

/// What a client must know to use a relay: 256 bits, made for one run.
package struct RelaySecret: Sendable {
    /// The field that carries it.
    package static let field = "Jeton-Relay-Secret"
    /// The length of its text.
    package static let length = 64

    /// 64 hexadecimal digits in lower case.
    private let text: SharedSecret

    /// Makes a new one.
    ///
    /// - Throws: `LibcryptoError` without entropy.
    package init() throws {
        var octets = try Random.octets(32)
        defer { _ = Secret(wiping: &octets) }
        // Not by way of a string, which nobody could wipe.
        let alphabet = Array("0123456789abcdef".utf8)
        var digits: [UInt8] = []
        digits.reserveCapacity(RelaySecret.length)
        for octet in octets {
            digits.append(alphabet[Int(octet >> 4)])
            digits.append(alphabet[Int(octet & 0xF)])
        }
        text = SharedSecret(Secret(wiping: &digits))
    }

    /// Lends its text.
    package func borrow<Result: ~Copyable, Failure: Error>(
        _ body: (borrowing Secret) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try text.borrow(body)
    }

    /// Whether a client gave it; the time depends on the length alone.
    func matches(_ given: Substring) -> Bool {
        let octets = Array(given.utf8)
        return text.borrow { secret in secret.withBytes { ConstantTime.equals($0, octets.span) } }
    }
}
