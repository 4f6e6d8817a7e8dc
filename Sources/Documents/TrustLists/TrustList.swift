public import JetonASN1
import JetonCMS
public import JetonValidation
public import JetonX509
import XMLSignature

/// A trust list of ETSI, whose signature was checked before anything of it was read.
///
/// ```swift
/// let list = try TrustList(octets, name: "lotl.xml", signers: pinned)
/// let anchors = list.anchors()
/// ```
///
/// - SeeAlso: ETSI TS 119 612 V2.3.1; TS 119 615 V1.2.1, 4.
public struct TrustList: TrustSource {
    /// How many bytes a list may have: 64 MiB.
    public static let sizeLimit = 64 << 20
    /// How many elements it may have.
    private static let elementLimit = 1 << 20
    static let namespace = "http://uri.etsi.org/02231/v2#"

    /// A noun phrase for people, such as the file's path.
    public let name: String
    /// The territory that it is for, such as `EE`; `EU` for the list of lists.
    public let territory: String
    /// Whether it names other lists and who signs them, by its type, such as the EU's list of lists.
    public let isListOfLists: Bool
    /// Its number, which grows with each edition.
    public let sequenceNumber: String
    /// When it was issued.
    public let issued: UniversalTime
    /// Until when the next one will be issued; after that it is not used any more.
    public let nextUpdate: UniversalTime
    /// The certificate that signed it.
    public let signer: Certificate
    /// The services.
    public let services: [TrustService]
    /// The lists that it points to.
    public let pointers: [TrustListPointer]

    /// Checks the signature of a list, and reads it.
    ///
    /// - Parameters:
    ///   - octets: The list: XML of version 5 or 6.
    ///   - name: A noun phrase for people.
    ///   - signers: The certificates that may have signed it: pinned ones, or those that a list of lists names.
    ///   - time: The present.
    /// - Throws: ``TrustListError/Code/notSigned`` without a signature, ``TrustListError/Code/notIntact`` for one that
    ///   does not hold or does not cover the whole list, ``TrustListError/Code/refused`` for another signer and for a list
    ///   that has expired, ``TrustListError/Code/malformed``, ``TrustListError/Code/limitExceeded``.
    public init(_ octets: [UInt8], name: String, signers: [Certificate], time: UniversalTime = .now) throws {
        guard octets.count <= TrustList.sizeLimit else {
            throw TrustListError(.limitExceeded, "a trust list has at most \(TrustList.sizeLimit >> 20) MiB")
        }
        let root: XMLElement
        do {
            root = try XMLTree.read(MemorySource(octets), limit: TrustList.elementLimit)
            signer = try TrustList.signer(of: octets, root: root.offset, among: signers)
        } catch let error as DocumentError {
            throw TrustListError(error)
        }
        guard root.isElement("TrustServiceStatusList", TrustList.namespace),
            let scheme = root.member("SchemeInformation")
        else { throw TrustListError(.malformed, "the document is not a trust list") }
        let version = scheme.value("TSLVersionIdentifier")
        guard version == "5" || version == "6" else {
            throw TrustListError(
                .unsupported,
                "a trust list of version '\(version.prefix(16))' is not supported"
            )
        }
        guard let issued = XMLTime.parse(scheme.value("ListIssueDateTime")), issued <= time.adding(days: 1) else {
            throw TrustListError(
                .refused,
                "the trust list does not state when it was issued, or was issued in the future"
            )
        }
        guard let next = scheme.member("NextUpdate").map({ $0.value("dateTime") }), !next.isEmpty else {
            throw TrustListError(.refused, "the trust list is closed: it has no next update")
        }
        guard let nextUpdate = XMLTime.parse(next), nextUpdate >= time else {
            throw TrustListError(.refused, "the trust list has expired: its next update was due at \(next.prefix(32))")
        }
        self.name = name
        self.issued = issued
        self.nextUpdate = nextUpdate
        territory = scheme.value("SchemeTerritory")
        // TS 119 612, 5.3.3: the types of lists of lists are called so.
        isListOfLists = scheme.value("TSLType").lowercased().hasSuffix("listofthelists")
        sequenceNumber = scheme.value("TSLSequenceNumber")
        pointers = (scheme.member("PointersToOtherTSL")?.members("OtherTSLPointer") ?? []).map { TrustListPointer($0) }
        var services: [TrustService] = []
        for provider in root.member("TrustServiceProviderList")?.members("TrustServiceProvider") ?? [] {
            for service in provider.member("TSPServices")?.members("TSPService") ?? [] {
                if let known = try TrustService(service) { services.append(known) }
            }
        }
        self.services = services
    }

    /// The certificates of the services, each with the times at which, and the purposes for which, it is trusted.
    public func anchors() -> TrustStore {
        var order: [Certificate] = []
        var grants: [Certificate: [TrustGrant]] = [:]
        for service in services {
            // One that is trusted at no time is there too, so that verification can say why.
            guard service.statuses.contains(where: { !$0.purposes.isEmpty }) else { continue }
            for certificate in service.certificates {
                if grants[certificate] == nil { order.append(certificate) }
                grants[certificate, default: []] += service.grants
            }
        }
        return TrustStore(order.map { TrustAnchor($0, grants: grants[$0] ?? []) })
    }

    // MARK: - Signature

    /// The signer of a list, one of those that may sign it.
    ///
    /// - Parameters:
    ///   - octets: The list.
    ///   - root: Where its root element begins.
    ///   - signers: Who may sign it.
    /// - Returns: The signer's certificate.
    /// - Throws: `TrustListError` if the signature does not hold, is another's, or leaves out a part of the list.
    private static func signer(
        of octets: [UInt8],
        root: UInt64,
        among signers: [Certificate]
    ) throws -> Certificate {
        let report = try XMLSignatureVerifier(VerificationPolicy(certificates: signers, purpose: .any)).verify {
            MemorySource(octets)
        }
        guard let result = report.signatures.first, report.signatures.count == 1, report.innerCount == 0 else {
            throw TrustListError(.malformed, "the trust list has \(report.signatures.count) signatures instead of one")
        }
        guard result.signer.isIntact, let signer = result.signer.certificate else {
            let why = result.signer.failures.first { !$0.check.isAboutTrust }?.detail ?? "it is not valid"
            throw TrustListError(.notIntact, "the signature of the trust list: \(why)")
        }
        guard signers.contains(signer) else {
            throw TrustListError(.refused, "the trust list is signed by '\(signer)', which may not sign it")
        }
        // All of the document, not an element that was moved into another list.
        let coversRoot = zip(result.references, result.parsed?.references ?? []).contains { reference, parsed in
            guard reference.role == .data, case .success(let known) = parsed else { return false }
            return known.target == .document || reference.range?.lowerBound == root
        }
        guard coversRoot, result.uncoveredCount == 0 else {
            throw TrustListError(.notIntact, "the signature of the trust list does not cover the whole list")
        }
        return signer
    }
}
