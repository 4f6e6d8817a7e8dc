import JetonASN1
import JetonOctets
import JetonX509

/// What stands behind the content of a SignedData message.
struct SignedDataRest: Sendable {
    /// The certificates that could be read.
    let certificates: [Certificate]
    /// How many elements among the certificates are of another kind, or could not be read.
    let unreadableCertificates: Int
    /// All elements among the certificates.
    let certificateElements: [[UInt8]]
    /// The revocation lists and OCSP responses.
    let revocationElements: [[UInt8]]
    /// The signers.
    let signers: [SignerInfo]

    init(
        certificates: ASN1Element?,
        revocations: ASN1Element?,
        signers: ASN1Element
    ) throws(EncodingError) {
        var readable: [Certificate] = []
        var unreadable = 0
        var elements: [[UInt8]] = []
        var reader = try certificates?.members() ?? ASN1Reader([], rules: .basic)
        for element in try reader.rest(limit: SignedDataReader<MemorySource>.certificateLimit) {
            elements.append(Array(element.encoded))
            do {
                readable.append(try Certificate(element))
            } catch {
                unreadable += 1
            }
        }
        self.certificates = readable
        unreadableCertificates = unreadable
        certificateElements = elements

        reader = try revocations?.members() ?? ASN1Reader([], rules: .basic)
        revocationElements = try reader.rest(limit: SignedDataReader<MemorySource>.certificateLimit)
            .map { Array($0.encoded) }
        reader = try signers.members(of: .set)
        var infos: [SignerInfo] = []
        for element in try reader.rest(limit: SignedDataReader<MemorySource>.signerLimit) {
            infos.append(try SignerInfo(element))
        }
        self.signers = infos
    }
}
