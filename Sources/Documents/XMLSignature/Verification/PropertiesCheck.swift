package import JetonASN1
package import JetonCMS
import JetonOctets
package import JetonX509

/// The properties of XAdES that belong to the signature itself, and the rules that keep others from being read.
///
/// The SignedProperties that count are those that this signature refers to, under this signature's own
/// QualifyingProperties: a document may hold any number of look-alikes.
///
/// - SeeAlso: ETSI EN 319 132-1 V1.3.1, 4.4 and 6.3.
package struct PropertiesCheck {
    /// What is wrong; empty if nothing is, and for signatures without properties.
    package private(set) var faults: [String] = []
    /// Why the properties are not read, though nothing is wrong with them; nil if they are.
    package private(set) var unread: String?
    /// QualifyingProperties; nil if there are none.
    package private(set) var qualifying: XMLElement?
    /// SignedProperties; nil if there are none, or they are not the signature's own.
    package private(set) var signed: XMLElement?

    /// Looks for the properties of a signature.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - ranges: Where each reference leads to in the document.
    package init(_ signature: ParsedSignature, _ ranges: [Range<UInt64>?]) {
        let objects = signature.element.all("Object")
        let found = objects.flatMap { $0.all("QualifyingProperties", XMLNames.xades) }
        var places: [Range<UInt64>?] = []
        for (reference, range) in zip(signature.references, ranges) {
            guard case .success(let reference) = reference, reference.type == XMLNames.propertiesType else { continue }
            places.append(range)
        }
        guard !found.isEmpty || !places.isEmpty else { return }
        let others = objects.flatMap(\.children).filter {
            $0.name == "QualifyingProperties" && $0.namespace != XMLNames.xades
        }
        if found.isEmpty, let other = others.first {
            unread = "properties of type '\(other.namespace.shown)' are not supported"
            return
        }
        guard found.count == 1, let qualifying = found.first else {
            faults.append("the signature has \(found.count) QualifyingProperties instead of one")
            return
        }
        self.qualifying = qualifying
        if qualifying.attribute("Target") != signature.id.map({ "#\($0)" }) {
            faults.append("the Target of QualifyingProperties names another signature")
        }
        let candidates = qualifying.all("SignedProperties", XMLNames.xades)
        guard candidates.count == 1, let properties = candidates.first else {
            faults.append("there are \(candidates.count) SignedProperties instead of one")
            return
        }
        guard places.count == 1, let place = places.first else {
            faults.append("the signature has \(places.count) references to its SignedProperties instead of one")
            return
        }
        guard place?.lowerBound == properties.offset else {
            faults.append("the SignedProperties that are signed belong to another signature")
            return
        }
        signed = properties
    }

    /// SignedSignatureProperties.
    package var signature: XMLElement? { signed?.only("SignedSignatureProperties", XMLNames.xades) }

    /// When the signer says that it signed; nil if it does not say, or not validly.
    package var signingTime: UniversalTime? {
        (signature?.only("SigningTime", XMLNames.xades)?.trimmedText).flatMap { XMLTime.parse($0) }
    }

    // MARK: - Certificate

    /// The digests of the certificates that the signer names, the signer's first.
    private var named: [(hash: HashAlgorithm?, digest: [UInt8])]? {
        guard let signature else { return nil }
        let lists =
            signature.all("SigningCertificateV2", XMLNames.xades) + signature.all("SigningCertificate", XMLNames.xades)
        guard lists.count == 1, let list = lists.first else { return lists.isEmpty ? nil : [] }
        return list.all("Cert", XMLNames.xades).prefix(16).map { entry in
            let digest = entry.only("CertDigest", XMLNames.xades)
            let method = digest?.only("DigestMethod")?.attribute("Algorithm") ?? ""
            return (HashAlgorithm(uri: method), digest?.only("DigestValue")?.base64 ?? [])
        }
    }

    /// Whether the signer's first name is that of a certificate; nil without a name.
    package func certificateFinding(_ certificate: Certificate) -> VerificationFinding? {
        typealias Finding = VerificationFinding
        guard let named else { return nil }
        guard let first = named.first else {
            return Finding(check: .signingCertificate, outcome: .failed, detail: "SigningCertificate is malformed")
        }
        guard let hash = first.hash, let fingerprint = try? certificate.fingerprint(hash) else {
            let detail = "the signer identifies the certificate by a hash algorithm that is not supported"
            return Finding(check: .signingCertificate, outcome: .notChecked, detail: detail)
        }
        let matches = ConstantTime.equals(fingerprint, first.digest)
        return Finding(
            check: .signingCertificate,
            outcome: matches ? .passed : .failed,
            detail: matches ? "the signed property names it" : "the signer named another certificate"
        )
    }

    /// Certificates, the one first that the signer names.
    func ordered(_ certificates: [Certificate]) -> [Certificate] {
        let first = certificates.filter { certificateFinding($0)?.outcome == .passed }
        return first + certificates.filter { !first.contains($0) }
    }
}
