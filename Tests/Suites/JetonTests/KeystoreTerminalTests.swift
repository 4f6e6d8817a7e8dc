import Foundation
import TestRig
import Testing

@Suite("The keystore at a terminal")
struct KeystoreTerminalTests {
    @Test("A new passphrase is asked for twice and never shown, and two that differ make no keystore")
    func newPassphrase() async throws {
        let place = try Workplace(modules: [])
        for (again, code) in [("another one", Int32(8)), (Workplace.passphrase, 0)] {
            let screen = try Terminal.start(place, ["keystore", "init"])
            try await Terminal.expect("New passphrase: ", on: screen)
            screen.send(line: Workplace.passphrase)
            try await Terminal.expect("Repeat the new passphrase: ", on: screen)
            screen.send(line: again)
            let output = try await screen.finish()
            #expect(output.exitStatus == code, "\(output.text)")
            #expect(!output.text.contains(Workplace.passphrase))
            let keybag = place.directory.path("data/keystore/keybag")
            #expect(FileManager.default.fileExists(atPath: keybag) == (code == 0))
        }
        let screen = try Terminal.start(place, ["keystore", "unlock", "--minutes", "30"])
        try await Terminal.expect("Passphrase: ", on: screen)
        screen.send(line: Workplace.passphrase)
        #expect(try await screen.finish().exitStatus == 0)
        try await place.jeton("keystore", "lock").exits(0).prints("the keystore is locked")
    }

    @Test("Without a terminal the hint names the option that the command has")
    func sourceOption() async throws {
        let place = try Workplace(modules: [])
        try await place.jeton("keystore", "init").exits(8)
            .says("there is no terminal", "hint: give --new-passphrase-source one of pinentry, fd:N, file:PATH")
        try place.secret("a passphrase of some length", "passphrase")
        try await place.jeton("keystore", "init", "--new-passphrase-source", "file:passphrase").exits(0)
    }

    @Test("A secret is typed unseen, and comes onto the terminal only when it is asked to")
    func secret() async throws {
        let place = try await Workplace.withKeystore()
        let words = ["keystore", "add", "--group", "local.a", "--service", "s"] + Workplace.keyFileOption
        let screen = try Terminal.start(place, words)
        try await Terminal.expect("New secret: ", on: screen)
        screen.send(line: "hush-hush")
        try await Terminal.expect("Repeat the new secret: ", on: screen)
        screen.send(line: "hush-hush")
        let added = try await screen.finish()
        #expect(added.exitStatus == 0, "\(added.text)")
        #expect(!added.text.contains("hush-hush"))

        let get = ["keystore", "get", "--service", "s"] + Workplace.keyFileOption
        let refused = try await Terminal.start(place, get).finish()
        #expect(refused.exitStatus == 2, "\(refused.text)")
        #expect(refused.text.contains("--reveal shows it") && !refused.text.contains("hush-hush"))
        let shown = try await Terminal.start(place, get + ["--reveal"]).finish()
        #expect(shown.exitStatus == 0 && shown.text.hasPrefix("hush-hush\r\n"), "\(shown.text)")
    }

    @Test("A command that reads its content from the terminal says so, and takes no empty one")
    func typedContent() async throws {
        let place = try await Workplace.withKeystore()
        let words = ["keystore", "file", "add", "note"] + Workplace.keyFileOption
        for (line, code) in [(nil, Int32(7)), ("words", 0)] {
            let screen = try Terminal.start(place, words)
            try await Terminal.expect("reading from the terminal until Ctrl-D; --in FILE takes a file", on: screen)
            if let line { screen.send(line: line) }
            screen.send([4])
            let output = try await screen.finish()
            #expect(output.exitStatus == code, "\(output.text)")
            #expect(output.text.contains("is empty: nothing was sealed") == (line == nil))
        }
        let add = ["keystore", "add", "--group", "local.a", "--service", "s", "--in", "-"] + Workplace.keyFileOption
        let screen = try Terminal.start(place, add)
        try await Terminal.expect("reading from the terminal", on: screen)
        screen.send([4])
        #expect(try await screen.finish().exitStatus == 7)
    }

    @Test("What is lost for ever is confirmed by the word yes", arguments: ["yes", "no"])
    func confirmation(answer: String) async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("one", "--group", "local.a", "--service", "s")
        let screen = try Terminal.start(place, ["keystore", "delete", "--service", "s"])
        try await Terminal.expect("Type 'yes' to continue:", on: screen)
        screen.send(line: answer)
        #expect(try await screen.finish().exitStatus == (answer == "yes" ? 0 : 2))
        let items = try await place.jeton("keystore", "list", "--json").exits(0).json()["items"].list
        #expect(items.isEmpty == (answer == "yes"))
    }
}
