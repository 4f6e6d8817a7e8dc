package import JetonCMS

/// What proves a message and stands beside it, in the document that holds both: certificates, evidence about revocation,
/// and timestamps over the document.
package struct DocumentEvidence: Sendable {
    /// Certificates in DER.
    package var certificates: [[UInt8]] = []
    /// Revocation lists in DER.
    package var lists: [[UInt8]] = []
    /// OCSP responses in DER.
    package var responses: [[UInt8]] = []
    /// The timestamps over the message and the document, with what checking them showed.
    package var timestamps: [AssessedTimestamp] = []
    /// Whether one of the timestamps that count covers the certificates and the evidence, too.
    package var isArchived = false

    /// Makes no evidence.
    package init() {}

    /// What a message and the evidence beside it have that the evidence does not.
    package init(_ parts: SignedDataParts, besides former: DocumentEvidence) {
        certificates = parts.certificates.filter { !former.certificates.contains($0) }
        for revocation in parts.revocations {
            if let response = EmbeddedEvidence.response(in: revocation) {
                if !former.responses.contains(response) { responses.append(response) }
            } else if revocation.first != 0xA1, !former.lists.contains(revocation) {
                lists.append(revocation)
            }
        }
    }

    /// Puts certificates and evidence into a message.
    package func add(to parts: inout SignedDataParts) {
        for certificate in certificates { parts.add(certificate: certificate) }
        for response in responses { parts.add(revocation: EmbeddedEvidence.revocation(response: response)) }
        for list in lists { parts.add(revocation: list) }
    }
}
