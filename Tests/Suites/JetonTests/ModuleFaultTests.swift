import Foundation
import Glibc
import TestRig
import Testing

@Suite("Modules that misbehave")
struct ModuleFaultTests {
    /// What a module does instead of answering, and the words for it.
    static let faults = [
        ("crash", "crashed in", "SIGSEGV"), ("abort", "crashed in", "SIGABRT"),
        ("exit:3", "ended the process in", "exit code 3"), ("exit:0", "ended the process in", "exit code 0"),
        ("hang", "did not return from", "within 2 s"),
    ]
    /// Only what hangs is given a short time: on a busy machine a healthy module may take long.
    private static func deadline(_ fault: String) -> [String: String] {
        ["JETON_MODULE_DEADLINE": fault == "hang" ? "2" : "60"]
    }

    @Test(
        "A module that ends, crashes or hangs is named with its function, exit code 5, and takes nobody down",
        arguments: ["C_Initialize", "C_GetSlotList", "C_GetTokenInfo", "C_Login", "C_Sign", "C_FindObjects"],
        faults
    )
    func fault(function: String, fault: (String, String, String)) async throws {
        let module = try Workplace.fault(Workplace.faultKey + "fault.\(function) = \(fault.0)\n")
        let place = try Workplace.with(module, environment: Self.deadline(fault.0))
        try place.directory.write("x", to: "letter")
        let sign = ["sign", "letter", "--format", "raw", "--key", "k", "--json"] + Workplace.pinOption
        let answer = try await place.jeton(sign).exits(5)
        answer.says("error: module \(module.path) \(fault.1) \(function)", fault.2, "hint: ")
        #expect(try answer.json()["error"]["exitCode"].number == 5)
        // No file, and no half of one.
        #expect(try place.names().filter { $0.contains("letter") || $0.contains("jeton") } == ["letter"])
        guard ["C_Initialize", "C_GetSlotList", "C_GetTokenInfo"].contains(function) else { return }
        let list = try await place.jeton("list", "--json").exits(5)
        list.says("module \(module.path) \(fault.1) \(function)")
        #expect(try list.json()["schema"].text == "jeton.error/1")
        let shown = try await place.jeton("modules", "show", "--json").exits(5)
        #expect(try shown.json()["error"]["message"].text?.contains(function) == true)
    }

    @Test(
        "A call that comes back only after five times the deadline is never waited for",
        arguments: ["C_GetTokenInfo", "C_Login"]
    )
    func deadline(function: String) async throws {
        let module = try Workplace.fault(Workplace.faultKey + "fault.\(function) = sleep:11000\n")
        let place = try Workplace.with(module, environment: ["JETON_MODULE_DEADLINE": "2"])
        let answer = try await place.withPIN("key", "list").exits(5)
        answer.says("error: module \(module.path) did not return from \(function) within 2 s")
    }

    @Test(
        "An interruption while a module hangs ends the command as one, and nothing of it stays",
        arguments: [["list"], ["token", "show"]],
        [SIGTERM, SIGHUP, SIGINT, SIGQUIT]
    )
    func interrupted(arguments: [String], signal: Int32) async throws {
        let place = try Workplace.withFault(
            "fault.C_GetTokenInfo = hang\n",
            environment: ["JETON_MODULE_DEADLINE": "300"]
        )
        // A shell without a terminal may have had SIGINT ignored.
        let child = try place.start(arguments, by: ["env", "--default-signal"])
        let helper = try await ModuleFaultTests.child(of: child.processIdentifier)
        child.signal(signal)
        let output = try await child.finish(within: .seconds(30))
        // Before the module is loaded the signal ends the command by itself; a shell tells the two alike.
        #expect([.exited(128 + signal), .killed(signal: signal)].contains(output.ending))
        #expect(output.errorText.isEmpty)
        // The kernel ends it with its parent, and another process waits for it.
        for _ in 0..<6000 where kill(helper, 0) == 0 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(kill(helper, 0) == -1 && errno == ESRCH)
    }

    @Test("A signal that is ignored from the start, as nohup does it, ends nothing", arguments: [SIGHUP, SIGINT])
    func ignored(signal: Int32) async throws {
        let place = try Workplace.withFault(
            "fault.C_GetTokenInfo = hang\n",
            environment: ["JETON_MODULE_DEADLINE": "300"]
        )
        let child = try place.start(["token", "show"], by: ["env", "--default-signal", "--ignore-signal=\(signal)"])
        let helper = try await ModuleFaultTests.child(of: child.processIdentifier)
        child.signal(signal)
        kill(helper, signal)
        child.signal(SIGTERM)
        let ending = try await child.finish(within: .seconds(30)).ending
        // Before the module is loaded SIGTERM ends the command by itself.
        #expect([.exited(128 + SIGTERM), .killed(signal: SIGTERM)].contains(ending), "\(ending)")
    }

    /// The child in which a command runs its modules, as soon as it is there.
    private static func child(of process: Int32) async throws -> Int32 {
        for _ in 0..<6000 {
            if let child = children(of: process).first { return child }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw TestRigError("the command has no child")
    }

    private static func children(of process: Int32) -> [Int32] {
        let path = "/proc/\(process)/task/\(process)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { Int32($0) }
    }

    @Test("A name that no module has is said to be none, before a PIN is read", arguments: ["sign", "list"])
    func unknownName(command: String) async throws {
        let place = try Workplace(modules: [])
        let words = command == "sign" ? ["sign", "letter", "--pin-source", "file:none"] : [command]
        try place.directory.write("x", to: "letter")
        let told = try await place.jeton(words + ["--module", "nonesuch"]).exits(3)
        told.says("there is no module or file 'nonesuch'", "`jeton modules list`")
    }

    @Test("A healthy module is listed beside one that fails, and works", arguments: faults.map(\.0))
    func healthyBesideFaulty(fault: String) async throws {
        let softHSM = try await SoftHSM.withToken(label: "alpha", pin: Workplace.pin)
        let module = try Workplace.fault("fault.C_GetSlotList = \(fault)\n")
        let place = try Workplace(
            modules: [module.path, softHSM.modulePath],
            environment: Self.deadline(fault).merging([SoftHSM.configurationVariable: softHSM.configurationPath]) {
                $1
            },
            holding: [softHSM, module]
        )
        let list = try await place.jeton("list").exits(5)
        list.prints("pkcs11:token=alpha", "ready").says(
            "warning: module \(module.path)",
            "C_GetSlotList",
            "hint: `jeton doctor --only pkcs11-module --module \(module.path)`"
        )
        let json = try await place.jeton("list", "--json").exits(5).json()
        #expect(json["schema"].text == "jeton.list/1")
        #expect(json["modules"].list.count { $0["error"].text != nil } == 1)
        try await place.jeton("token", "show", "alpha").exits(0).prints("pkcs11:token=alpha")
        let shown = try await place.jeton("modules", "show").exits(5)
        shown.prints(softHSM.modulePath, "failed: module \(module.path)")
    }

    @Test(
        "A module that can't be loaded is exit code 3 if it is not there, and 5 if it is broken",
        arguments: [
            ("missing", 3, "the file does not exist"), ("text", 5, "not an ELF library"), ("empty", 5, "an empty file"),
            ("folder", 5, "a directory"), ("other library", 5, "C_GetFunctionList"),
            ("link", 5, "broken symbolic link (/opt/vendor/gone.so)"), ("32-bit", 5, "another word size (32-bit"),
            ("other processor", 5, "another processor (64-bit SPARC V9)"),
        ]
    )
    func notLoaded(kind: String, code: Int32, words: String) async throws {
        let folder = try TemporaryDirectory()
        let path: String
        switch kind {
        case "text": path = try folder.write("I am no library", to: "module.so")
        case "empty": path = try folder.write("", to: "module.so")
        case "folder": path = try folder.makeDirectory("module.so")
        case "other library": path = "/lib/x86_64-linux-gnu/libm.so.6"
        case "link":
            path = folder.path("module.so")
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/opt/vendor/gone.so")
        case "32-bit", "other processor":
            var library = try [UInt8](Data(contentsOf: URL(fileURLWithPath: "/lib/x86_64-linux-gnu/libm.so.6")))
            // EI_CLASS, and e_machine.
            if kind == "32-bit" { library[4] = 1 } else { library[18] = 43 }
            path = try folder.write(library, to: "module.so")
        default: path = folder.path("module.so")
        }
        let place = try Workplace(modules: [path], holding: [folder])
        for command in [["list"], ["token", "show"], ["modules", "show"]] {
            let answer = try await place.jeton(command + ["--json"]).exits(code)
            answer.says("error: ", path, words, "hint: `jeton ")
            #expect(try answer.json()["error"]["exitCode"].number == Int(code))
        }
    }

    @Test("What a token says of itself reaches a terminal without its control characters, and JSON as JSON")
    func controlCharacters() async throws {
        let place = try Workplace.withFault(
            """
            info.description = hex:1b5b324a
            token.0.label = hex:1b5b33316d6576696c1b5b306d0a0d07089b32
            token.0.serial = hex:1b5d303b6f776e656407
            token.0.description = hex:1b5b481b5b4a00017f8486e280ae
            token.0.manufacturer = hex:fffefdc0af
            object = slot:0,class:data,label:a\u{1B}[31mb,application:x\u{1B}]0;y\u{7}
            object = slot:0,class:private,keytype:ec,label:\u{1B}c,id:01
            """
        )
        let commands = [
            ["list"], ["list", "--all"], ["token", "show"], ["pin", "status"], ["modules", "show"],
            ["object", "list"] + Workplace.pinOption, ["object", "show", "01"] + Workplace.pinOption,
            ["sign", "--hash", String(repeating: "00", count: 32), "--hash-algorithm", "sha256"] + Workplace.pinOption,
            ["token", "show", "other"], ["key", "delete", "--key", "zz"] + Workplace.pinOption,
        ]
        for command in commands {
            for more in [[], ["--json"]] {
                let answer = try await place.jeton(command + more)
                let text = String(decoding: answer.output.standardOutput + answer.output.standardError, as: UTF8.self)
                for scalar in text.unicodeScalars where scalar != "\n" {
                    let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                    let isDirection = (0x202A...0x202E).contains(scalar.value)
                    #expect(!isControl && !isDirection, "\(scalar.value) from \(command)")
                }
                if !more.isEmpty { #expect(try answer.json()["schema"].text != nil) }
            }
        }
    }

    @Test("Ten thousand slots are listed, named and found")
    func manySlots() async throws {
        let place = try Workplace.withFault("slots = 10000")
        let json = try await place.jeton("list", "--json").exits(0).json()
        #expect(json["readers"].list.count == 10_000)
        #expect(Set(json["readers"].list.compactMap { $0["token"]["uri"].text }).count == 10_000)
        try await place.jeton("token", "show", "token 9876").exits(0).prints("pkcs11:token=token%209876")
        let several = try await place.jeton("token", "show").exits(6).says("10000 tokens match")
        #expect(several.errors.split(separator: "\n").count < 40)
    }

    @Test("The table of return values is that of the C header, and not empty")
    func returnValues() {
        #expect(ReturnValueTable.rows.count > 90)
        #expect(ReturnValueTable.rows.contains { $0.name == "CKR_PIN_INCORRECT" && $0.number == 0xA0 })
    }

    @Test("Every return value of a login is a sentence with its name and number", arguments: ReturnValueTable.rows)
    func loginAnswers(row: ReturnValueTable.Row) async throws {
        let place = try Workplace.withFault(Workplace.faultKey + "fault.C_Login = rv:\(row.number)\n")
        let answer = try await place.withPIN("key", "list", "--json")
        if row.name == "CKR_USER_ALREADY_LOGGED_IN" {
            answer.exits(0)
            return
        }
        answer.exits(4).says("error: C_Login", row.name, "0x" + String(row.number, radix: 16, uppercase: true))
        #expect(try answer.json()["error"]["code"].text?.contains(row.name) == true)
    }

    @Test("Every return value of a signature is a sentence with its name and number", arguments: ReturnValueTable.rows)
    func signatureAnswers(row: ReturnValueTable.Row) async throws {
        let place = try Workplace.withFault(Workplace.faultKey + "fault.C_Sign = rv:\(row.number)\n")
        try place.directory.write("x", to: "letter")
        let answer = try await place.withPIN("sign", "letter", "--key", "k", "--format", "raw", "--json")
        let login = [
            "CKR_PIN_INCORRECT", "CKR_PIN_INVALID", "CKR_PIN_LEN_RANGE", "CKR_PIN_EXPIRED", "CKR_PIN_LOCKED",
            "CKR_USER_NOT_LOGGED_IN", "CKR_USER_PIN_NOT_INITIALIZED", "CKR_USER_TYPE_INVALID",
            "CKR_USER_ANOTHER_ALREADY_LOGGED_IN", "CKR_USER_TOO_MANY_TYPES",
        ]
        let gone = ["CKR_TOKEN_NOT_PRESENT", "CKR_SLOT_ID_INVALID"]
        answer.exits(login.contains(row.name) ? 4 : gone.contains(row.name) ? 3 : 5)
        #expect(place.contents("letter.sig") == nil)
        // A buffer that is never large enough is the module's fault, and has words of its own.
        if row.name == "CKR_BUFFER_TOO_SMALL" {
            answer.says("error: C_Sign keeps asking for a larger buffer (CKR_BUFFER_TOO_SMALL up to 64 KiB)")
            return
        }
        answer.says("error: C_Sign", row.name, "0x" + String(row.number, radix: 16, uppercase: true))
        #expect(try answer.json()["error"]["code"].text?.contains(row.name) == true)
    }

    @Test("A vendor's own return value is shown as its number")
    func vendorAnswer() async throws {
        let place = try Workplace.withFault(Workplace.faultKey + "fault.C_Login = rv:0x80001234\n")
        try await place.withPIN("key", "list").exits(4).says("0x80001234")
    }

    @Test("A signature that does not match its key is not handed out")
    func wrongSignature() async throws {
        let place = try Workplace.withFault(Workplace.faultKey)
        try place.directory.write("x", to: "letter")
        let answer = try await place.withPIN("sign", "letter", "--key", "k", "--format", "raw")
        answer.exits(5).says("does not match its key")
        #expect(place.contents("letter.sig") == nil)
    }

    @Test("A deadline that is no number of seconds is a usage error", arguments: ["0", "-1", "x", "99999999"])
    func deadlineText(text: String) async throws {
        let place = try Workplace.withFault("")
        let answer = try await place.jeton("list", environment: ["JETON_MODULE_DEADLINE": text])
        answer.exits(2).says("JETON_MODULE_DEADLINE")
    }
}
