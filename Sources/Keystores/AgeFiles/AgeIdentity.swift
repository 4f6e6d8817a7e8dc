public import JetonKeystoreBase
public import JetonOctets

/// Who opens an age file: the private X25519 key `AGE-SECRET-KEY-1…`.
///
/// - SeeAlso: age v1 (C2SP/age), "The X25519 recipient type".
public struct AgeIdentity: ~Copyable, Sendable {
    private let privateKey: Secret
    /// The recipient that this identity opens files of.
    public let recipient: AgeRecipient

    private static let prefix = "age-secret-key-"

    /// Takes over the 32 octets of a private key; RFC 7748, section 5.
    ///
    /// - Throws: ``KeystoreError/Code/invalidParameter`` for another number of octets.
    public init(privateKey: consuming Secret) throws(KeystoreError) {
        guard privateKey.count == Primitives.keySize,
            let recipient = AgeRecipient(publicKey: try Primitives.publicKey(of: privateKey))
        else { throw KeystoreError(.invalidParameter, "an X25519 key has 32 bytes, not \(privateKey.count)") }
        self.privateKey = privateKey
        self.recipient = recipient
    }

    /// Makes a new identity from the system's random numbers.
    public static func generate() throws(KeystoreError) -> AgeIdentity {
        try AgeIdentity(privateKey: try Primitives.randomKey())
    }

    /// Reads the one line `AGE-SECRET-KEY-1…` of a file that `age-keygen` wrote; comments and empty lines may stand
    /// around it.
    ///
    /// - Parameter text: The file's octets, which stay the caller's.
    /// - Throws: ``KeystoreError/Code/decoding``.
    public init(text: borrowing Secret) throws(KeystoreError) {
        let copy = TransientSecret(text)
        let lines = copy.octets.split(separator: 0x0A).filter { $0.first != UInt8(ascii: "#") && $0 != [0x0D] }
        guard lines.count == 1, let line = lines.first, line.first == UInt8(ascii: "A") else {
            throw KeystoreError(.decoding, "the file does not contain exactly one AGE-SECRET-KEY-1… line")
        }
        let characters = TransientSecret(capacity: line.count)
        characters.withArray { $0.append(contentsOf: line.last == 0x0D ? line.dropLast() : line) }
        let digits = characters.octets
        guard let key = Bech32.decode(AgeIdentity.prefix, digits.span), key.octets.count == 32 else {
            throw KeystoreError(.decoding, "the AGE-SECRET-KEY-1… line is damaged")
        }
        try self.init(privateKey: key.secret)
    }

    /// The text `AGE-SECRET-KEY-1…` and a line feed; write it only to a file that no other user can read.
    public func makeText() -> Secret {
        let small = privateKey.withBytes { Bech32.encode(AgeIdentity.prefix, $0) }
        let text = TransientSecret(capacity: small.octets.count + 1)
        text.withArray { array in
            for character in small.octets {
                let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
                array.append(isLetter ? character & 0xDF : character)
            }
            array.append(0x0A)
        }
        return text.secret
    }

    /// The key that wraps the file key in a stanza with an ephemeral share.
    ///
    /// - Returns: Nil if the share is not a point that leads to a shared secret.
    func wrapKey(ephemeralShare: [UInt8]) throws(KeystoreError) -> Secret? {
        guard let shared = Primitives.agree(privateKey, with: ephemeralShare) else { return nil }
        return try AgeX25519.wrapKey(shared, ephemeralShare: ephemeralShare, recipient: recipient)
    }
}
