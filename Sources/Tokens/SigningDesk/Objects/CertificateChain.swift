internal import JetonASN1
public import JetonX509

/// Which certificates a signature holds beside the signer's.
public enum ChainChoice: String, Hashable, Sendable, CaseIterable {
    /// None.
    case none
    /// Those of the signer's issuers without the root, which a verifier has to have by itself.
    case issuers
    /// Those of the signer's issuers with the root.
    case all
}

/// The issuers of a certificate, as far as their certificates are at hand.
public struct CertificateChain: Sendable {
    /// A chain has at most this many issuers.
    private static let limit = 10

    /// The issuers' certificates, the signer's own issuer first, the root last if it is at hand.
    public let issuers: [Certificate]
    /// The issuer whose certificate is not at hand; nil if the chain reaches a self-issued certificate.
    public let missingIssuer: DistinguishedName?

    /// Follows the issuers of a certificate.
    ///
    /// - Parameters:
    ///   - certificate: The certificate to start from, which is not part of the chain.
    ///   - candidates: The certificates to choose from, in any order; an issuer is one whose subject is the name of the
    ///     issuer and whose key has signed.
    public init(of certificate: Certificate, among candidates: [Certificate]) {
        var issuers: [Certificate] = []
        var last = certificate
        while !last.isSelfIssued, issuers.count < CertificateChain.limit {
            let signed = last
            let next = candidates.first {
                $0.subject.matches(signed.issuer) && signed.checkSignature(by: $0.publicKey) == .valid
            }
            guard let next else { break }
            issuers.append(next)
            last = next
        }
        self.issuers = issuers
        missingIssuer = last.isSelfIssued ? nil : last.issuer
    }

    /// The certificates of a choice.
    public func certificates(_ choice: ChainChoice) -> [Certificate] {
        switch choice {
        case .none: []
        case .issuers: issuers.filter { !$0.isSelfIssued }
        case .all: issuers
        }
    }
}
