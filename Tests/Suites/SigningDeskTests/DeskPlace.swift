import Cryptoki
import Foundation
import JetonOctets
import JetonX509
import SigningDesk
import Synchronization
import TestRig
import Testing
import TokenKit

/// A token of a test's own in the SoftHSM of this process, with a finder that loads nothing else.
struct DeskPlace {
    static let pin = SoftHSM.defaultPIN

    let finder: TokenFinder
    /// The directory of the guard's record, and of files.
    let directory: TemporaryDirectory
    /// Held until the module has been loaded.
    private let copy: FaultModuleCopy?

    /// Makes a token with a label.
    init(_ label: String) throws {
        let path = try SoftHSM.ofThisProcess.get().modulePath
        finder = TokenFinder(modules: [.init(path: path)])
        directory = try TemporaryDirectory()
        copy = nil
        try Self.makeToken(label, Module(path: path))
    }

    /// Uses the tokens of a fault module.
    init(_ module: FaultModuleCopy) throws {
        finder = TokenFinder(modules: [.init(path: module.path)])
        directory = try TemporaryDirectory()
        copy = module
    }

    static func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }

    @discardableResult
    static func makeToken(_ label: String, _ module: Module) throws -> Slot {
        try SoftHSM.makingToken {
            let empty = try module.slots().last { try !$0.tokenInfo().flags.contains(.tokenInitialized) }
            guard let empty else { throw TestRigError("SoftHSM has no empty slot") }
            let officer = SoftHSM.defaultSecurityOfficerPIN
            try empty.initializeToken(label: label, securityOfficerPIN: secret(officer))
            var session = try Session(slot: empty, readWrite: true)
            try session.login(.securityOfficer, pin: secret(officer))
            try session.initializePIN(secret(pin))
            try session.logout()
            return empty
        }
    }

    /// A login that gets the PINs of a list, one after the other, and what it was asked.
    func login(
        _ token: SelectedToken,
        _ pins: PINList,
        route: PINRoute = .withoutPairings
    ) throws -> GuardedLogin {
        GuardedLogin(
            token,
            route: route,
            pinGuard: PINGuard(directory: directory.path("pin-guard"), bootID: Array("this boot".utf8))
        ) { _, prompt in .pin(Self.secret(pins.next(prompt))) }
    }

    /// Puts a P-256 key and its certificate on a token of SoftHSM.
    func makeSigner(_ label: String, on token: SelectedToken, alwaysAuthenticates: Bool = false) async throws {
        let key = directory.path("\(label).key")
        let certificate = directory.path("\(label).pem")
        for arguments in [
            ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key],
            ["req", "-x509", "-key", key, "-subj", "/CN=\(label)", "-days", "2", "-out", certificate],
        ] {
            let output = try await ChildProcess.run(["openssl"] + arguments)
            guard output.exitStatus == 0 else { throw TestRigError("openssl: \(output.errorText)") }
        }
        let file = try #require(KeyFile(contents: Self.secret(try contents(key))) { Self.secret("") }.key)
        var templates = file.templates(label: label, id: [7])
        if alwaysAuthenticates { templates.privateKey.append(Attribute(.alwaysAuthenticate, true)) }
        var use = try TokenSession(token, login: login(token, PINList([Self.pin])), readWrite: true)
        _ = try use.session.createObject(templates.privateKey)
        _ = try use.session.createObject(templates.publicKey)
        for certificate in try Certificate.parse(Array(contents(certificate).utf8)) {
            let stored = try CertificateImport(certificate).run(on: use.objects, &use.session)
            guard stored.hasKey, stored.id == [7] else { throw TestRigError("the certificate did not find its key") }
        }
        try use.session.logout()
    }

    func contents(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}

/// The pairings of a test.
struct ListedPairings: PairingSource {
    let tokens: [PairedToken]

    func pairings() -> KnownPairings { KnownPairings(tokens) }
}

/// PINs to be entered, and the prompts for them.
final class PINList: Sendable {
    private let state: Mutex<(pins: [String], prompts: [PINPrompt])>

    init(_ pins: [String]) { state = Mutex((pins, [])) }

    var prompts: [PINPrompt] { state.withLock { $0.prompts } }

    func next(_ prompt: PINPrompt) -> String {
        state.withLock { state in
            state.prompts.append(prompt)
            return state.pins.count > 1 ? state.pins.removeFirst() : state.pins[0]
        }
    }
}

/// Things that happened, in their order.
final class Journal<Entry: Sendable>: Sendable {
    private let state = Mutex<[Entry]>([])

    var entries: [Entry] { state.withLock { $0 } }

    func append(_ entry: Entry) { state.withLock { $0.append(entry) } }
}

/// The code of the selection error that work ended with; nil if it ended otherwise.
func selectionError(_ work: () throws -> Void) -> SelectionError? {
    do {
        try work()
        return nil
    } catch {
        return error as? SelectionError
    }
}
