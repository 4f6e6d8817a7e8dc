import JetonASN1
import JetonOctets

/// The trust anchors of a verifier, found by their names.
///
/// The system's bundle holds some hundred and fifty anchors, and a path needs one: from a bundle only the names are
/// read at first, and a certificate when a path asks for it.
public struct TrustStore: Sendable {
    private enum Entry: Sendable {
        case anchor(TrustAnchor)
        /// A certificate in DER that was not read yet.
        case encoded([UInt8])

        /// The anchor; nil if its certificate is malformed.
        var anchor: TrustAnchor? {
            switch self {
            case .anchor(let anchor): anchor
            case .encoded(let octets): (try? Certificate(derRepresentation: octets)).map { TrustAnchor($0) }
            }
        }
    }

    /// What the store says of a certificate.
    enum Standing: Equatable {
        /// It is an anchor.
        case trusted
        /// It is in the store, and its trust settings refuse the purpose; the text says why.
        case refused(String)
        /// It is not in the store.
        case absent
    }

    /// Entries with the canonical form of their subjects.
    private var entries: [(name: [UInt8], entry: Entry)] = []

    /// Makes a store of anchors; without any, nothing is trusted.
    public init(_ anchors: [TrustAnchor] = []) {
        for anchor in anchors { add(anchor) }
    }

    private mutating func add(_ anchor: TrustAnchor) {
        entries.append((anchor.certificate.subject.canonicalForm, .anchor(anchor)))
    }

    /// Makes a store of certificates without limits.
    public init(_ certificates: [Certificate]) { self.init(certificates.map { TrustAnchor($0) }) }

    /// Makes a store of a bundle in PEM.
    ///
    /// A certificate that cannot be read is not an anchor, and not an error.
    ///
    /// - Throws: ``DocumentError/Code/malformedPEM``, ``DocumentError/Code/limitExceeded``.
    public init(bundle octets: [UInt8]) throws(DocumentError) {
        for block in try readingPEM({ () throws(PEMError) in try PEM.parse(octets) }) {
            if block.label == "CERTIFICATE" {
                guard let name = try? Certificate.subject(ofEncoded: block.octets) else { continue }
                entries.append((name.canonicalForm, .encoded(block.octets)))
            } else if let anchor = try? TrustAnchor(block) {
                add(anchor)
            }
        }
    }

    /// Whether a certificate of this subject is in the store.
    public func hasAnchor(named name: DistinguishedName) -> Bool {
        let name = name.canonicalForm
        return entries.contains { $0.name == name }
    }

    /// The anchors with a name in its canonical form, refused ones too.
    private func anchors(named name: [UInt8]) -> [TrustAnchor] {
        var found: [TrustAnchor] = []
        for entry in entries where entry.name == name {
            if let anchor = entry.entry.anchor { found.append(anchor) }
        }
        return found
    }

    /// The certificates with a name in its canonical form, refused ones too.
    func certificates(named name: [UInt8]) -> [Certificate] { anchors(named: name).map(\.certificate) }

    /// The certificates with a name, refused ones too.
    package func certificates(named name: DistinguishedName) -> [Certificate] {
        certificates(named: name.canonicalForm)
    }

    /// The certificates that satisfy a condition.
    ///
    /// - Parameters:
    ///   - issuer: Their issuer, if it is known; spares reading the rest of a bundle.
    ///   - matches: The condition.
    /// - Returns: The certificates of the anchors.
    package func certificates(
        issuedBy issuer: DistinguishedName?,
        where matches: (Certificate) -> Bool
    ) -> [Certificate] {
        let issuer = issuer?.canonicalForm
        var found: [Certificate] = []
        for (name, entry) in entries {
            // Of a bundle's authorities, only the one whose name is the issuer's can have issued itself.
            if case .encoded = entry, let issuer, issuer != name { continue }
            if let certificate = entry.anchor?.certificate, matches(certificate) { found.append(certificate) }
        }
        return found
    }

    /// Whether a certificate is an anchor for a purpose at a time; a refusal by trust settings counts for more than trust,
    /// and for every certificate of the same name and key.
    func standing(of certificate: Certificate, for purpose: CertificatePurpose, at time: UniversalTime) -> Standing {
        var standing = Standing.absent
        for anchor in anchors(named: certificate.subject.canonicalForm) {
            guard anchor.certificate.publicKey == certificate.publicKey else { continue }
            if let refusal = anchor.refusal(for: purpose) { return .refused(refusal) }
            guard anchor.certificate == certificate else { continue }
            guard let refusal = anchor.refusal(for: purpose, at: time) else {
                standing = .trusted
                continue
            }
            if standing == .absent { standing = .refused(refusal) }
        }
        return standing
    }

    /// The anchors of two stores.
    public func adding(_ other: TrustStore) -> TrustStore {
        var both = self
        both.entries += other.entries
        return both
    }
}
