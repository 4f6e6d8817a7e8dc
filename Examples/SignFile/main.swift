import Foundation
import JetonASN1
import JetonX509
import SigningDesk
import TokenKit
import UserFiles

// Signs a file with a key that stays on its token (CMS, detached). The signature is checked before it gets its name.
//
//     sign-file MODULE TOKEN KEY CERTIFICATE FILE
//
// MODULE is the path of a PKCS #11 module, TOKEN and KEY are labels, CERTIFICATE is a file in PEM. The PIN is asked
// for on the terminal, or taken from the source that the variable PIN_SOURCE names, such as fd:3 or file:PATH. A PIN
// that the token has refused is not sent again, and no PIN is sent on the last try before it is locked.

func sign(_ path: String, module: String, token: String, key: String, certificate: String) throws {
    let variables = ProcessInfo.processInfo.environment
    let finder = TokenFinder(modules: [.init(path: module)])
    // The record of jeton itself, so that neither program sends a PIN that the other one has seen refused.
    let directories = UserDirectories(isElevated: false) { variables[$0] }
    let data = directories.data ?? NSHomeDirectory() + "/.local/share/jeton"
    var login = GuardedLogin(
        try finder.find(TokenQuery(label: token)),
        // This program keeps no pairings: it refuses only a card that says that it requires its secure channel.
        route: .withoutPairings,
        pinGuard: PINGuard(directory: data + "/pin-guard", bootID: try PINGuard.systemBootID())
    ) { source, prompt in try PINReader(variables: variables).read(source, for: prompt) }
    login.notify = { print("note: \($0)") }

    let session = try SigningSession(
        login,
        source: try variables["PIN_SOURCE"].map { try PINSource(parsing: $0) },
        key: .text(key),
        certificate: .given(try Certificate.parse(Array(Data(contentsOf: URL(filePath: certificate)))))
    )
    var content = MemorySource(Array(try Data(contentsOf: URL(filePath: path))))
    let output = MemoryOutput { try Data($0).write(to: URL(filePath: path + ".p7s")) }
    try session.sign(&content, as: .detachedCMS, to: output)
    print("\(path).p7s: signed by \(session.signer)")
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
