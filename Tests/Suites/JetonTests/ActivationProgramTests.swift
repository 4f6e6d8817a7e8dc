import Foundation
import TestRig
import Testing

/// A developer's program in C that opens a token with a secure channel, on a double of Rutoken's library and on cards.
///
/// The numbers are rows of the inspection against the source documents.
@Suite("A program that sets a token's activation password", .timeLimit(.minutes(15)))
struct ActivationProgramTests {
    private static let password = PairingTests.password
    private static let reader = PairingTests.name
    private static let opening = [
        "Loading library -> OK", "Getting function list -> OK", "Getting extended function list -> OK",
        "Initializing library -> OK", "Getting slots -> OK",
    ]
    private static let token = ["Getting token info -> OK", "4894721a = 1217688090"]
    private static let activation = [
        "Trying to open session -> OK (0x54)", "Setting activation password -> OK", "Checking session -> OK",
    ]
    private static let valid = ["Trying to open session -> OK", "Token is valid"]
    private static let closing = ["Closing session -> OK", "Finalizing library -> OK"]

    /// What a run of the program printed, and its exit code.
    private struct Run {
        let lines: [String]
        let code: Int32?
    }

    private static func run(
        _ module: String,
        _ reader: String,
        _ password: String = password,
        in place: Workplace? = nil
    ) async throws -> Run {
        let words = [try BuildProducts.path("activation-program"), module, reader, password]
        let output = try await ChildProcess.run(
            place?.command(words) ?? words,
            environment: place?.variables(),
            workingDirectory: place?.directory.path,
            deadline: .seconds(120)
        )
        return Run(lines: output.text.split(separator: "\n").map(String.init), code: output.exitStatus)
    }

    @Test(
        "002-7 to -9, -12, -22: each call comes in its order and under its name, and the second run needs no password",
        arguments: RutokenModuleCopy.Era.allCases
    )
    func activates(era: RutokenModuleCopy.Era) async throws {
        let module = try await RutokenModuleCopy(PairingTests.settings, era: era)
        let first = try await Self.run(module.path, Self.reader)
        #expect(first.lines == Self.opening + Self.token + Self.activation + Self.closing)
        #expect(first.code == 0)
        #expect(
            module.calls == [
                "C_Initialize 0x0", "C_GetSlotList 0x0", "C_GetTokenInfo 0x0", "C_OpenSession 0x54",
                "C_EX_SetActivationPassword 0x0", "C_OpenSession 0x0", "C_CloseSession 0x0", "C_Finalize 0x0",
            ]
        )
        let second = try await Self.run(module.path, Self.reader)
        #expect(second.lines == Self.opening + Self.token + Self.valid + Self.closing)
        #expect(second.code == 0)
        #expect(module.count(of: "C_EX_SetActivationPassword") == 1)
    }

    @Test(
        "002-7: the token of the named reader is meant, by its serial number in either base",
        arguments: [
            reader, "1217688090", "4894721a",
        ]
    )
    func finds(name: String) async throws {
        let module = try await RutokenModuleCopy(
            "slots = 2\nslot.1.name = \(Self.reader)\nslot.1.serial = 4894721a\nslot.1.password = \(Self.password)\n"
                + "slot.0.name = Aktiv Rutoken ECP 00 00\nslot.0.serial = 00bc614e\n"
        )
        let run = try await Self.run(module.path, name)
        #expect(run.lines.contains("00bc614e = 12345678") && run.lines.contains("4894721a = 1217688090"))
        #expect(run.lines.suffix(5) == (Self.activation + Self.closing)[...])
    }

    /// A setting under which a step fails.
    struct Failure: CustomTestStringConvertible, Sendable {
        let row: String
        var settings = ""
        var password = ActivationProgramTests.password
        var reader = ActivationProgramTests.reader
        /// What is printed from the step on that fails.
        let end: [String]
        /// How often a password reaches the module.
        var passwords = 0
        var testDescription: String { "\(row): \(end[0])" }
    }

    static let failures = [
        Failure(row: "002-10", settings: "initialize = 0x5", end: ["Initializing library -> Failed (0x5)"]),
        Failure(
            row: "002-10",
            settings: "list = 0x30",
            end: ["Getting slots -> Failed (0x30)", "Finalizing library -> OK"]
        ),
        Failure(
            row: "002-11",
            settings: "no_activation = true",
            end: [
                "Setting activation password -> Failed (no C_EX_SetActivationPassword)", "Finalizing library -> OK",
            ]
        ),
        Failure(
            row: "002-13",
            password: "WRONGPASSWORD",
            end: ["Setting activation password -> Failed (0x80000006)", "Finalizing library -> OK"],
            passwords: 1
        ),
        Failure(
            row: "002-15",
            settings: "slot.0.after = 0x54",
            end: ["Checking session -> Failed (0x54)", "Finalizing library -> OK"],
            passwords: 1
        ),
        Failure(
            row: "002-15",
            settings: "slot.0.refusal = 0xe0",
            end: ["Trying to open session -> Failed (0xe0)", "Finalizing library -> OK"]
        ),
        Failure(
            row: "002-17",
            reader: "Aktiv Rutoken ECP 00 00",
            end: ["Finding the token -> Failed (no token of this reader)", "Finalizing library -> OK"]
        ),
    ]

    @Test("A step that fails is said to fail, ends the program, and sends no password in vain", arguments: failures)
    func fails(_ failure: Failure) async throws {
        let module = try await RutokenModuleCopy(PairingTests.settings + failure.settings + "\n")
        let run = try await Self.run(module.path, failure.reader, failure.password)
        #expect(run.lines.suffix(failure.end.count) == failure.end[...], "\(run.lines)")
        #expect(run.code == 1)
        #expect(module.count(of: "C_EX_SetActivationPassword") == failure.passwords)
    }

    @Test("002-10, -11: a library that is missing, and one without the extension")
    func otherLibraries() async throws {
        let missing = try await Self.run("/nonexistent/librtpkcs11ecp.so", Self.reader)
        #expect(missing.lines == ["Loading library -> Failed (dlopen)"] && missing.code == 1)
        let softHSM = try await SoftHSM.withToken(label: "alpha", pin: "1234", securityOfficerPIN: "5678")
        let plain = try await Self.run(softHSM.modulePath, Self.reader)
        #expect(
            plain.lines
                == Self.opening.prefix(2) + [
                    "Getting extended function list -> Failed (no C_EX_GetFunctionListExtended)"
                ]
        )
        #expect(plain.code == 1)
    }

    @Test(
        "002-8, -16, -17: the program finds a card of the provider, and opens its channel",
        arguments: ChannelPlace.Reach.allCases
    )
    func provider(_ reach: ChannelPlace.Reach) async throws {
        let place = try await ChannelPlace("modern", reach)
        let module = try BuildProducts.path("libjeton-pkcs11.so")
        let card = place.cards[0]
        // A card's name has its serial number where the reader's name has.
        let name = card.reader.contains(card.serial) ? card.reader : card.serial
        func run(_ password: String) async throws -> Run {
            try place.makeReady()
            return try await Self.run(module, name, password, in: place.workplace)
        }
        let digits = String(card.media.drop { $0 != "_" }.dropFirst())
        let token = ["Getting token info -> OK", "\(digits) = \(UInt32(card.serial) ?? 0)"]

        let wrong = try await run("1-WRONGPASSWORD")
        #expect(
            Array(wrong.lines.prefix(8))
                == Self.opening + token + ["Trying to open session -> OK (0x54)"]
        )
        #expect(wrong.lines.dropFirst(8).first?.hasPrefix("Setting activation password -> Failed (0x") == true)
        #expect(wrong.lines.last == "Finalizing library -> OK" && wrong.code == 1)

        let paired = try await run(place.passwords[0])
        #expect(paired.lines == Self.opening + token + Self.activation + Self.closing)
        #expect(paired.code == 0)
        let again = try await run("")
        #expect(again.lines == Self.opening + token + Self.valid + Self.closing)
        #expect(again.code == 0)
    }
}
