internal import ArgumentParser
internal import SigningDesk

/// Which private key signs, on which token, and where its PIN comes from.
struct KeyUseOptions: ParsableArguments {
    @OptionGroup var key: KeyOptions
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions

    /// Finds the key and logs in.
    func sign(certificate: CertificateChoice? = nil) throws -> SigningSession {
        try Desk.sign(tokens.query(), key: key.name(), pin: pin, certificate: certificate)
    }
}
