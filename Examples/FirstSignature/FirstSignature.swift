import Foundation
import Jeton

// Signs a file with a key on a token, and writes the signature and the public key, which check it:
//
//     first-signature MODULE TOKEN KEY FILE PIN-SOURCE
//     openssl pkeyutl -verify -rawin -digest sha256 -in FILE -sigfile FILE.sig -pubin -keyform DER -inkey FILE.pub
//
// PIN-SOURCE is such as prompt, fd:3 or credential:pin; a PIN itself is never an argument.

@main
struct FirstSignature {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6 else {
            return print("usage: first-signature MODULE TOKEN KEY FILE PIN-SOURCE")
        }
        let (module, name, file) = (arguments[1], arguments[2], arguments[4])

        let token = try await Token.find(name, in: .paths(module))
        try await token.login(PINSource(parsing: arguments[5]))
        let key = try await token.key(arguments[3])
        let signature = try await key.signature(for: Data(contentsOf: URL(filePath: file)))

        try Data(signature).write(to: URL(filePath: file + ".sig"))
        try Data(key.publicKey.derRepresentation).write(to: URL(filePath: file + ".pub"))
    }
}
