import JetonASN1
import JetonX509

/// The parts of a SignedData message around content and signers, in DER or with indefinite lengths.
///
/// - SeeAlso: RFC 5652, 5.1; ITU-T X.690 (2021), 8.1.3.6.
struct SignedDataFrame: Sendable {
    var contentType = OID.data
    /// AlgorithmIdentifiers.
    var hashes: [[UInt8]]
    /// CertificateChoices.
    var certificates: [[UInt8]]
    /// RevocationInfoChoices.
    var revocations: [[UInt8]] = []
    /// Whether a signer goes by key identifier.
    var hasNumberedSigner = false
    /// Whether OCSP responses are added once the version was written.
    var expectsResponses = false

    /// The version after RFC 5652, 5.1; then the hashes.
    private var opening: [UInt8] { DER.integer(version) + DER.set(of: hashes) }

    private var version: UInt64 {
        func has(_ number: UInt8, _ parts: [[UInt8]]) -> Bool { parts.contains { $0.first == 0xA0 | number } }
        if expectsResponses || has(3, certificates) || has(1, revocations) { return 5 }
        if has(2, certificates) { return 4 }
        return has(1, certificates) || hasNumberedSigner || contentType != .data ? 3 : 1
    }

    /// Certificates, revocation information and one signer, behind the content.
    func closing(signerInfo: [UInt8]) -> [UInt8] { closing([signerInfo]) }

    /// A whole message of one signer without content.
    func detached(signerInfo: [UInt8]) -> [UInt8] { detached([signerInfo]) }

    /// Certificates, revocation information and signers, behind the content.
    func closing(_ signers: [[UInt8]]) -> [UInt8] {
        (certificates.isEmpty ? [] : DER.set(of: certificates, tag: .contextConstructed(0)))
            + (revocations.isEmpty ? [] : DER.set(of: revocations, tag: .contextConstructed(1)))
            + DER.set(of: signers)
    }

    /// A whole message without content.
    func detached(_ signers: [[UInt8]]) -> [UInt8] {
        let content = DER.sequence(DER.oid(contentType))
        return message(DER.sequence(opening, content, closing(signers)))
    }

    /// A whole message around content in memory.
    func attached(content: [UInt8], _ signers: [[UInt8]]) -> [UInt8] {
        let content = DER.sequence(DER.oid(contentType), DER.explicit(0, DER.octetString(content)))
        return message(DER.sequence(opening, content, closing(signers)))
    }

    private func message(_ signedData: [UInt8]) -> [UInt8] {
        DER.sequence(DER.oid(.signedData), DER.explicit(0, signedData))
    }

    // MARK: - In pieces

    /// What comes in front of the content if the sizes of content and closing are known: DER.
    func head(contentSize: UInt64, closingSize: Int) -> [UInt8] {
        let content = contentHead(contentSize: contentSize)
        let signedDataSize = UInt64(opening.count + content.count + closingSize) + contentSize
        let signedData = [0x30] + DER.encode(length: signedDataSize)
        let explicitSize = UInt64(signedData.count) + signedDataSize
        let explicit = [0xA0] + DER.encode(length: explicitSize)
        let oid = DER.oid(.signedData)
        let outer = [0x30] + DER.encode(length: UInt64(oid.count + explicit.count) + explicitSize)
        return outer + oid + explicit + signedData + opening + content
    }

    /// What comes in front of the content if only the content's size is known: definite around the content,
    /// indefinite outside.
    func head(contentSize: UInt64) -> [UInt8] {
        SignedDataFrame.indefiniteOuter + opening + contentHead(contentSize: contentSize)
    }

    /// What comes in front of the content if no size is known; segments and ``endOfSegments`` follow.
    var indefiniteHead: [UInt8] {
        SignedDataFrame.indefiniteOuter + opening + [0x30, 0x80] + DER.oid(contentType) + [0xA0, 0x80, 0x24, 0x80]
    }

    /// Ends the octet string, its explicit tag, and encapContentInfo.
    static let endOfSegments = [UInt8](repeating: 0, count: 6)

    /// Ends SignedData, its explicit tag, and ContentInfo.
    static let endOfMessage = [UInt8](repeating: 0, count: 6)

    /// The header of one segment of a constructed octet string.
    static func segmentHead(_ count: Int) -> [UInt8] { DER.header(.octetString, length: count) }

    private static let indefiniteOuter: [UInt8] = [0x30, 0x80] + DER.oid(.signedData) + [0xA0, 0x80, 0x30, 0x80]

    /// encapContentInfo up to the content's first octet.
    private func contentHead(contentSize: UInt64) -> [UInt8] {
        let string = [0x04] + DER.encode(length: contentSize)
        let explicitSize = UInt64(string.count) + contentSize
        let explicit = [0xA0] + DER.encode(length: explicitSize)
        let oid = DER.oid(contentType)
        return [0x30] + DER.encode(length: UInt64(oid.count + explicit.count) + explicitSize) + oid + explicit + string
    }
}

extension SignedDataFrame {
    /// The frame of a message with one hash and these certificates.
    init(hash: HashAlgorithm, certificates: [Certificate]) {
        self.init(
            hashes: [AlgorithmIdentifier(hash).derRepresentation],
            certificates: certificates.map(\.derRepresentation)
        )
    }
}
