public import JetonKeystoreBase
public import JetonOctets

/// Files in the format age v1: readable by the `age` program, and the other way round.
///
/// Binary files with stanzas of the types X25519 and scrypt; stanzas of other types are passed over. A plain text
/// has at most 64 MiB, since it is held in memory.
///
/// - SeeAlso: age v1 (C2SP/age).
public enum AgeFile {
    /// The work factor of a new file: scrypt with N = 2^18, r = 8, p = 1, about a quarter of a gibibyte.
    public static let defaultWorkFactor = 18
    /// The highest work factor that is done: a gibibyte.
    public static let workFactorLimit = 20
    /// Octets of an age file that are read at most.
    public static let octetLimit = 67_174_400
    private static let plainLimit = 67_108_864

    /// Encrypts octets to recipients.
    ///
    /// - Parameters:
    ///   - plain: At most 1 MiB.
    ///   - recipients: 1 to 256.
    /// - Returns: The file's octets.
    /// - Throws: ``KeystoreError/Code/invalidParameter``.
    public static func encrypt(
        _ plain: borrowing Secret,
        to recipients: [AgeRecipient]
    ) throws(KeystoreError) -> [UInt8] {
        try encrypt(TransientSecret(plain), to: recipients)
    }

    /// Encrypts octets under a passphrase.
    ///
    /// - Parameters:
    ///   - plain: At most 1 MiB.
    ///   - passphrase: Not empty.
    ///   - workFactor: The binary logarithm of scrypt's N, 10 to 20.
    /// - Returns: The file's octets.
    /// - Throws: ``KeystoreError/Code/invalidParameter``.
    public static func encrypt(
        _ plain: borrowing Secret,
        passphrase: borrowing Secret,
        workFactor: Int = defaultWorkFactor
    ) throws(KeystoreError) -> [UInt8] {
        try encrypt(TransientSecret(plain), passphrase: passphrase, workFactor: workFactor)
    }

    package static func encrypt(
        _ plain: TransientSecret,
        passphrase: borrowing Secret,
        workFactor: Int
    ) throws(KeystoreError) -> [UInt8] {
        guard !passphrase.isEmpty, (10...workFactorLimit).contains(workFactor) else {
            throw KeystoreError(.invalidParameter, "an age file needs a passphrase and a work factor of 10 to 20")
        }
        let fileKey = try AgeFileKey.make()
        let stanza = try AgeScrypt.wrap(fileKey, passphrase: passphrase, workFactor: workFactor)
        return try assemble(plain, [stanza], fileKey)
    }

    /// Decrypts a file for an identity.
    ///
    /// - Parameters:
    ///   - octets: The file, at most 64 MiB and its overhead; the plain text must have at most 1 MiB.
    ///   - identity: The identity of one of the file's recipients.
    /// - Returns: The plain text.
    /// - Throws: ``KeystoreError/Code/authenticationFailed`` if the file is for others; ``KeystoreError/Code/decoding``
    ///   if it is damaged, cut off, or no age file.
    public static func decrypt(
        _ octets: [UInt8],
        with identity: borrowing AgeIdentity
    ) throws(KeystoreError) -> Secret {
        try secret(try open(octets, with: identity))
    }

    /// Decrypts a file with a passphrase.
    ///
    /// - Parameters:
    ///   - octets: The file, at most 64 MiB and its overhead; the plain text must have at most 1 MiB.
    ///   - passphrase: The file's passphrase.
    /// - Returns: The plain text.
    /// - Throws: ``KeystoreError/Code/authenticationFailed`` if the passphrase is wrong or the file is not for one;
    ///   ``KeystoreError/Code/decoding``; ``KeystoreError/Code/unimplemented`` for a work factor above the limit.
    public static func decrypt(
        _ octets: [UInt8],
        passphrase: borrowing Secret
    ) throws(KeystoreError) -> Secret {
        try secret(try open(octets, passphrase: passphrase))
    }

    package static func open(_ octets: [UInt8], passphrase: borrowing Secret) throws(KeystoreError) -> TransientSecret {
        let header = try self.header(octets)
        guard let stanza = header.stanzas.first, stanza.arguments[0] == AgeScrypt.type else {
            throw KeystoreError(.authenticationFailed, "the age file is not encrypted with a passphrase")
        }
        return try payload(octets, header, try AgeScrypt.unwrap(stanza, passphrase: passphrase))
    }

    package static func encrypt(_ plain: TransientSecret, to recipients: [AgeRecipient]) throws(KeystoreError)
        -> [UInt8]
    {
        guard (1...AgeHeader.stanzaLimit).contains(recipients.count) else {
            throw KeystoreError(.invalidParameter, "an age file must have 1 to \(AgeHeader.stanzaLimit) recipients")
        }
        let fileKey = try AgeFileKey.make()
        var stanzas: [AgeStanza] = []
        for recipient in recipients { stanzas.append(try AgeX25519.wrap(fileKey, for: recipient)) }
        return try assemble(plain, stanzas, fileKey)
    }

    package static func open(
        _ octets: [UInt8],
        with identity: borrowing AgeIdentity
    ) throws(KeystoreError) -> TransientSecret {
        let header = try self.header(octets)
        for stanza in header.stanzas where stanza.arguments[0] == AgeX25519.type {
            let share = try AgeX25519.ephemeralShare(stanza)
            if let key = try identity.wrapKey(ephemeralShare: share),
                let fileKey = AgeFileKey.unwrap(stanza.body, with: key)
            {
                return try payload(octets, header, fileKey)
            }
        }
        throw KeystoreError(.authenticationFailed, "the age file is not encrypted to \(identity.recipient)")
    }

    private static func assemble(
        _ plain: TransientSecret,
        _ stanzas: [AgeStanza],
        _ fileKey: borrowing Secret
    ) throws(KeystoreError) -> [UInt8] {
        guard plain.octets.count <= plainLimit else {
            throw KeystoreError(.invalidParameter, "an age file can contain at most \(plainLimit) bytes here")
        }
        return try AgeHeader(stanzas, fileKey: fileKey).encoded + (try AgeStream.seal(plain, fileKey: fileKey))
    }

    private static func header(_ octets: [UInt8]) throws(KeystoreError) -> AgeHeader {
        guard octets.count <= octetLimit else {
            throw KeystoreError(
                .decoding,
                "the age file has \(octets.count) bytes; at most \(octetLimit) are supported"
            )
        }
        let header = try AgeHeader(octets)
        guard header.stanzas.count == 1 || !header.stanzas.contains(where: { $0.arguments[0] == AgeScrypt.type }) else {
            throw KeystoreError(.decoding, "the age header has a scrypt stanza next to others")
        }
        return header
    }

    private static func payload(
        _ octets: [UInt8],
        _ header: AgeHeader,
        _ fileKey: borrowing Secret
    ) throws(KeystoreError) -> TransientSecret {
        guard try header.isAuthentic(fileKey) else {
            throw KeystoreError(.decoding, "the header of the age file was changed")
        }
        return try AgeStream.open(octets.span.extracting(header.count...), fileKey: fileKey)
    }

    private static func secret(_ plain: TransientSecret) throws(KeystoreError) -> Secret {
        guard plain.octets.count <= 1_048_576 else {
            throw KeystoreError(.decoding, "the age file contains more than 1 MiB")
        }
        return plain.secret
    }
}
