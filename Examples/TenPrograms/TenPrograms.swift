import Foundation
import Jeton

// The programs of docs/from-other-libraries.md, one after the other, on a token that has no key yet.
//
//     ten-programs MODULE TOKEN PIN-SOURCE CERTIFICATE
//
// CERTIFICATE is a file in PEM that the token is to keep.

@main
struct TenPrograms {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5 else { return print("usage: ten-programs MODULE TOKEN PIN-SOURCE CERTIFICATE") }
        let (module, label, file) = (arguments[1], arguments[2], arguments[4])
        let message = Array("message".utf8)

        // 1. List tokens
        for token in try await Token.all(in: .paths(module)) {
            print(token.label, token.serialNumber)
        }
        // 2. Log in
        let token = try await Token.find(label, in: .paths(module))
        try await token.login(PINSource(parsing: arguments[3]))
        // 3. Generate a key
        try await token.generateKey(.ec(.p256), label: "work")
        // 4. Find a key
        let key = try await token.key("work")
        // 5. Sign
        let signature = try await key.signature(for: message, algorithm: .ecdsa(.sha256))
        // 6. Export the public half
        let publicKey = key.publicKey.derRepresentation
        // 7. Store a certificate
        try await token.importCertificate(Data(contentsOf: URL(filePath: file)))
        // 8. Read certificates
        for certificate in try await token.certificates() {
            print(certificate.subject)
        }
        // 9. Tell a wrong PIN from a token that is gone
        do {
            _ = try await key.signature(for: message)
        } catch {
            switch error.code {
            case .wrongPIN: print("the PIN is wrong, tries left: \(error.triesLeft ?? 0)")
            case .tokenLost: print("the token has been removed")
            default: throw error
            }
        }
        // 10. Sign by many at once
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for number in 0..<100 {
                group.addTask { try await key.signature(for: message + [UInt8(number)]) }
            }
            for try await signature in group { print(signature.count, terminator: " ") }
        }
        print("\n\(signature.count) bytes by a key of \(publicKey.count)")
    }
}
