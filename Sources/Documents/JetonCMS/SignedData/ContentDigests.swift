import JetonASN1
import JetonLibcrypto
import JetonOctets
import JetonX509

/// The digests of a content that comes in pieces, by several hashes at once.
struct ContentDigests: Sendable {
    private var running: [(algorithm: HashAlgorithm, digest: RunningDigest)] = []
    /// Why a digest can't be computed.
    private var missing: [(algorithm: HashAlgorithm, reason: String)] = []
    private var known: [ContentDigest] = []
    private(set) var size: UInt64 = 0
    /// The whole content while it is small.
    private var prefix: [UInt8] = []

    /// Larger contents can't be attributes.
    private static let prefixLimit = 65_536

    init(_ algorithms: some Sequence<HashAlgorithm>) {
        for algorithm in algorithms where !running.contains(where: { $0.algorithm == algorithm }) {
            do {
                running.append((algorithm, try algorithm.begin()))
            } catch {
                missing.append((algorithm, error.context))
            }
        }
    }

    /// Digests that were computed elsewhere, over content that is not at hand.
    init(known: [ContentDigest], size: UInt64) {
        self.known = known
        self.size = size
    }

    mutating func update(_ octets: Span<UInt8>) throws(DocumentError) {
        for hash in running {
            do {
                try hash.digest.update(octets)
            } catch {
                throw DocumentError(.cryptographyFailed, "\(hash.algorithm): \(error)")
            }
        }
        size += UInt64(octets.count)
        if size <= UInt64(ContentDigests.prefixLimit) {
            for index in 0..<octets.count { prefix.append(octets[index]) }
        } else {
            prefix = []
        }
    }

    /// The digest by an algorithm; nil if it was not computed.
    func digest(_ algorithm: HashAlgorithm) -> [UInt8]? {
        if let known = known.first(where: { $0.hash == algorithm }) { return known.digest }
        return running.first { $0.algorithm == algorithm }.flatMap { try? $0.digest.digest() }
    }

    /// Every digest that was computed.
    var all: [ContentDigest] {
        known
            + running.compactMap { entry in
                (try? entry.digest.digest()).map { ContentDigest(hash: entry.algorithm, digest: $0) }
            }
    }

    /// Why the digest by an algorithm can't be computed; nil if it can, or was not asked for.
    func obstacle(_ algorithm: HashAlgorithm) -> String? { missing.first { $0.algorithm == algorithm }?.reason }

    /// Whether the content is itself the encoding of signed attributes.
    ///
    /// Then a signature over it without signed attributes may be one over other content with them: a verifier that
    /// takes the attributes out of a message can present them as the content.
    var isEncodingOfAttributes: Bool {
        guard var reader = try? ASN1Element.parse(prefix).members(of: .set),
            let members = try? reader.rest(limit: SignerInfo.attributeLimit)
        else { return false }
        return members.contains { (try? CMSAttribute($0))?.type == .messageDigest }
    }
}
