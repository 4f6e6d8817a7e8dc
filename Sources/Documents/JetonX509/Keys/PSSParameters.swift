import JetonASN1
import JetonLibcrypto
import JetonOctets

/// The parameters of RSASSA-PSS.
///
/// - SeeAlso: RFC 4055, 3.1; RFC 8017, A.2.3.
package struct PSSParameters: Hashable, Sendable {
    let hash: HashAlgorithm
    let maskHash: HashAlgorithm
    let saltLength: Int

    /// MGF1 over the same hash, and a salt as long as the digest.
    init(hash: HashAlgorithm) {
        self.hash = hash
        maskHash = hash
        saltLength = hash.digestSize
    }

    /// Reads RSASSA-PSS-params; nil for a hash or a mask function that is not known here.
    ///
    /// What is left out means SHA-1, MGF1 with SHA-1, and 20 octets of salt.
    init?(_ encoded: [UInt8]) throws(EncodingError) {
        var hash: HashAlgorithm? = .sha1
        var maskHash: HashAlgorithm? = .sha1
        var saltLength = 20
        var trailerField = 1
        if !encoded.isEmpty {
            var reader = try ASN1Element.parse(encoded, rules: .basic).members(of: .sequence)
            if let field = try reader.nextIf(.contextConstructed(0)) {
                hash = PSSParameters.hash(try AlgorithmIdentifier(field.onlyMember()))
            }
            if let field = try reader.nextIf(.contextConstructed(1)) {
                maskHash = try PSSParameters.maskHash(AlgorithmIdentifier(field.onlyMember()))
            }
            if let field = try reader.nextIf(.contextConstructed(2)) { saltLength = try field.onlyMember().int() }
            if let field = try reader.nextIf(.contextConstructed(3)) { trailerField = try field.onlyMember().int() }
            try reader.finish()
        }
        guard let hash, let maskHash, (0...2048).contains(saltLength), trailerField == 1 else { return nil }
        self.hash = hash
        self.maskHash = maskHash
        self.saltLength = saltLength
    }

    private static func hash(_ identifier: AlgorithmIdentifier) -> HashAlgorithm? {
        HashAlgorithm(oid: identifier.oid).flatMap { $0.isSHA ? $0 : nil }
    }

    private static func maskHash(_ identifier: AlgorithmIdentifier) throws(EncodingError) -> HashAlgorithm? {
        guard identifier.oid == .mgf1, !identifier.parameters.isEmpty else { return nil }
        return hash(try AlgorithmIdentifier(ASN1Element.parse(identifier.parameters, rules: .basic)))
    }

    /// Whether a key that states these parameters may make signatures with others.
    ///
    /// RFC 4055, 3.1: hash and mask function are the same, and the salt is not shorter.
    func allow(_ other: PSSParameters) -> Bool {
        hash == other.hash && maskHash == other.maskHash && other.saltLength >= saltLength
    }

    /// The AlgorithmIdentifier `id-RSASSA-PSS` with these parameters.
    var algorithmIdentifier: AlgorithmIdentifier {
        // RFC 4055, 2.1: the hash of these parameters carries NULL.
        func identifier(_ hash: HashAlgorithm) -> [UInt8] { DER.sequence(DER.oid(hash.oid), DER.null) }
        let parameters = DER.sequence(
            DER.explicit(0, identifier(hash)),
            DER.explicit(1, DER.sequence(DER.oid(.mgf1), identifier(maskHash))),
            DER.explicit(2, DER.integer(UInt64(saltLength)))
        )
        return AlgorithmIdentifier(oid: .rsassaPSS, parameters: parameters)
    }
}
