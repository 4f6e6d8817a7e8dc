import Octets

/// The digests of a content that comes in pieces, by several hashes at once.
struct ContentDigests: Sendable {
    private var hashes: [RunningHash]
    private var known: (algorithm: HashAlgorithm, digest: [UInt8])?
    private(set) var size: UInt64 = 0
    /// The whole content while it is small.
    private var prefix: [UInt8] = []

    /// Larger contents can't be attributes.
    private static let prefixLimit = 65_536

    init(_ algorithms: some Sequence<HashAlgorithm>) {
        hashes = []
        for algorithm in algorithms where !hashes.contains(where: { $0.algorithm == algorithm }) {
            hashes.append(RunningHash(algorithm))
        }
    }

    /// A digest that was computed elsewhere, over content that is not at hand.
    init(known digest: [UInt8], by algorithm: HashAlgorithm, size: UInt64) {
        hashes = []
        known = (algorithm, digest)
        self.size = size
    }

    mutating func update(_ octets: Span<UInt8>) {
        for index in hashes.indices { hashes[index].update(octets) }
        size += UInt64(octets.count)
        if size <= UInt64(ContentDigests.prefixLimit) {
            for index in 0..<octets.count { prefix.append(octets[index]) }
        } else {
            prefix = []
        }
    }

    /// The digest by an algorithm; nil if it was not computed.
    func digest(_ algorithm: HashAlgorithm) -> [UInt8]? {
        if let known, known.algorithm == algorithm { return known.digest }
        return hashes.first { $0.algorithm == algorithm }?.finish()
    }

    /// Whether the content is itself the encoding of signed attributes.
    ///
    /// Then a signature over it without signed attributes may be one over other content with them: a verifier that
    /// takes the attributes out of a message can present them as the content.
    var isEncodingOfAttributes: Bool {
        guard var reader = try? ASN1Element.parse(prefix[...], rules: .distinguished).members(of: .set),
            let members = try? reader.rest(limit: SignerInfo.attributeLimit)
        else { return false }
        return members.contains { (try? CMSAttribute($0))?.type == .messageDigest }
    }
}
