import Cryptoki
import Foundation
import JetonOctets
import JetonX509
import TestRig
import Testing
import TokenHost
import TokenKit

/// Keys of SoftHSM, which pkcs11-tool makes.
struct HostedRig: Sendable {
    static let label = "hosted"
    let softHSM: SoftHSM

    init(keys: [String]) async throws {
        softHSM = try await SoftHSM.withToken(label: HostedRig.label)
        for (index, type) in keys.enumerated() {
            let made = try await ChildProcess.run(
                [
                    "pkcs11-tool", "--module", softHSM.modulePath, "--token-label", HostedRig.label, "--login", "--pin",
                    SoftHSM.defaultPIN, "--keypairgen", "--key-type", type, "--label", type, "--id", "0\(index + 1)",
                ],
                environment: softHSM.environment
            )
            guard made.exitStatus == 0 else { throw TestRigError("pkcs11-tool: \(made.errorText)") }
        }
    }

    /// A child that has opened the token.
    func openedChild() throws -> (child: ModuleChild, slot: HostedSlot) {
        let child = try ModuleChild(try HostedRig.program(softHSM.environment), module: softHSM.modulePath)
        let answer = try child.ask(.survey(module: softHSM.modulePath, initializationString: nil))
        guard case .slots(let slots) = answer, let slot = slots.first(where: { $0.token.label == HostedRig.label })
        else {
            throw TestRigError("no token: \(answer)")
        }
        guard case .opened = try child.ask(.open(slot: slot.id, slot.token)) else { throw TestRigError("not opened") }
        return (child, slot)
    }

    static func program(_ environment: [String: String]? = nil) throws -> ModuleChild.Program {
        ModuleChild.Program([try BuildProducts.path("module-child")], environment: environment)
    }

    static var pin: SharedSecret { SharedSecret(copying: Array(SoftHSM.defaultPIN.utf8).span) }
}

@Suite("Children that run modules")
struct ModuleChildTests {
    @Test(
        "A key is found by its public half, and what it signs verifies",
        arguments: [
            ("RSA:2048", SignatureAlgorithm.rsaPKCS1(.sha256)), ("RSA:2048", .rsaPKCS1(.sha512)),
            ("EC:prime256v1", .ecdsa(.sha256)), ("EC:secp384r1", .ecdsa(.sha384)), ("EC:edwards25519", .ed25519),
        ]
    )
    func signs(type: String, algorithm: SignatureAlgorithm) async throws {
        let rig = try await HostedRig(keys: [type])
        let (child, slot) = try rig.openedChild()
        let key = try #require(slot.keys.first)
        #expect(!key.isGuarded)
        #expect(try child.ask(.login, pin: HostedRig.pin) == .keys([key]))
        let message = Array("what is signed".utf8)
        let number = try #require(ChildRequest.algorithms.firstIndex(of: algorithm))
        let request = ChildRequest.sign(
            publicKey: key.publicKey.derRepresentation,
            algorithm: number,
            message: message
        )
        guard case .signature(let signature) = try child.ask(request) else { throw TestRigError("no signature") }
        #expect(key.publicKey.check(signature, message: message, algorithm: algorithm) == .valid)
    }

    @Test("A wrong PIN is refused with the module's own code, and the child goes on")
    func wrongPIN() async throws {
        let rig = try await HostedRig(keys: [])
        let (child, _) = try rig.openedChild()
        let wrong = SharedSecret(copying: Array("999999".utf8).span)
        #expect(try child.ask(.login, pin: wrong) == .refused(.pinIncorrect, function: "C_Login"))
        #expect(try child.ask(.login, pin: HostedRig.pin) == .keys([]))
    }

    @Test("Another token in the slot is not opened")
    func otherToken() async throws {
        let rig = try await HostedRig(keys: [])
        let (child, slot) = try rig.openedChild()
        let other = TokenIdentity(label: "other", manufacturer: "", model: "", serialNumber: slot.token.serialNumber)
        #expect(try child.ask(.open(slot: slot.id, other)) == .failed(.tokenChanged))
        #expect(try child.ask(.login, pin: HostedRig.pin) == .failed(.outOfTurn))
    }

    @Test(
        "A module that crashes or hangs is named with its function, and takes only its child",
        arguments: [("crash", ChildFailure.Code.crashed), ("exit:3", .crashed), ("abort", .crashed), ("hang", .hung)]
    )
    func failures(fault: String, code: ChildFailure.Code) throws {
        let module = try FaultModuleCopy("slots = 1\nfault.C_GetTokenInfo = \(fault)\n")
        var program = try HostedRig.program()
        program.deadlines = CallDeadlines(machine: 2_000)
        let child = try ModuleChild(program, module: module.path)
        #expect {
            try child.ask(.survey(module: module.path, initializationString: nil))
        } throws: { error in
            let failure = error as? ChildFailure
            return failure?.code == code && failure?.function == "C_GetTokenInfo" && failure?.module == module.path
        }
        #expect(!child.isRunning)
        #expect(throws: ChildFailure.self) { try child.ask(.survey(module: module.path, initializationString: nil)) }
    }

    @Test("A child that is killed is noticed by the next request, and a new one finds the key by its public half")
    func killed() async throws {
        let rig = try await HostedRig(keys: ["EC:prime256v1", "EC:prime256v1"])
        let (first, slot) = try rig.openedChild()
        guard case .keys(let before) = try first.ask(.login, pin: HostedRig.pin) else { throw TestRigError("no login") }
        kill(first.process, SIGKILL)
        #expect(throws: ChildFailure.self) { try first.ask(.open(slot: slot.id, slot.token)) }
        let (second, _) = try rig.openedChild()
        #expect(try second.ask(.login, pin: HostedRig.pin) == .keys(before))
    }

    @Test("A module that can't be loaded is not taken for a crash")
    func missing() throws {
        let child = try ModuleChild(try HostedRig.program(), module: "/nonexistent.so")
        let request = ChildRequest.survey(module: "/nonexistent.so", initializationString: nil)
        #expect(try child.ask(request) == .failed(.notLoaded))
    }

    @Test("Bytes that are no answer never trap the host", arguments: [1, 2, 3] as [UInt64])
    func noise(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        for _ in 0..<5_000 {
            var octets = [UInt8](repeating: 0, count: 7) + [UInt8(numbers.next(below: 6))]
            for _ in 0..<numbers.next(below: 60) {
                octets.append(numbers.next(below: 3) > 0 ? 0 : UInt8(numbers.next(below: 256)))
            }
            _ = try? ChildAnswer(octets)
        }
    }
}
