import JetonNetwork
import JetonX509

/// What a server's operator changes, and the lines for three servers.
package struct ServerAdvice: Hashable, Sendable {
    /// What is wrong with the server.
    package let problem: String
    /// What to do beside the settings; nil for nothing.
    package let action: String?
    /// Lines of nginx's configuration.
    package let nginx: [String]
    /// Lines of Apache's.
    package let apache: [String]
    /// Lines of HAProxy's section `global`.
    package let haproxy: [String]

    private init(
        _ problem: String,
        action: String? = nil,
        nginx: [String] = [],
        apache: [String] = [],
        haproxy: [String] = []
    ) {
        self.problem = problem
        self.action = action
        self.nginx = nginx
        self.apache = apache
        self.haproxy = haproxy
    }

    private static let ciphers =
        "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:"
        + "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305"

    private static func newCertificate(for diagnosis: TransportDiagnosis) -> String {
        "install a certificate with an RSA key of 2048 bits or more or an EC key of P-256 or more, signed with "
            + "SHA-256, "
            + "valid for at most 398 days and issued for \(diagnosis.url.host), together with every certificate up "
            + "to the "
            + "authority's"
    }

    /// The advice after a diagnosis; none if the defaults pass.
    static func all(for diagnosis: TransportDiagnosis) -> [ServerAdvice] {
        guard let first = diagnosis.trials.first, !first.attempt.passes else { return [] }
        guard diagnosis.url.isSecure else {
            return [
                ServerAdvice(
                    "the URL uses plain HTTP",
                    action: "serve https with a certificate from a public authority, and use https in the URL",
                    nginx: ["listen 443 ssl;"],
                    apache: ["SSLEngine on"],
                    haproxy: []
                )
            ]
        }
        var advice: [ServerAdvice] = []
        if let trial = diagnosis.trials.first(where: \.attempt.isTrustFailure) {
            advice.append(
                ServerAdvice(
                    trial.attempt.failure ?? "the server's certificate is not trusted",
                    action: newCertificate(for: diagnosis)
                )
            )
        } else if let key = diagnosis.certificates.first?.publicKey, case .ellipticCurve = key.kind,
            let bits = key.bitCount, bits < 256
        {
            // Clients end the handshake for the curve, before they look at the certificate.
            advice.append(
                ServerAdvice(
                    "the key of the server's certificate is \(key), with \(bits) bits, but at least 256 are required",
                    action: newCertificate(for: diagnosis)
                )
            )
        }
        guard let capabilities = diagnosis.capabilities else { return advice }
        if let newest = capabilities.acceptedVersions.last, newest.version < 0x0303 {
            advice.append(
                ServerAdvice(
                    "the newest supported TLS version is \(newest.name)",
                    nginx: ["ssl_protocols TLSv1.2 TLSv1.3;"],
                    apache: ["SSLProtocol -all +TLSv1.2 +TLSv1.3"],
                    haproxy: ["ssl-default-bind-options ssl-min-ver TLSv1.2"]
                )
            )
        }
        let hasNewest = capabilities.newestVersion == 0x0304
        if !capabilities.acceptedVersions.isEmpty, !hasNewest, capabilities.suites[.forwardSecrecy] == nil {
            let names = CipherSuiteClass.allCases.filter { capabilities.suites[$0] != nil }.map(\.rawValue)
            let what = names.isEmpty ? "no known class" : names.joined(separator: ", ")
            advice.append(
                ServerAdvice(
                    "no cipher suite offers forward secrecy with elliptic curves; the server has \(what)",
                    nginx: ["ssl_ciphers \(ciphers);", "ssl_ecdh_curve X25519:prime256v1:secp384r1;"],
                    apache: ["SSLCipherSuite \(ciphers)", "SSLOpenSSLConfCmd Curves X25519:prime256v1:secp384r1"],
                    haproxy: [
                        "ssl-default-bind-ciphers \(ciphers)",
                        "ssl-default-bind-curves X25519:prime256v1:secp384r1",
                    ]
                )
            )
        }
        if let group = capabilities.suites[.forwardSecrecy]?.group, ![23, 24, 25, 29].contains(group) {
            advice.append(
                ServerAdvice(
                    "the only group is \(TLSGroup.name(group))",
                    nginx: ["ssl_ecdh_curve X25519:prime256v1:secp384r1;"],
                    apache: ["SSLOpenSSLConfCmd Curves X25519:prime256v1:secp384r1"],
                    haproxy: ["ssl-default-bind-curves X25519:prime256v1:secp384r1"]
                )
            )
        }
        return advice
    }
}
