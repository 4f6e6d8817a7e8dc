internal import ArgumentParser
internal import JetonX509
internal import SigningDesk
internal import VerificationDesk

/// The signer's certificate, and which certificates of issuers go with it.
struct SignerCertificateOptions: ParsableArguments {
    /// Which certificates of issuers go with the signer's.
    enum Chain: String, ExpressibleByArgument, CaseIterable {
        case none
        case issuers
        case all

        var choice: ChainChoice {
            switch self {
            case .none: .none
            case .issuers: .issuers
            case .all: .all
            }
        }
    }

    @Option(
        help: ArgumentHelp(
            "The signer's certificate: a file, or a PKCS #11 URI.",
            discussion: "Default: the newest valid certificate on the token with the key's id.",
            valueName: "file|uri"
        ),
        completion: .file()
    )
    var certificate: String?

    @Option(
        help: """
            Further certificates in the CMS message: none, issuers (those on the token or in the file of --certificate, \
            without the root) or all (with the root).
            """
    )
    var chain = Chain.issuers

    /// Which certificate is the signer's.
    ///
    /// - Returns: That of the key unless the option names one.
    /// - Throws: An error for a file without a certificate, and for a URI that is not one.
    func choice() throws -> CertificateChoice {
        guard let certificate else { return .ofKey }
        let isURI = certificate.hasPrefix("pkcs11:")
        return isURI ? .named(try ObjectName(certificate)) : .given(try CertificateFile.certificates(at: certificate))
    }
}
