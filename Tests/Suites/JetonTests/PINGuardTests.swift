import Foundation
import TestRig
import Testing

@Suite("What keeps a PIN from being spent")
struct PINGuardTests {
    private func signing(_ source: String = "file:pin") -> [String] {
        ["sign", "letter", "--format", "raw", "--key", "k", "--pin-source", source]
    }

    @Test("A wrong PIN is exit code 4 with what is left, and is not sent a second time")
    func wrongPIN() async throws {
        let state = try TemporaryDirectory()
        let module = try Workplace.fault(
            Workplace.faultKey
                + "extension = 34\nstate_file = \(state.path("state"))\ntoken.0.tries = 5\ntoken.0.tries_left = 5\n"
        )
        let place = try Workplace.with(module)
        try place.secret("999999", "wrong")
        try place.secret("888888", "wrong-too")
        try place.directory.write("x", to: "letter")
        let first = try await place.jeton(signing("file:wrong") + ["--json"]).exits(4)
        first.says("C_Login", "CKR_PIN_INCORRECT", "0xA0", "'token 0'", "4 tries are left")
        #expect(try first.json()["error"]["code"].text?.contains("CKR_PIN_INCORRECT") == true)
        #expect(try await module.counts()["C_Login"] == 1)

        let second = try await place.jeton(signing("file:wrong")).exits(4)
        second.says("has refused this PIN before; jeton does not send it again", "--send-refused")
        #expect(try await module.counts()["C_Login"] ?? 0 == 0)
        let tries = try await place.jeton("pin", "status", "--json").exits(0).json()
        #expect(tries["user"]["triesLeft"].number == 4)

        let other = try await place.jeton(signing("file:wrong-too")).exits(4).says("3 tries are left")
        #expect(!other.all.contains("888888") && !first.all.contains("999999"))
        try await place.jeton(signing("file:wrong") + ["--send-refused"]).exits(4).says("2 tries are left")
        try await place.jeton("key", "list", "--pin-source", "file:pin").exits(0)
        #expect(try await place.jeton("pin", "status", "--json").exits(0).json()["user"]["triesLeft"].number == 5)
    }

    @Test(
        "What a wrong PIN leaves is said in words",
        arguments: [
            (3, "hint: 2 tries are left"), (2, "hint: one try is left"), (1, "hint: no try is left: the PIN is locked"),
        ]
    )
    func triesLeft(before: Int, words: String) async throws {
        let state = try TemporaryDirectory()
        let module = try Workplace.fault(
            Workplace.faultKey
                + "extension = 34\nstate_file = \(state.path("state"))\ntoken.0.tries = 3\ntoken.0.tries_left = \(before)\n"
        )
        let place = try Workplace.with(module)
        try place.secret("999999", "wrong")
        try await place.jeton("key", "list", "--pin-source", "file:wrong", "--last-try").exits(4).says(words)
    }

    @Test("A token whose module tells no number is said to tell none, and the same wrong PIN is not sent")
    func wrongPINOnSoftHSM() async throws {
        let place = try await Workplace.withSoftHSM()
        try place.secret("999999", "wrong")
        let arguments = ["key", "list", "--pin-source", "file:wrong"]
        try await place.jeton(arguments).exits(4).says("CKR_PIN_INCORRECT", "does not report the remaining tries")
        try await place.jeton(arguments).exits(4).says("does not send it again")
        // SoftHSM clears its sign of a wrong PIN at the next right one.
        try await place.jeton("pin", "status").exits(0).prints("a wrong PIN was entered")
        try await place.withPIN("key", "list").exits(0).says("warning: a wrong PIN was entered")
        try await place.jeton("pin", "status").exits(0).prints("user:             good")
    }

    @Test(
        "A token that wants its PIN on a reader without keys says how to give the PIN here",
        arguments: ["0x5", "0x6", "0x7", "0x30", "0x54", "0xA2"]
    )
    func noPad(answer: String) async throws {
        let settings = "token.0.protected_path = true\nfault.C_Login = rv:\(answer)\n"
        let place = try Workplace.with(Workplace.fault(Workplace.faultKey + settings))
        let told = try await place.jeton("key", "list", "--pin-source", "pinpad").exits(4)
        told.says("enter the PIN on the reader", answer, "use `--pin-source prompt`")
    }

    @Test("A change that may have been made names the command that shows it, and a missed touch asks for one")
    func outcome() async throws {
        let place = try Workplace.withFault(
            Workplace.faultKey + "fault.C_SetPIN = rv:0x30\nfault.C_Sign = rv:0x200\n"
        )
        try place.secret("2468135", "new")
        try place.directory.write("x", to: "letter")
        let change = ["pin", "change", "--pin-source", "file:pin", "--new-pin-source", "file:new"]
        try await place.jeton(change).exits(5).says(
            "hint: it is unknown whether the command was carried out: `jeton pin status`"
        )
        let sign = try await place.jeton(signing()).exits(5)
        sign.says("did not touch it in time", "touch the token while it waits")
    }

    @Test("The last try is refused before sending, and is used with --last-try")
    func lastTry() async throws {
        let module = try Workplace.fault(Workplace.faultKey + "token.0.tries = 3\ntoken.0.tries_left = 1\n")
        let place = try Workplace.with(module)
        let list = ["key", "list", "--pin-source", "file:pin"]
        let refused = try await place.jeton(list + ["--json"]).exits(4).says(
            "only one try is left",
            "token 'token 0'",
            "--last-try"
        )
        #expect(try refused.json()["schema"].text == "jeton.error/1")
        #expect(try await module.counts()["C_Login"] ?? 0 == 0)
        try await place.jeton("list").exits(0).prints("pinFinalTry")
        try await place.jeton(list + ["--last-try"]).exits(0).says("warning: this is the last try")
        #expect(try await module.counts()["C_Login"] == 1)
    }

    @Test("A locked PIN is never sent, with --last-try neither")
    func locked() async throws {
        let module = try Workplace.fault(Workplace.faultKey + "token.0.tries = 3\ntoken.0.tries_left = 0\n")
        let place = try Workplace.with(module)
        for more in [[], ["--last-try"]] {
            let answer = try await place.jeton(["key", "list", "--pin-source", "file:pin"] + more)
            answer.exits(4).says("the PIN is locked", "unblock")
            #expect(try await module.counts()["C_Login"] ?? 0 == 0)
        }
        try await place.jeton("list").exits(0).prints("pinLocked").says(
            "`jeton pin unblock --reader 'Jeton fault slot 0'`"
        )
        try await place.jeton("pin", "status").exits(0).prints("user:             locked")
    }

    @Test("A PIN that was refused because it locked the token says so")
    func lockedNow() async throws {
        let state = try TemporaryDirectory()
        let place = try Workplace.withFault(
            Workplace.faultKey + "state_file = \(state.path("state"))\ntoken.0.tries = 2\ntoken.0.tries_left = 1\n"
        )
        try place.secret("999999", "wrong")
        let answer = try await place.jeton("key", "list", "--pin-source", "file:wrong", "--last-try")
        answer.exits(4).says("locked")
    }

    @Test(
        "A wrong PIN of the security officer is not sent a second time to set a token up, and the last try is refused"
    )
    func settingUp() async throws {
        let state = try TemporaryDirectory()
        let module = try Workplace.fault(
            Workplace.faultKey
                + "state_file = \(state.path("state"))\ntoken.0.so_tries = 3\ntoken.0.so_tries_left = 3\n"
        )
        let place = try Workplace.with(module)
        try place.secret("999999", "wrong")
        try place.secret("888888", "wrong-too")
        func setUp(_ source: String, _ more: String...) async throws -> Answer {
            try await place.jeton(
                ["token", "init", "token 0", "--label", "new", "--yes", "--so-pin-source", "file:\(source)"] + more
            )
        }
        try await setUp("wrong").exits(4)
            .says("C_InitToken", "CKR_PIN_INCORRECT", "'token 0'", "does not send this PIN to this token again")
        #expect(try await module.counts()["C_InitToken"] == 1)
        try await setUp("wrong").exits(4).says("has refused this PIN before; jeton does not send it again")
        #expect(try await module.counts()["C_InitToken"] ?? 0 == 0)
        try await setUp("wrong-too").exits(4).says("CKR_PIN_INCORRECT")
        try await setUp("so-pin").exits(4).says("only one try is left", "--last-try")
        #expect(try await module.counts()["C_InitToken"] ?? 0 == 0)
        try await setUp("so-pin", "--last-try").exits(0).says("warning: this is the last try")
        #expect(try await module.counts()["C_InitToken"] == 1)
    }

    @Test("P9: a key that wants its PIN each time gets it right after C_SignInit, with no call between")
    func eachTime() async throws {
        let module = try Workplace.fault(
            Workplace.faultKey.replacingOccurrences(of: "sign:true", with: "sign:true,always_authenticate:true")
                + "context_login = strict\nextension = 34\n"
        )
        let place = try Workplace.with(module)
        try place.directory.write("x", to: "letter")
        // The module's own signatures are silly: that this one is made and found out says that the login came in time.
        try await place.jeton(signing()).exits(5).says("does not match its key")
        let counts = try await module.counts()
        #expect(counts["C_Login"] == 2)
        #expect(counts["C_Sign"] == 1)
    }
}
