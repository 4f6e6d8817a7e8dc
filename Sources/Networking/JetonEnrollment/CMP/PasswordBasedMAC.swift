import JetonASN1
import JetonLibcrypto
import JetonOctets
import JetonX509

/// The MAC that protects messages of CMP by a shared secret.
///
/// - SeeAlso: RFC 9810, 5.1.3.1; RFC 9481, 6.1.1.
struct PasswordBasedMAC: Hashable {
    /// How many iterations are computed for a peer: with fewer, one answer would tell the password to who tries all.
    private static let iterationLimits = 100...100_000

    let salt: [UInt8]
    /// The function that the key is derived by.
    let derivation: HashAlgorithm
    let iterations: Int
    /// The function of the HMAC.
    let hash: HashAlgorithm
    /// How the HMAC is named.
    private let hmac: OID

    private static let names: [(oid: OID, hash: HashAlgorithm)] = [
        (.hmacWithSHA256, .sha256), (.hmacWithSHA384, .sha384), (.hmacWithSHA512, .sha512), (.hmacWithSHA1, .sha1),
        (.hmacSHA1OfPKIX, .sha1),
    ]

    /// Parameters for a message of our own: SHA-256, 10,000 iterations, a random salt of 16 bytes.
    static func random() throws -> PasswordBasedMAC {
        PasswordBasedMAC(
            salt: try Random.octets(16),
            derivation: .sha256,
            iterations: 10_000,
            hash: .sha256,
            hmac: .hmacWithSHA256
        )
    }

    private init(salt: [UInt8], derivation: HashAlgorithm, iterations: Int, hash: HashAlgorithm, hmac: OID) {
        self.salt = salt
        self.derivation = derivation
        self.iterations = iterations
        self.hash = hash
        self.hmac = hmac
    }

    /// Reads PBMParameter.
    ///
    /// - Throws: `EncodingError`, also for functions that are not known here, and for less than 100 or more than 100,000
    ///   iterations.
    init(_ parameters: [UInt8]) throws(EncodingError) {
        var reader = try ASN1Element.parse(parameters, rules: .basic).members(of: .sequence)
        salt = try reader.next().octetString()
        let derivation = try AlgorithmIdentifier(reader.next())
        iterations = try reader.next().int()
        hmac = try AlgorithmIdentifier(reader.next()).oid
        try reader.finish()
        let known: [HashAlgorithm] = [.sha256, .sha384, .sha512, .sha1]
        let name = hmac
        guard let function = known.first(where: { $0.oid == derivation.oid }),
            let hash = PasswordBasedMAC.names.first(where: { $0.oid == name })?.hash
        else { throw EncodingError(.unexpectedValue, at: 0) }
        self.derivation = function
        self.hash = hash
        guard PasswordBasedMAC.iterationLimits.contains(iterations), salt.count <= 128 else {
            throw EncodingError(.limitExceeded, at: 0)
        }
    }

    /// The protectionAlg of a message.
    var algorithm: AlgorithmIdentifier {
        AlgorithmIdentifier(
            oid: .passwordBasedMAC,
            parameters: DER.sequence(
                DER.octetString(salt),
                AlgorithmIdentifier(derivation).derRepresentation,
                DER.integer(UInt64(iterations)),
                AlgorithmIdentifier(oid: hmac, parameters: DER.null).derRepresentation
            )
        )
    }

    /// The MAC of a message.
    func authenticate(_ message: [UInt8], _ secret: borrowing Secret) throws(DocumentError) -> [UInt8] {
        // The derived key is as worthy as the password for messages with this salt only, and is wiped all the same.
        var key = [UInt8]()
        key.reserveCapacity(secret.count + salt.count)
        secret.withBytes { octets in for index in octets.indices { key.append(octets[index]) } }
        key += salt
        defer { PasswordBasedMAC.wipe(&key) }
        for _ in 0..<iterations {
            var next = try derivation.hash(key)
            swap(&key, &next)
            PasswordBasedMAC.wipe(&next)
        }
        return try PasswordBasedMAC.hmac(message, key, hash)
    }

    /// HMAC of RFC 2104.
    private static func hmac(_ message: [UInt8], _ key: [UInt8], _ hash: HashAlgorithm) throws(DocumentError) -> [UInt8]
    {
        let block = hash == .sha384 || hash == .sha512 ? 128 : 64
        var padded = key.count > block ? try hash.hash(key) : key
        padded.reserveCapacity(block)
        padded += repeatElement(0, count: block - padded.count)
        defer { wipe(&padded) }
        func keyed(_ pad: UInt8, _ octets: [UInt8]) throws(DocumentError) -> [UInt8] {
            for index in padded.indices { padded[index] ^= pad }
            var input = padded + octets
            defer {
                wipe(&input)
                for index in padded.indices { padded[index] ^= pad }
            }
            return try hash.hash(input)
        }
        return try keyed(0x5C, keyed(0x36, message))
    }

    private static func wipe(_ octets: inout [UInt8]) {
        for index in octets.indices { octets[index] = 0 }
    }
}
