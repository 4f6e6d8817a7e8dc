import Foundation
import JetonCMS
import JetonFiles
import JetonNetwork
import JetonValidation
import JetonX509
import SignatureLevels
import SigningDesk
import TokenKit
import UserFiles
import VerificationDesk

// Signs a PDF with a key that stays on its token, to level LTA: with a timestamp, the evidence about revocation, and an
// archive timestamp around all of it. The document is read back before it gets its name.
//
//     sign-pdf MODULE TOKEN KEY AUTHORITY TRUST FILE OUTPUT
//
// AUTHORITY is the URL of a timestamping authority, TRUST a file of trusted certificates in PEM; the signer's certificate
// is on the token. The PIN is asked for on the terminal, or taken from the source that the variable PIN_SOURCE names.

func login(_ module: String, _ token: String) throws -> GuardedLogin {
    let variables = ProcessInfo.processInfo.environment
    let directories = UserDirectories(isElevated: false) { variables[$0] }
    let data = directories.data ?? NSHomeDirectory() + "/.local/share/jeton"
    return GuardedLogin(
        try TokenFinder(modules: [.init(path: module)]).find(TokenQuery(label: token)),
        // This program keeps no pairings: it refuses only a card that says that it requires its secure channel.
        route: .withoutPairings,
        pinGuard: PINGuard(directory: data + "/pin-guard", bootID: try PINGuard.systemBootID())
    ) { source, prompt in try PINReader(variables: variables).read(source, for: prompt) }
}

func sign(_ path: String, _ session: SigningSession, authority: String, trust: String, to output: String) throws {
    let trusted = try TrustFiles.store([trust])
    let fetcher = NetworkFetcher(client: HTTPClient(.init(trust: TLSTrust(trusted))), allowsPrivateHosts: true)
    let timestamps = TimestampClient(
        urls: [authority],
        fetcher: fetcher,
        verifier: TimestampVerifier(trust: trusted)
    )
    var request = SignRequest()
    request.extender = SignatureExtender(
        level: .lta,
        timestamps: timestamps,
        collector: EvidenceCollector(fetcher: fetcher),
        policy: VerificationPolicy(trust: trusted, purpose: .any)
    )
    try DocumentSigner(session, request).sign(InputFile(path), to: DocumentOutput(at: output))
    print("\(output): signed by \(session.signer)")
}

let words = CommandLine.arguments
guard words.count == 8 else {
    print("usage: sign-pdf MODULE TOKEN KEY AUTHORITY TRUST FILE OUTPUT")
    exit(2)
}
do {
    let source = try ProcessInfo.processInfo.environment["PIN_SOURCE"].map { try PINSource(parsing: $0) }
    let session = try SigningSession(
        login(words[1], words[2]),
        source: source,
        key: .text(words[3]),
        certificate: .ofKey
    )
    try sign(words[6], session, authority: words[4], trust: words[5], to: words[7])
} catch {
    print("error: \(error)")
    exit(1)
}
