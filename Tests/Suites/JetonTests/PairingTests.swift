import Foundation
import TestRig
import Testing

/// `jeton pair`, `unpair` and `pairings` on a double of Rutoken's library.
@Suite("Pairing at the command line")
struct PairingTests {
    static let password = "Q1W2E3R4T5Y6U7I8"
    static let name = "Aktiv Rutoken ECP BT 1217688090"
    static let settings = """
        slot.0.name = \(name)
        slot.0.serial = 4894721a
        slot.0.label = Anna
        slot.0.password = \(password)

        """
    static let source = ["--password-source", "file:password"]

    /// A place with a token that is not paired, and its password in a file.
    static func place(_ more: String = "", environment: [String: String] = [:]) async throws -> (
        Workplace, RutokenModuleCopy
    ) {
        let module = try await RutokenModuleCopy(settings + more)
        let place = try Workplace.with(module, environment: environment)
        try place.secret(password, "password")
        try place.secret("WRONGPASSWORD", "wrong")
        return (place, module)
    }

    /// Pairs with the right password.
    private static func pair(_ place: Workplace, _ target: String, _ more: String...) async throws -> Answer {
        try await place.jeton(["pair", target] + source + more)
    }

    @Test("Pairing prints nine steps with their results, and NO_MEDIA becomes the token's id")
    func nineSteps() async throws {
        let (place, module) = try await Self.place()
        let before = try await place.jeton("list", "--json").exits(0).json()["readers"][0]
        #expect(before["media"].text == "NO_MEDIA" && before["state"].text == "unpaired")
        #expect(before["name"].text == Self.name && before["nickname"].text == "rutoken-ecp-bt-1217688090")
        #expect(before["flags"].texts == ["removable", "hardware", "present"])
        try await place.jeton("list").exits(0).prints("NO_MEDIA", "unpaired", "removable,hardware,present")
            .says("jeton pair --reader '\(Self.name)'")

        let answer = try await Self.pair(place, Self.name)
        answer.exits(0).prints(
            "1/9 ",
            "2/9 ",
            "3/9 ",
            "4/9 ",
            "5/9 ",
            "C_OpenSession                CKR_FUNCTION_NOT_SUPPORTED (0x54)",
            "C_EX_SetActivationPassword   CKR_OK",
            "8/9 open a session     C_OpenSession                CKR_OK",
            "9/9 ",
            "token 'Anna' is paired: rutoken_ecp_4894721a"
        )
        #expect(answer.errors.isEmpty)
        let after = try await place.jeton("list", "--json").exits(0).json()["readers"][0]
        #expect(after["media"].text == "rutoken_ecp_4894721a" && after["state"].text == "ready")
        #expect(module.count(of: "C_EX_SetActivationPassword") == 1)
    }

    @Test(
        "The token is named by its reader, its serial number in either base, its label or its URI, with options too",
        arguments: [
            [name], ["1217688090"], ["4894721a"], ["0x4894721A"], ["Anna"], ["pkcs11:serial=4894721a"],
            ["--reader", name], ["--reader", "rutoken-ecp-bt-1217688090"], ["--token", "Anna"], ["--slot", "0"], [],
        ]
    )
    func names(target: [String]) async throws {
        let (place, _) = try await Self.place()
        let answer = try await place.jeton(["pair", "--json"] + target + Self.source)
        let document = try answer.exits(0).json()
        #expect(document["schema"].text == "jeton.pair/1" && document["outcome"].text == "paired")
        #expect(document["media"].text == "rutoken_ecp_4894721a" && document["serialDecimal"].text == "1217688090")
        #expect(document["steps"].list.map { $0["number"].number } == [1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(document["steps"][5]["result"].text == "CKR_FUNCTION_NOT_SUPPORTED, 0x54")
    }

    @Test("A second run says that there is nothing to do, asks for nothing and sends nothing")
    func secondRun() async throws {
        let (place, module) = try await Self.place()
        try await Self.pair(place, "4894721a").exits(0)
        for target in [["4894721a"], []] {
            try await place.jeton(["pair"] + target).exits(0).prints("paired already", "nothing to do")
            let document = try await place.jeton(["pair", "--json"] + target).exits(0).json()
            #expect(document["outcome"].text == "alreadyPaired")
        }
        #expect(module.count(of: "C_EX_SetActivationPassword") == 1)
    }

    @Test("A token on a cable needs no pairing, and is not taken for a paired one")
    func cable() async throws {
        let module = try await RutokenModuleCopy("slot.0.type = 0x1\nslot.0.label = Cable\n")
        let place = try Workplace.with(module)
        try await place.jeton("pair").exits(0).prints("token 'Cable' needs no pairing", "nothing to do")
        let document = try await place.jeton("pair", "Cable", "--json").exits(0).json()
        #expect(document["outcome"].text == "notNeeded")
        try await place.jeton("pairings", "list").exits(0).says("no token is paired")
    }

    @Test(
        "Through pcscd the reader has the decimal number in its name, and its token shows there once",
        .timeLimit(.minutes(15))
    )
    func reader() async throws {
        let pcscd = try await PrivatePCSCD(readers: [.init("Aktiv Rutoken ECP BT 1217688090")])
        let (place, module) = try await Self.place("slot.0.name = Aktiv Rutoken ECP BT 1217688090 00 00\n")
        let card = try VirtualCardServer(in: pcscd, atr: [0x3B, 0x80, 0x80, 0x01, 0x01], script: [:])
        func run(_ arguments: [String]) async throws -> Answer {
            let words = try pcscd.command(place.words(arguments))
            let output = try await ChildProcess.run(
                words,
                environment: place.variables(),
                workingDirectory: place.directory.path
            )
            return Answer(arguments: arguments, output: output)
        }
        var readers: [JSONNode] = []
        for _ in 0..<100 {
            readers = try await run(["list", "--json"]).exits(0).json()["readers"].list
                .filter { $0["token"]["serial"].text != nil }
            if readers.first?["flags"].texts.contains("present") == true { break }
        }
        #expect(readers.map { $0["name"].text } == ["Aktiv Rutoken ECP BT 1217688090 00 00"])
        #expect(readers.first?["media"].text == "NO_MEDIA")
        let source = ["--password-source", "file:" + place.directory.path("password")]
        try await run(["pair", Self.name] + source).exits(0).prints("is paired: rutoken_ecp_4894721a")
        #expect(module.count(of: "C_EX_SetActivationPassword") == 1)
        try await card.remove()
        try await pcscd.stop()
    }

    /// What goes wrong, and how it shows.
    struct Failure: CustomTestStringConvertible, Sendable {
        let settings: String
        var target = PairingTests.name
        var source = "file:password"
        let code: Int32
        let reason: String
        let words: String
        let hint: String

        var testDescription: String { "\(settings) \(target): \(reason)" }
    }

    static let failures = [
        Failure(
            settings: "",
            source: "file:wrong",
            code: 8,
            reason: "wrongPassword",
            words: "CKR_SM_PASSWORD_INVALID",
            hint: "the module does not report the remaining tries"
        ),
        Failure(
            settings: "manufacturer = Jeton\ncounters = true\nslot.0.tries = 2",
            source: "file:wrong",
            code: 8,
            reason: "wrongPassword",
            words: "the activation password is wrong",
            hint: "one try is left"
        ),
        Failure(
            settings: "slot.0.tries = 0",
            code: 8,
            reason: "blocked",
            words: "CKR_PIN_LOCKED",
            hint: "the next password"
        ),
        Failure(
            settings: "slot.0.answer = 0x200\nslot.0.seconds = 240\nmanufacturer = Jeton\ncounters = true",
            code: 8,
            reason: "throttled",
            words: "too many wrong activation passwords",
            hint: "240 s"
        ),
        Failure(
            settings: "slot.0.answer = 0x50",
            code: 8,
            reason: "timedOut",
            words: "did not pair in time",
            hint: "pairing mode"
        ),
        Failure(
            settings: "slot.0.answer = 0x201",
            code: 8,
            reason: "full",
            words: "the maximum number of programs",
            hint: "`jeton unpair`"
        ),
        Failure(
            settings: "slot.0.answer = 0x54",
            code: 8,
            reason: "notSupported",
            words: "can't pair this token",
            hint: "no activation password"
        ),
        Failure(
            settings: "slot.0.answer = 0x54\nlibrary_version = 2.17",
            code: 8,
            reason: "libraryTooNew",
            words: "(version 2.17)",
            hint: "--module PATH"
        ),
        Failure(
            settings: "slot.0.answer = 0x800000AB",
            code: 8,
            reason: "unknownAnswer",
            words: "CKR_VENDOR_0x800000AB",
            hint: "the module's vendor"
        ),
        Failure(
            settings: "slot.0.refusal = 0x30",
            code: 8,
            reason: "faulty",
            words: "C_OpenSession failed",
            hint: "jeton token show"
        ),
        Failure(
            settings: "slot.0.after = 0x5",
            code: 8,
            reason: "ineffective",
            words: "accepted the password",
            hint: "remove the token"
        ),
        Failure(
            settings: "no_activation = true",
            code: 8,
            reason: "noExtension",
            words: "librtpkcs11ecp.so",
            hint: "before 2.6"
        ),
        Failure(
            settings: "slot.0.present = false",
            code: 3,
            reason: "noToken",
            words: "there is no token in the reader",
            hint: "plug in the token"
        ),
        Failure(
            settings: "",
            target: "121768809",
            code: 3,
            reason: "notFound",
            words: "'121768809'",
            hint: "names and numbers must match exactly"
        ),
        Failure(
            settings: "",
            target: "Aktiv Rutoken ECP BT 121768809",
            code: 3,
            reason: "notFound",
            words: "no such reader",
            hint: PairingTests.name
        ),
        Failure(
            settings: "slots = 2\nslot.1.name = Aktiv Rutoken ECP BT 1217688090\nslot.1.serial = 11111111",
            code: 6,
            reason: "ambiguous",
            words: "several tokens match",
            hint: "serial number"
        ),
    ]

    @Test(
        "Each way to fail has an exit code, a reason, a sentence and a hint of its own, and nothing is stored",
        arguments: failures
    )
    func failing(failure: Failure) async throws {
        let (place, module) = try await Self.place(failure.settings + "\n")
        let arguments = ["pair", failure.target, "--password-source", failure.source]
        let answer = try await place.jeton(arguments)
        answer.exits(failure.code).says("error: ", failure.words, "hint: ", failure.hint)
        #expect(!answer.all.contains(Self.password) && !answer.all.contains("WRONGPASSWORD"))
        // The step's words are the error's, and the way to the doctor leads to the module that was used.
        let step = answer.text.split(separator: "\n").first { $0.hasPrefix("7/9") && !$0.hasSuffix("CKR_OK") }
        if let step { #expect(answer.errors.contains(step.split(separator: ": ").last ?? "-"), "\(step)") }
        for line in answer.errors.split(separator: "\n")
        where line.contains("jeton doctor") && line.contains("--module") {
            #expect(line.contains("--module \(module.path)`"), "\(line)")
        }
        let sent = module.count(of: "C_EX_SetActivationPassword")
        #expect(sent <= 1)
        let list = try await place.jeton("pairings", "list", "--json").exits(0).json()
        #expect(list["pairings"].list.isEmpty)
        // The wrong password is refused a second time before it is sent.
        let again = try await place.jeton(arguments + ["--json"]).exits(failure.code).json()
        #expect(again["schema"].text == "jeton.error/1")
        let reason = failure.reason == "wrongPassword" ? "refusedBefore" : failure.reason
        #expect(again["error"]["reason"].text == (failure.settings.contains("after = ") ? "faulty" : reason))
        guard failure.reason == "wrongPassword" else { return }
        #expect(module.count(of: "C_EX_SetActivationPassword") == sent)
        // What the module reported is said again, though it was not asked.
        #expect(again["error"]["hints"].texts.contains(failure.hint), "\(again["error"]["hints"].texts)")
    }

    @Test(
        "Each step prints its line, also where an early one fails, and the exit code is that of the failure",
        arguments: [
            (
                "initialize = 0x5",
                ["1/9 load the module    C_GetFunctionList", "2/9 ", "3/9 ", "CKR_GENERAL_ERROR (0x5)"], 5
            ),
            (
                "list = 0x30",
                ["1/9 ", "2/9 ", "3/9 ", "4/9 list the slots     C_GetSlotList", "CKR_DEVICE_ERROR (0x30)"], 5
            ),
        ] as [(String, [String], Int32)]
    )
    func earlyFailure(_ settings: String, _ lines: [String], _ code: Int32) async throws {
        let (place, module) = try await Self.place(settings + "\n")
        for words in [["pair", Self.name], ["pair"]] {
            let answer = try await place.jeton(words + Self.source).exits(code).says("error: C_")
            for line in lines { answer.prints(line) }
            let document = try await place.jeton(words + Self.source + ["--json"]).exits(code).json()
            #expect(document["error"]["steps"].list.count == lines.count - 1)
        }
        #expect(module.count(of: "C_EX_SetActivationPassword") == 0)
    }

    @Test("A module that is missing, crashes or hangs has the line of the step at which it does")
    func earlyEnd() async throws {
        let nowhere = try Workplace(modules: ["/nowhere/librtpkcs11ecp.so"])
        try nowhere.secret(Self.password, "password")
        try await Self.pair(nowhere, Self.name).exits(3).prints("1/9 load the module    dlopen")
        let faults = [
            ("C_Initialize = crash", "3/9 initialize", "crashed in C_Initialize (SIGSEGV)"),
            ("C_GetSlotList = hang", "4/9 list the slots", "did not return from C_GetSlotList"),
        ]
        for (fault, step, words) in faults {
            let module = try FaultModuleCopy("extension = 31\nfault.\(fault)\n")
            let place = try Workplace.with(module, environment: ["JETON_MODULE_DEADLINE": "5"])
            try place.secret(Self.password, "password")
            try await Self.pair(place, "4894721a").exits(5).says(words).prints(step, words)
        }
    }

    @Test("A module without the extension is named, and no password is asked for")
    func noExtension() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.jeton("pair", "alpha").exits(8).says(
            "no functions for pairing",
            "libsofthsm2.so",
            "Rutoken's extension"
        )
        try await place.jeton("pair").exits(8).says("no functions for pairing")
    }

    @Test("A token that does not come back from the password is given up, and nothing is stored")
    func hanging() async throws {
        let (place, _) = try await Self.place("slot.0.hangs = true\n", environment: ["JETON_MODULE_DEADLINE": "10"])
        let answer = try await Self.pair(place, Self.name)
        answer.exits(8).says("did not pair in time", "C_EX_SetActivationPassword within 10 s", "pairing mode")
        try await place.jeton("pairings", "list").exits(0).says("no token is paired")
    }

    @Test(
        "A module that crashes or ends in the middle is named, and nothing is stored",
        arguments: [
            ("C_EX_SetActivationPassword = crash", "crashed in C_EX_SetActivationPassword (SIGSEGV)"),
            ("C_EX_SetActivationPassword = exit:0", "ended the process in C_EX_SetActivationPassword"),
            // The first opening is of the survey's process, the second one of the command's own.
            ("C_OpenSession@2 = abort", "crashed in C_OpenSession"),
            ("C_OpenSession = crash", "crashed in C_OpenSession"),
            ("C_GetSlotList = hang", "C_GetSlotList"),
        ]
    )
    func crashing(fault: String, words: String) async throws {
        let module = try FaultModuleCopy(
            "extension = 31\ntoken.0.activation = \(Self.password)\nfault.\(fault)\n"
        )
        let environment = fault.hasSuffix("hang") ? ["JETON_MODULE_DEADLINE": "5"] : [:]
        let place = try Workplace.with(module, environment: environment)
        try place.secret(Self.password, "password")
        let answer = try await Self.pair(place, "4894721a")
        answer.exits(5).says(words, "fault-module.so")
        #expect(!answer.all.contains(Self.password))
        try await place.jeton("pairings", "list").exits(0).says("no token is paired")
    }

    @Test("Without a token named, several unpaired ones are listed and none is chosen")
    func severalWithoutName() async throws {
        let (place, module) = try await Self.place("slots = 2\nslot.1.serial = 11111111\nslot.1.password = ABC\n")
        let answer = try await place.jeton(["pair"] + Self.source)
        answer.exits(6).says("several tokens match", "pkcs11:token=Anna", "pkcs11:token=Rutoken")
        #expect(module.count(of: "C_EX_SetActivationPassword") == 0)
        try await place.jeton(["pair", "--slot", "1", "--token", "x"] + Self.source).exits(3)
    }

    @Test("On a terminal several unpaired tokens are a question, and the answer pairs that one")
    func severalOnTerminal() async throws {
        let (place, module) = try await Self.place("slots = 2\nslot.1.serial = 11111111\nslot.1.password = ABC\n")
        let refused = try Terminal.start(place, ["pair"])
        try await Terminal.expect("Which token, 1 to 2?", on: refused)
        refused.send(line: "3")
        #expect(try await refused.finish().exitStatus == 2)
        let screen = try Terminal.start(place, ["pair"])
        try await Terminal.expect("1: serial 11111111 (decimal 286331153)", on: screen)
        screen.send(line: "1")
        try await Terminal.expect("Activation password", on: screen)
        screen.send(line: "abc")
        let output = try await screen.finish()
        #expect(output.exitStatus == 0 && output.text.contains("is paired: rutoken_ecp_11111111"), "\(output.text)")
        #expect(module.count(of: "C_EX_SetActivationPassword") == 1)
    }

    @Test("Without a token and without a terminal nobody waits")
    func nobodyWaits() async throws {
        let (place, _) = try await Self.place("slot.0.present = false\n")
        for more in [[], ["--json"]] {
            try await place.jeton(["pair"] + more).exits(3).says("no token to pair was found", "plug in the token")
        }
    }

    @Test(
        "A password source that can't be one is a usage error before any module is asked",
        arguments: ["pinpad", password, "/tmp/x"]
    )
    func sources(source: String) async throws {
        let (place, module) = try await Self.place()
        let answer = try await place.jeton("pair", Self.name, "--password-source", source).exits(2)
        #expect(!answer.all.contains(Self.password) && module.calls.isEmpty)
    }

    @Test("What was paired is listed and shown, with the state of the token now")
    func listing() async throws {
        let (place, module) = try await Self.place()
        try await Self.pair(place, "4894721a").exits(0)
        try await place.jeton("pairings", "list").exits(0).prints("rutoken_ecp_4894721a", "Anna", Self.name)
        let list = try await place.jeton("pairings", "list", "--json").exits(0).json()
        #expect(list["schema"].text == "jeton.pairings.list/1")
        #expect(list["pairings"][0]["serial"].text == "4894721a")
        #expect(list["pairings"][0]["pairedAt"].text?.hasSuffix("Z") == true)
        for name in ["1217688090", "rutoken_ecp_4894721a", "Anna", Self.name] {
            try await place.jeton("pairings", "show", name).exits(0).prints("state:        ready")
        }
        try await place.jeton("pairings", "show", "121768809").exits(3).says("no pairing matches '121768809'")
        try module.configure(Self.settings + "slot.0.present = false\n")
        try await place.jeton("pairings", "show", "Anna").exits(0).prints("not connected")
        let document = try await place.jeton("pairings", "show", "Anna", "--json").exits(0).json()
        #expect(document["connected"].flag == false && document["pairing"]["media"].text == "rutoken_ecp_4894721a")
    }

    @Test("The record of a token that is gone is forgotten; a vendor's module can't end a pairing; Jeton's own can")
    func unpairing() async throws {
        let (place, module) = try await Self.place()
        try await Self.pair(place, "4894721a").exits(0)
        try await place.jeton("unpair", "4894721a").exits(2).says("--yes")
        try await place.jeton("unpair", "4894721a", "--yes").exits(8).says("can't end a pairing", "format the token")
        try await place.jeton("pairings", "list").prints("4894721a")
        try module.configure(Self.settings + "slot.0.present = false\n")
        let gone = try await place.jeton("unpair", "4894721a", "--yes", "--json").exits(0).json()
        #expect(gone["schema"].text == "jeton.unpair/1" && gone["endedOnToken"].flag == false)
        try await place.jeton("unpair", "4894721a", "--yes").exits(3)

        try module.configure(Self.settings + "manufacturer = Jeton\ncounters = true\n")
        try await Self.pair(place, "4894721a").exits(0).prints("paired already")
        try await place.jeton("unpair", "4894721a", "--yes").exits(0).prints("is ended")
        try await place.jeton("list").prints("NO_MEDIA", "unpaired")
        try await place.jeton("pairings", "list").says("no token is paired")
    }

    @Test("The list and the token's page tell the suite of a channel, where the module tells it and no channel is none")
    func suite() async throws {
        let (place, module) = try await Self.place()
        func channel() async throws -> JSONNode {
            try await place.jeton("list", "--json").exits(0).json()["readers"][0]["token"]["channel"]
        }
        // Rutoken's library tells of the channel in a session only.
        #expect(try await channel().isNull)
        try await Self.pair(place, "4894721a").exits(0)
        #expect(try await channel()["suite"].text == "enhancedGOST")
        #expect(try await channel()["offered"].texts == ["enhancedGOST"])
        try await place.jeton("list").exits(0).prints("CHANNEL", "enhancedGOST")
        try await place.jeton("token", "show").exits(0).prints("channel:       enhancedGOST")
        let shown = try await place.jeton("token", "show", "--json").exits(0).json()
        #expect(shown["token"]["channel"]["suite"].text == "enhancedGOST")
        try module.configure("slot.0.type = 0x1\nslot.0.label = Cable\n")
        #expect(try await channel().isNull)
        #expect(!(try await place.jeton("list").text.contains("CHANNEL")))
    }

    @Test("A command that needs the channel says which command sets it up")
    func otherCommands() async throws {
        let (place, _) = try await Self.place()
        try await place.jeton("key", "list").exits(8).says(
            "the secure channel of token 'Anna' is not set up",
            "`jeton pair --reader 'Aktiv Rutoken ECP BT 1217688090'` sets it up"
        )
        try await place.jeton("token", "show").exits(0).prints("NO_MEDIA", "unpaired")
        // Before anybody is asked for a PIN.
        let words = ["token", "init", "Anna", "--label", "x", "--yes"]
        try await place.jeton(words).exits(8).says("the secure channel of token 'Anna' is not set up", "`jeton pair --")
    }

    @Test("list --watch shows the media change from NO_MEDIA to the token's id", .timeLimit(.minutes(15)))
    func watching() async throws {
        let (place, _) = try await Self.place()
        let child = try place.start(["list", "--watch"])
        _ = try await child.lines(upTo: { $0.contains("NO_MEDIA") })
        try await Self.pair(place, Self.name).exits(0)
        let lines = try await child.lines(upTo: { $0.contains("->") })
        #expect(
            lines.last
                == "rutoken-ecp-bt-1217688090: NO_MEDIA (unpaired) -> rutoken_ecp_4894721a (ready)"
        )
    }
}
