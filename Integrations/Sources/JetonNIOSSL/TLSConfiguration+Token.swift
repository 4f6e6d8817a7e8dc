public import Jeton
public import NIOSSL

extension TLSConfiguration {
    /// The configuration of a server whose key is on a token.
    ///
    /// ```swift
    /// let tls = try TLSConfiguration.makeServerConfiguration(key: token.key("server", for: .tls))
    /// ```
    ///
    /// - Parameters:
    ///   - key: A key that was opened for TLS.
    ///   - chain: The server's certificate, then those of its issuers; empty for the certificate on the token.
    /// - Returns: The configuration: TLS 1.2 and 1.3.
    /// - Throws: ``TLSKeyError``; an error of swift-nio-ssl for a certificate that it does not take.
    public static func makeServerConfiguration(
        key: TokenKey,
        chain: [NIOSSLCertificate] = []
    ) throws -> TLSConfiguration {
        var configuration = makeServerConfiguration(
            certificateChain: try sources(key, chain),
            privateKey: .privateKey(NIOSSLPrivateKey(customPrivateKey: try TokenTLSKey(key)))
        )
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }

    /// Sets the client certificate, whose key is on a token.
    ///
    /// - Parameters:
    ///   - key: A key that was opened for TLS.
    ///   - chain: The client's certificate, then those of its issuers; empty for the certificate on the token.
    /// - Throws: As ``makeServerConfiguration(key:chain:)``.
    public mutating func setClientCertificate(key: TokenKey, chain: [NIOSSLCertificate] = []) throws {
        certificateChain = try Self.sources(key, chain)
        privateKey = .privateKey(NIOSSLPrivateKey(customPrivateKey: try TokenTLSKey(key)))
    }

    private static func sources(
        _ key: TokenKey,
        _ chain: [NIOSSLCertificate]
    ) throws -> [NIOSSLCertificateSource] {
        if !chain.isEmpty { return chain.map { .certificate($0) } }
        guard let der = key.certificate?.derRepresentation else { throw TLSKeyError.noCertificate }
        return [.certificate(try NIOSSLCertificate(bytes: der, format: .der))]
    }
}
