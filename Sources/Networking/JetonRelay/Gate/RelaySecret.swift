import JetonLibcrypto
package import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

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

    /// Takes a lock on the file of a living relay's secret, which ends with the process.
    ///
    /// - Parameter descriptor: The open file.
    /// - Returns: Whether no other process has it.
    package static func claim(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// Whether a file is one that a killed relay of this user has left behind: a secret and nothing else, which no living
    /// relay holds.
    package static func isLeft(at path: String) -> Bool {
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let start = Array("\(field): ".utf8)
        let size = start.count + length + 1
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0, status.st_size == size
        else { return false }
        var octets = [UInt8](repeating: 0, count: size)
        defer { _ = Secret(wiping: &octets) }
        guard unsafe octets.withUnsafeMutableBytes({ unsafe read(descriptor, $0.baseAddress, size) }) == size,
            octets.starts(with: start), octets.last == UInt8(ascii: "\n"),
            octets[start.count..<(size - 1)].allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return false }
        return claim(descriptor)
    }

    /// Whether a text of a client that has given it has it too.
    func isContained(in text: some StringProtocol) -> Bool {
        let octets = Array(text.utf8)
        return text.utf8.count >= RelaySecret.length
            && self.text.borrow { secret in
                secret.withBytes { secret in
                    (0...(octets.count - secret.count)).contains { start in
                        (0..<secret.count).allSatisfy { octets[start + $0] == secret[$0] }
                    }
                }
            }
    }

    /// Whether a client gave it; the time depends on the length alone.
    func matches(_ given: Substring) -> Bool {
        let octets = Array(given.utf8)
        return text.borrow { secret in secret.withBytes { ConstantTime.equals($0, octets.span) } }
    }
}
