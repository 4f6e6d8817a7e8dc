import Cryptoki
import Foundation
import Signing
import TokenKit

// Signs a file with a key that stays on its token, and checks the signature (CMS, detached).
//
//     sign-file MODULE TOKEN KEY CERTIFICATE FILE
//
// MODULE is the path of a PKCS #11 module, TOKEN and KEY are labels, CERTIFICATE is a file in PEM. The PIN is asked
// for on the terminal, or taken from the source that the variable PIN_SOURCE names, such as fd:3 or file:PATH.

struct Failure: Error, CustomStringConvertible {
    let description: String
}

func logIn(_ session: inout Session, to token: TokenInfo) throws {
    let variables = ProcessInfo.processInfo.environment
    let source = try PINSource(parsing: variables["PIN_SOURCE"] ?? "prompt")
    let prompt = PINPrompt(role: .user, tokenLabel: token.label.description)
    switch try PINReader(variables: variables).read(source, for: prompt) {
    case .pin(let pin): try session.login(.user, pin: pin)
    case .protectedAuthenticationPath: try session.loginOnProtectedPath(.user)
    }
}

func sign(_ path: String, module: String, token label: String, key name: String, certificate: String) throws {
    let named = try Module(path: module).slots(withToken: true).filter {
        try $0.tokenInfo().label.description == label
    }
    guard named.count == 1 else { throw Failure(description: "\(named.count) tokens are called '\(label)'") }

    var session = try Session(slot: named[0])
    try logIn(&session, to: named[0].tokenInfo())
    let keys = try session.find([.objectClass(.privateKey), .label(name)])
    guard keys.count == 1 else { throw Failure(description: "\(keys.count) private keys are called '\(name)'") }
    let key = try TokenSigningKey(keys[0], session: session)

    let certificates = try Certificate.parse(Array(try Data(contentsOf: URL(filePath: certificate))))
    guard let first = certificates.first else { throw Failure(description: "\(certificate) holds no certificate") }
    let signer = CMSSigner(certificate: first, additionalCertificates: Array(certificates.dropFirst()))

    let content = Array(try Data(contentsOf: URL(filePath: path)))
    var source = MemorySource(content)
    let signature = try signer.signDetached(&source, key: key)

    // The certificate itself is trusted here; a real program trusts authorities.
    var again = MemorySource(content)
    let verifier = CMSVerifier(trust: TrustStore([signer.certificate]))
    let report = try verifier.verifyDetached(MemorySource(signature), content: &again)
    for failure in report.signers.flatMap({ $0.failures }) {
        throw Failure(description: "the signature is not valid: \(failure)")
    }

    try Data(signature).write(to: URL(filePath: path + ".p7s"))
    print("\(path).p7s: signed by \(signer.certificate.subject)")
}

let arguments = CommandLine.arguments
guard arguments.count == 6 else {
    print("usage: sign-file MODULE TOKEN KEY CERTIFICATE FILE")
    exit(2)
}
do {
    try sign(
        arguments[5],
        module: arguments[1],
        token: arguments[2],
        key: arguments[3],
        certificate: arguments[4]
    )
} catch {
    print("error: \(error)")
    exit(1)
}
