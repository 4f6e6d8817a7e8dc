import Foundation
import JetonOctets
import JetonX509
import Synchronization
import TestRig
import Testing
import TokenHost
import TokenKit

/// A token in a host, and how often a person was asked for its PIN.
final class HostedTokenRig: Sendable {
    let token: HostedToken
    let keys: [HostedKey]
    let questions = Mutex(0)
    let guardDirectory: TemporaryDirectory
    private let softHSM: SoftHSM?

    init(
        module path: String,
        of softHSM: SoftHSM? = nil,
        rules: LoginRules = LoginRules(),
        route: PINRoute = .withoutPairings,
        deadline: Int = 30_000
    ) throws {
        self.softHSM = softHSM
        guardDirectory = try TemporaryDirectory()
        var program = try HostedRig.program(softHSM?.environment)
        program.deadlines = CallDeadlines(machine: deadline)
        let module = HostedModule(path: path, program: program)
        let slots = try HostedTokenRig.wait { done in module.survey(done) }.get()
        let slot = try #require(slots.first)
        module.release()
        keys = slot.keys
        let pinGuard = PINGuard(directory: guardDirectory.path("guard"), bootID: Array("boot".utf8))
        token = HostedToken(slot.token, of: module, rules: rules, pinGuard: pinGuard, route: route)
    }

    static func wait<Value: Sendable>(_ start: (@escaping @Sendable (Value) -> Void) -> Void) -> Value {
        let box = Mutex<Value?>(nil)
        let done = DispatchSemaphore(value: 0)
        start { value in
            box.withLock { $0 = value }
            done.signal()
        }
        done.wait()
        guard let value = box.withLock({ $0 }) else { preconditionFailure("it was told without a value") }
        return value
    }

    /// Logs in with a PIN and signs; the error's code if it fails.
    func sign(_ pin: String = SoftHSM.defaultPIN, keepsLastTries: Bool = false) -> TokenHostError.Code? {
        HostedTokenRig.wait { done in
            start(pin, keepsLastTries: keepsLastTries, done)
        }
    }

    func start(_ pin: String, keepsLastTries: Bool = false, _ done: @escaping @Sendable (TokenHostError.Code?) -> Void)
    {
        _ = token.submit { access in
            do throws(TokenHostError) {
                let ask = { (prompt: PINPrompt) throws(PINError) in
                    self.questions.withLock { $0 += 1 }
                    usleep(200_000)
                    return SharedSecret(copying: Array(pin.utf8).span)
                }
                try access.login(sparesLastTries: keepsLastTries, ask: ask)
                if let key = self.keys.first {
                    _ = try access.sign(with: key, [1, 2, 3], algorithm: .ecdsa(.sha256), ask: ask)
                }
                done(nil)
            } catch {
                done(error.code)
            }
        }
    }
}

@Suite("A token and its login in a host")
struct HostedTokenTests {
    private static func softHSM() async throws -> HostedTokenRig {
        let rig = try await HostedRig(keys: ["EC:prime256v1"])
        return try HostedTokenRig(module: rig.softHSM.modulePath, of: rig.softHSM)
    }

    @Test("A person is asked once, whatever becomes of the children")
    func oneQuestion() async throws {
        let rig = try await HostedTokenTests.softHSM()
        for _ in 0..<5 {
            #expect(rig.sign() == nil)
            let process = try #require(rig.token.process)
            kill(process, SIGKILL)
            while !rig.token.hasLostChild { usleep(1_000) }
        }
        #expect(rig.sign() == nil)
        #expect(rig.questions.withLock { $0 } == 1)
        #expect(rig.token.status.isLoggedIn)
    }

    @Test("All that wait for one login share its failure, and a wrong PIN costs one try")
    func sharedFailure() async throws {
        let rig = try await HostedTokenTests.softHSM()
        let codes = Mutex<[TokenHostError.Code?]>([])
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<8 {
            rig.start("999999") { code in
                codes.withLock { $0.append(code) }
                done.signal()
            }
        }
        for _ in 0..<8 { done.wait() }
        #expect(codes.withLock { $0 } == [TokenHostError.Code?](repeating: .wrongPIN, count: 8))
        #expect(rig.questions.withLock { $0 } == 1)
        #expect(rig.sign("999999") == .noPIN, "the guard does not send it again")
        #expect(rig.sign() == nil)
    }

    @Test("The end of a login is final: the next request asks a person")
    func ended() async throws {
        let rig = try await HostedTokenTests.softHSM()
        #expect(rig.sign() == nil)
        rig.token.endLogin()
        #expect(!rig.token.status.isLoggedIn)
        #expect(rig.sign() == nil)
        #expect(rig.questions.withLock { $0 } == 2)
    }

    @Test("A login ends after its idle and its whole time, and not before")
    func lifetimes() async throws {
        let rig = try await HostedTokenTests.softHSM()
        #expect(rig.sign() == nil)
        let now = BootTime.now
        #expect(rig.token.expire(now.adding(seconds: 600)) != nil)
        #expect(rig.token.status.isLoggedIn)
        #expect(rig.token.expire(now.adding(seconds: 901)) == nil)
        #expect(!rig.token.status.isLoggedIn)
    }

    @Test("Fifty crashes in the midst of a login send a PIN once", arguments: ["crash", "exit", "rv:0x30"])
    func crashes(fault: String) throws {
        let state = try TemporaryDirectory()
        let module = try FaultModuleCopy(
            """
            slots = 1
            token.0.pin = 4321
            state_file = \(state.path("state"))
            fault.C_Login = \(fault)

            """
        )
        let rig = try HostedTokenRig(module: module.path)
        #expect(rig.sign("1111") == .spentPIN)
        for _ in 0..<50 { #expect(rig.sign("1111") == .noPIN) }
        #expect(!rig.token.status.isLoggedIn)
    }

    @Test("A kept PIN is not sent to a new child after a wrong one was entered")
    func countLow() throws {
        let module = try FaultModuleCopy("slots = 1\ntoken.0.pin = 4321\ntoken.0.add_flags = 0\n")
        let rig = try HostedTokenRig(module: module.path)
        #expect(rig.sign("4321") == nil)
        let settings = module.path + ".settings"
        let text = try String(contentsOfFile: settings, encoding: .utf8)
        try text.replacingOccurrences(of: "add_flags = 0", with: "add_flags = 0x10000")
            .write(toFile: settings, atomically: true, encoding: .utf8)
        kill(try #require(rig.token.process), SIGKILL)
        while !rig.token.hasLostChild { usleep(1_000) }
        #expect(rig.sign("4321") == .countLow)
        #expect(rig.questions.withLock { $0 } == 1)
        #expect(!rig.token.status.isLoggedIn)
        #expect(rig.sign("4321", keepsLastTries: true) == .noPIN)
    }

    @Test(
        "No PIN is asked for or sent where a paired token was seen, or by what has its label",
        arguments: [true, false]
    )
    func pairedToken(isReader: Bool) throws {
        let module = try FaultModuleCopy(
            "slots = 1\ntoken.0.pin = 4321\ntoken.0.label = own\ntoken.0.description = R\n"
        )
        let paired = PairedToken(name: "t", serial: "1", labels: ["own"], readers: isReader ? ["R"] : [])
        let route = PINRoute(pairings: FixedPairings(tokens: [paired]), policy: .channelWherePaired)
        let rig = try HostedTokenRig(module: module.path, route: route)
        #expect(rig.sign("4321") == .pairedToken)
        #expect(rig.questions.withLock { $0 } == 0)
    }

    @Test("A call that hangs is ended with the login, and blocks no other token")
    func hang() async throws {
        let module = try FaultModuleCopy("slots = 1\ntoken.0.pin = 4321\nfault.C_Login = hang\n")
        let rig = try HostedTokenRig(module: module.path, deadline: 600_000)
        let other = try await HostedTokenTests.softHSM()
        let outcome = Mutex<TokenHostError.Code?>(nil)
        let done = DispatchSemaphore(value: 0)
        rig.start("4321") { code in
            outcome.withLock { $0 = code }
            done.signal()
        }
        #expect(other.sign() == nil)
        while rig.questions.withLock({ $0 }) == 0 { usleep(1_000) }
        rig.token.endLogin()
        done.wait()
        #expect(outcome.withLock { $0 } != nil)
        #expect(!rig.token.status.isLoggedIn)
    }
}

/// Pairings of a test.
private struct FixedPairings: PairingSource {
    let tokens: [PairedToken]

    func pairings() -> KnownPairings { KnownPairings(tokens) }
}
