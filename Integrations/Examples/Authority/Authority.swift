import Foundation
import Jeton
import JetonCertificates
import SwiftASN1
import X509

// A certificate authority whose key is on a token: issues a certificate for the request in a file.
//
//     authority MODULE TOKEN KEY PIN-SOURCE REQUEST
//
// Writes two certificates in PEM to the standard output: the new one, then the authority's own, which it makes for itself.

@main
struct Authority {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6 else { return print("usage: authority MODULE TOKEN KEY PIN-SOURCE REQUEST") }
        let token = try await Token.find(arguments[2], in: .paths(arguments[1]))
        try await token.login(PINSource(parsing: arguments[4]))
        let tokenKey = try await TokenPrivateKey(token.key(arguments[3]))
        let key = Certificate.PrivateKey(tokenKey)
        let name = try DistinguishedName { CommonName("Authority on a token") }
        // A minute ago: the clocks of those who verify may be behind.
        let now = Date().addingTimeInterval(-60)

        let request = try CertificateSigningRequest(
            pemEncoded: String(contentsOfFile: arguments[5], encoding: .utf8)
        )
        let issued = try await Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: request.publicKey,
            notValidBefore: now,
            notValidAfter: now.addingTimeInterval(86_400),
            issuer: name,
            subject: request.subject,
            signatureAlgorithm: tokenKey.defaultSignatureAlgorithm,
            extensions: try Certificate.Extensions { Critical(BasicConstraints.notCertificateAuthority) },
            issuerAsyncPrivateKey: key
        )
        let own = try await Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: key.publicKey,
            notValidBefore: now,
            notValidAfter: now.addingTimeInterval(86_400),
            issuer: name,
            subject: name,
            signatureAlgorithm: tokenKey.defaultSignatureAlgorithm,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
            },
            issuerAsyncPrivateKey: key
        )
        for certificate in [issued, own] { print(try certificate.serializeAsPEM().pemString) }
    }
}
