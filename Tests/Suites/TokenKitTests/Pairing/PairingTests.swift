import Cryptoki
import Foundation
import JetonOctets
import Synchronization
import TestRig
import Testing
import TokenKit

/// The nine steps on a double of Rutoken's library.
@Suite("Pairing a token by its activation password")
struct PairingTests {
    private static let password = "Q1W2E3R4T5Y6U7I8"
    private static let name = "Aktiv Rutoken ECP BT 1217688090"
    private static let settings = """
        slot.0.name = \(name)
        slot.0.serial = 4894721a
        slot.0.password = \(password)

        """

    /// What a run gave.
    private struct Run {
        var steps: [PairingStep] = []
        var asked = 0
        var outcome: PairingOutcome?
        var error: PairingError?
    }

    /// Pairs as a library's user does.
    private static func pair(
        _ copy: RutokenModuleCopy,
        _ target: PairingTarget = PairingTarget(name: name),
        password: String = password,
        guard passwordGuard: PINGuard? = nil
    ) throws -> Run {
        var run = Run()
        let pairing = Pairing(modulePath: copy.path, target: target, passwordGuard: passwordGuard)
        do {
            run.outcome = try pairing.run { _ in
                run.asked += 1
                return Secret(copying: Array(password.utf8).span)
            } report: {
                run.steps.append($0)
            }
        } catch let error as PairingError {
            run.error = error
        }
        return run
    }

    @Test(
        "An unpaired token is paired in nine steps, each with the function's result",
        arguments: RutokenModuleCopy.Era.allCases
    )
    func nineSteps(era: RutokenModuleCopy.Era) async throws {
        let copy = try await RutokenModuleCopy(Self.settings, era: era)
        let run = try Self.pair(copy)
        #expect(run.error == nil, "\(String(describing: run.error))")
        let outcome = try #require(run.outcome)
        #expect(outcome.isNew && outcome.closingProblem == nil)
        #expect(outcome.token.token.serialNumber.description == "4894721a")
        #expect(run.steps.map(\.kind) == PairingStep.Kind.allCases)
        #expect(
            run.steps.map(\.function) == [
                "C_GetFunctionList", "C_EX_GetFunctionListExtended", "C_Initialize", "C_GetSlotList", "C_GetTokenInfo",
                "C_OpenSession", "C_EX_SetActivationPassword", "C_OpenSession", "C_CloseSession, C_Finalize",
            ]
        )
        let results = run.steps.map(\.result)
        #expect(results[5] == "CKR_FUNCTION_NOT_SUPPORTED, 0x54")
        #expect(results.enumerated().allSatisfy { $0 == 5 || $1 == "CKR_OK, 0x0" })
        #expect(run.steps[1].detail == "\(era.rawValue) functions")
        #expect(run.steps[4].detail?.contains("serial 4894721a (decimal 1217688090)") == true)
        #expect(copy.count(of: "C_EX_SetActivationPassword") == 1)
        // Every session that was opened is closed, and the library finalised.
        #expect(copy.calls.count { $0 == "C_OpenSession 0x0" } == copy.count(of: "C_CloseSession"))
        #expect(copy.calls.last == "C_Finalize 0x0")
    }

    @Test("A token that is paired is not asked for a password")
    func alreadyPaired() async throws {
        let copy = try await RutokenModuleCopy(Self.settings)
        #expect(try Self.pair(copy).outcome?.isNew == true)
        let again = try Self.pair(copy)
        #expect(again.outcome?.isNew == false && again.asked == 0)
        #expect(again.steps.last?.kind == .expectRefusal && again.steps.last?.result == "CKR_OK, 0x0")
        #expect(copy.count(of: "C_EX_SetActivationPassword") == 1)
    }

    @Test(
        "Small letters, blanks and hyphens of a printed password are understood",
        arguments: ["q1w2-e3r4-t5y6-u7i8", "Q1W2 E3R4 T5Y6 U7I8", " q1W2E3R4t5Y6U7I8 "]
    )
    func printedForms(typed: String) async throws {
        let copy = try await RutokenModuleCopy(Self.settings)
        #expect(try Self.pair(copy, password: typed).outcome?.isNew == true)
    }

    @Test(
        "What can't be an activation password costs no try",
        arguments: [
            "Q1W2_E3R4", "пароль", "Q1W2\0E3R4", "- -", "Q1W2\nE3R4", "0:Q1W2", "12:Q1W2", "1:2:Q1W2",
            ":Q1W2", "A:Q1W2", "3:", String(repeating: "A", count: 65),
        ]
    )
    func malformed(typed: String) async throws {
        let copy = try await RutokenModuleCopy(Self.settings)
        let run = try Self.pair(copy, password: typed)
        #expect(run.error?.code == .malformedPassword)
        #expect(copy.count(of: "C_EX_SetActivationPassword") == 0)
    }

    @Test("The number of a password on its card is for Jeton's own module only", arguments: [true, false])
    func numbered(isOwn: Bool) async throws {
        let settings =
            isOwn
            ? "manufacturer = Jeton\nslot.0.password = 3:\(Self.password)\n" : "slot.0.password = \(Self.password)\n"
        let copy = try await RutokenModuleCopy(Self.settings + settings)
        #expect(try Self.pair(copy, password: "3: q1w2-e3r4-t5y6-u7i8").outcome?.isNew == true)
    }

    @Test("A wrong password is an error with the tries left, where the module is one that tells them")
    func wrongPassword() async throws {
        let copy = try await RutokenModuleCopy(
            Self.settings + "counters = true\nmanufacturer = Jeton\nslot.0.tries = 5\n"
        )
        let run = try Self.pair(copy, password: "WRONG")
        let error = try #require(run.error)
        #expect(error.code == .wrongPassword && error.triesLeft == 4)
        #expect(error.hints.contains("4 tries are left"))
        #expect("\(error)".contains("CKR_SM_PASSWORD_INVALID, 0x80000006"))
        #expect(!"\(error) \(error.hints) \(run.steps)".contains("WRONG"))
        #expect(run.steps.last?.kind == .sendPassword)
        #expect(copy.calls.last == "C_Finalize 0x0")
        // Rutoken's own library does not tell.
        let vendors = try await RutokenModuleCopy(Self.settings)
        let other = try #require(try Self.pair(vendors, password: "WRONG").error)
        #expect(other.code == .wrongPassword && other.triesLeft == nil)
    }

    @Test("A password that was refused is not sent again, in any spelling, and the right one clears the record")
    func neverAgain() async throws {
        let directory = try TemporaryDirectory()
        let passwordGuard = PINGuard(directory: directory.path("guard"), bootID: Array("boot".utf8))
        let copy = try await RutokenModuleCopy(Self.settings)
        #expect(try Self.pair(copy, password: "WRONG1", guard: passwordGuard).error?.code == .wrongPassword)
        for spelling in ["WRONG1", "wrong1", "WRO-NG1"] {
            #expect(try Self.pair(copy, password: spelling, guard: passwordGuard).error?.code == .refusedBefore)
        }
        #expect(copy.count(of: "C_EX_SetActivationPassword") == 1)
        #expect(try Self.pair(copy, guard: passwordGuard).outcome?.isNew == true)
    }

    @Test("After the last try the password is blocked, and the right one does not help")
    func blocked() async throws {
        let copy = try await RutokenModuleCopy(Self.settings + "slot.0.tries = 2\n")
        #expect(try Self.pair(copy, password: "WRONG1").error?.code == .wrongPassword)
        #expect(try Self.pair(copy, password: "WRONG2").error?.code == .wrongPassword)
        let run = try Self.pair(copy)
        #expect(run.error?.code == .blocked && run.error?.hints.isEmpty == false)
    }

    /// An answer of C_EX_SetActivationPassword, and what it means.
    private struct Refusal: CustomTestStringConvertible, Sendable {
        let answer: UInt
        let code: PairingError.Code
        var version = "2.5"

        var testDescription: String { "0x\(String(answer, radix: 16)) of \(version)" }
    }

    @Test(
        "Each answer to the password has an error of its own, and hints where there is something to do",
        arguments: [
            Refusal(answer: 0x8000_0006, code: .wrongPassword), Refusal(answer: 0xA0, code: .wrongPassword),
            Refusal(answer: 0xA4, code: .blocked), Refusal(answer: 0x200, code: .throttled),
            Refusal(answer: 0x50, code: .timedOut), Refusal(answer: 0x1, code: .timedOut),
            Refusal(answer: 0x201, code: .full), Refusal(answer: 0x31, code: .full),
            Refusal(answer: 0xA1, code: .malformedPassword), Refusal(answer: 0xA2, code: .malformedPassword),
            Refusal(answer: 0x7, code: .malformedPassword), Refusal(answer: 0x54, code: .notSupported),
            Refusal(answer: 0x54, code: .libraryTooNew, version: "2.6"),
            Refusal(answer: 0x54, code: .libraryTooNew, version: "2.21"),
            Refusal(answer: 0x54, code: .libraryTooNew, version: "3.0"),
            Refusal(answer: 0x32, code: .tokenGone), Refusal(answer: 0xE0, code: .tokenGone),
            Refusal(answer: 0x30, code: .tokenGone), Refusal(answer: 0x5, code: .unknownAnswer),
            Refusal(answer: 0x8000_00FF, code: .unknownAnswer), Refusal(answer: 0xFFFF_FFFF_FFFF, code: .unknownAnswer),
        ]
    )
    private func refusals(refusal: Refusal) async throws {
        let copy = try await RutokenModuleCopy(
            Self.settings + "slot.0.answer = \(refusal.answer)\nlibrary_version = \(refusal.version)\n"
        )
        let run = try Self.pair(copy)
        let error = try #require(run.error)
        #expect(error.code == refusal.code)
        #expect(!error.hints.isEmpty)
        #expect("\(error)".contains("0x" + String(refusal.answer, radix: 16, uppercase: true)))
        #expect("\(error)".contains("librtpkcs11ecp.so"))
        #expect(!"\(error) \(error.hints) \(run.steps)".contains(Self.password))
        #expect(run.steps.last?.kind == .sendPassword && run.outcome == nil)
        #expect(copy.count(of: "C_EX_SetActivationPassword") == 1)
    }

    @Test("A throttled token's seconds are in the hint, where the module tells them")
    func throttled() async throws {
        let copy = try await RutokenModuleCopy(
            Self.settings + "slot.0.answer = 0x200\ncounters = true\nmanufacturer = Jeton\nslot.0.seconds = 120\n"
        )
        let error = try #require(try Self.pair(copy).error)
        #expect(error.secondsToWait == 120 && error.hints.contains { $0.contains("120 s") })
    }

    @Test(
        "Only CKR_FUNCTION_NOT_SUPPORTED means unpaired: any other refusal to open a session is a fault, without a password",
        arguments: [0x5, 0x30, 0xB1, 0x8000_0006] as [UInt]
    )
    func faulty(refusal: UInt) async throws {
        let copy = try await RutokenModuleCopy(Self.settings + "slot.0.refusal = \(refusal)\n")
        let run = try Self.pair(copy)
        #expect(run.error?.code == .faulty && run.asked == 0)
        #expect(run.steps.last?.kind == .expectRefusal)
        #expect(copy.count(of: "C_EX_SetActivationPassword") == 0)
    }

    @Test("A token that goes away before the password is told so", arguments: [0x32, 0xE0] as [UInt])
    func gone(refusal: UInt) async throws {
        let copy = try await RutokenModuleCopy(Self.settings + "slot.0.refusal = \(refusal)\n")
        #expect(try Self.pair(copy).error?.code == .tokenGone)
    }

    @Test("A module that takes the password and still refuses a session has paired nothing")
    func ineffective() async throws {
        let copy = try await RutokenModuleCopy(Self.settings + "slot.0.after = 0x54\n")
        let run = try Self.pair(copy)
        #expect(run.error?.code == .ineffective)
        #expect(run.steps.last?.kind == .expectSession && run.steps.last?.result == "CKR_FUNCTION_NOT_SUPPORTED, 0x54")
    }

    @Test("Trouble while closing is told, and the token is paired all the same", arguments: ["close", "finalize"])
    func closing(key: String) async throws {
        let copy = try await RutokenModuleCopy(Self.settings + "\(key) = 0x30\n")
        let run = try Self.pair(copy)
        #expect(run.outcome?.isNew == true)
        let function: Function = key == "close" ? .closeSession : .finalize
        #expect(run.outcome?.closingProblem == CryptokiError(.deviceError, function))
        #expect(run.steps.last?.kind == .close && run.steps.last?.result == "CKR_DEVICE_ERROR, 0x30")
        // A session that was granted is the answer, whatever became of it.
        #expect(try Self.pair(copy).outcome?.isNew == false)
    }

    @Test("A module without the function, and a library that can't start or list its slots, stop at that step")
    func earlySteps() async throws {
        let cases: [(String, PairingError.Code, PairingStep.Kind)] = [
            ("no_activation = true", .noExtension, .findExtension), ("initialize = 0x5", .faulty, .initialize),
            ("list = 0x30", .faulty, .listSlots), ("slot.0.present = false", .noToken, .findToken),
            ("slots = 0", .notFound, .findToken),
        ]
        for (setting, code, kind) in cases {
            let copy = try await RutokenModuleCopy(Self.settings + setting + "\n")
            let run = try Self.pair(copy)
            #expect(run.error?.code == code && run.steps.last?.kind == kind, "\(setting): \(run)")
            #expect(run.asked == 0)
        }
        let softHSM = try await SoftHSM.withToken(label: "alpha", pin: "1234")
        #expect(throws: PairingError(.noExtension)) {
            _ = try Pairing(modulePath: softHSM.modulePath, target: PairingTarget()).run { _ in
                Issue.record("a password was asked for")
                return Secret(copying: [1].span)
            }
        }
    }

    @Test("Of readers whose names are parts of each other, and of serial numbers alike, the one that is meant is taken")
    func substrings() async throws {
        let settings = """
            slots = 4
            slot.0.name = Aktiv Rutoken ECP BT 121768809
            slot.0.serial = 0741fe99
            slot.0.password = WRONGTOKEN
            slot.1.name = Aktiv Rutoken ECP BT 1217688090
            slot.1.serial = 4894721a
            slot.1.password = \(Self.password)
            slot.2.name = Aktiv Rutoken ECP BT 12176880901
            slot.2.serial = 4894721ab
            slot.2.password = WRONGTOKEN
            slot.3.name = slot 3
            slot.3.serial = 1217688090
            slot.3.password = WRONGTOKEN

            """
        for name in ["4894721a", "Aktiv Rutoken ECP BT 1217688090 ", "0x4894721a"] {
            let copy = try await RutokenModuleCopy(settings)
            let words = name.hasSuffix(" ") ? String(name.dropLast()) : name
            let run = try Self.pair(copy, PairingTarget(name: words))
            // The digits 1217688090 are a serial number of slot 3 in hexadecimal as well, so the reader's name is not
            // enough there and nothing is chosen.
            if words.hasSuffix("1217688090") {
                #expect(run.error?.code == .ambiguous && run.error?.candidates.count == 2)
                let chosen = try Self.pair(copy, PairingTarget(name: words, slot: SlotID(rawValue: 1)))
                #expect(chosen.outcome?.token.slot.id == SlotID(rawValue: 1))
            } else {
                #expect(run.outcome?.token.slot.id == SlotID(rawValue: 1), "\(words): \(run)")
            }
        }
    }

    @Test("Two programs that pair one token at once send one password between them")
    func atOnce() async throws {
        let directory = try TemporaryDirectory()
        let passwordGuard = PINGuard(directory: directory.path("guard"), bootID: Array("boot".utf8))
        let copy = try await RutokenModuleCopy(Self.settings)
        let first = try Pairing(modulePath: copy.path, target: PairingTarget(), passwordGuard: passwordGuard).run { _ in
            // While this one waits for its person the other one is done.
            let other = try Self.pair(copy, guard: passwordGuard)
            #expect(other.outcome?.isNew == true)
            return Secret(copying: Array(Self.password.utf8).span)
        }
        #expect(first.isNew)
        #expect(copy.count(of: "C_EX_SetActivationPassword") == 1)
    }
}
