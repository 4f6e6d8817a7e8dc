import Foundation
import TestRig
import Testing

/// `jeton completion`, in the shells themselves at a terminal.
@Suite("Completion")
struct CompletionTests {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish

        /// An interactive shell that reads nobody's settings.
        var line: String {
            switch self {
            case .bash: "bash --norc --noprofile -i"
            case .zsh: "zsh -f -i"
            case .fish: "fish --no-config -i"
            }
        }

        /// What loads the script.
        var loading: String {
            switch self {
            case .bash, .fish: "source ./script"
            case .zsh: "bindkey -e; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D"
            }
        }
    }

    /// A place with two tokens, and a module beside them that never answers.
    private func place() async throws -> (place: Workplace, hanging: FaultModuleCopy) {
        let place = try await Workplace.withSoftHSM(label: "anna")
        let more = Workplace.officerOption + Workplace.pinOption
        try await place.jeton(["token", "init", "--label", "Bert $(touch x)'s", "--yes"] + more).exits(0)
        try await place.withPIN("key", "generate", "--label", "work", "--token", "anna").exits(0)
        return (place, try Workplace.fault("fault.C_GetSlotList = hang"))
    }

    private func variables(_ place: Workplace) throws -> [String: String] {
        let path = try BuildProducts.path("jeton")
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return ["PATH": "\(directory):/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color", "PS1": "$ "]
    }

    /// Asks as the scripts do.
    private func candidates(_ place: Workplace, _ words: [String]) async throws -> [String] {
        let output = try await ChildProcess.run(
            [try BuildProducts.path("jeton"), "---complete", "fish"] + words,
            environment: place.variables(),
            workingDirectory: place.directory.path
        )
        #expect(output.exitStatus == 0)
        return output.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }

    @Test(
        "Commands, options and values come from the definitions of the commands",
        arguments: [
            ("k", ["words", "key", "keystore"]), ("key g", ["words", "generate"]), ("nonsense ", ["words"]),
            ("sign --form", ["words", "--format"]),
            (
                "sign --format ",
                [
                    "words", "raw", "cms", "cades", "pades", "xades", "xmldsig", "asice", "asics", "asice-cades",
                    "asics-cades",
                ]
            ),
            ("sign --format=cm", ["words", "--format=cms"]), ("sign --hash-algorithm sha3", ["words", "sha384"]),
            ("key generate --type rsa4", ["words", "rsa4096"]), ("sign --pin-source f", ["nospace", "fd:", "file:"]),
            ("sign x ", ["files"]), ("sign --out ", ["files"]), ("sign --last-try --last-t", ["words"]),
            ("verify --trust a --trus", ["words", "--trust", "--trust-list", "--trust-list-signer"]),
            ("virtual show ", ["words", "alpha"]),
            ("virtual create ", ["words"]),
            (
                "config get t",
                ["words", "token", "trust", "trust-list", "trust-list-signer", "tsa", "tsa-login", "tsa-form"]
            ),
            ("help sig", ["words", "sign"]), ("completion ", ["words", "bash", "zsh", "fish"]),
            ("sign -- --la", ["files"]), ("verify --purpose em", ["words", "email"]),
        ]
    )
    func definitions(line: String, expected: [String]) async throws {
        let place = try Workplace(modules: [])
        try await place.jeton("virtual", "create", "alpha").exits(0)
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        #expect(try await candidates(place, words) == expected)
    }

    @Test(
        "Names of tokens are completed in each shell, with a module that hangs, and no name runs",
        arguments: Shell.allCases
    )
    func shells(shell: Shell) async throws {
        let (place, hanging) = try await place()
        let modules = place.options + ["--module", hanging.path]
        // Another process looks; on a busy machine that may take longer than completion waits.
        var known: [String] = []
        for _ in 0..<600 where known.count < 3 {
            known = try await candidates(place, ["key", "list"] + modules + ["--token", ""])
            if known.count < 3 { try await Task.sleep(for: .milliseconds(100)) }
        }
        #expect(known == ["words", "Bert $(touch x)'s", "anna"])

        let script = try await place.jeton("completion", shell.rawValue).exits(0).text
        try place.directory.write(script, to: shell == .zsh ? "_jeton" : "script")
        let screen = try Terminal.start(place, line: shell.line, environment: variables(place))
        // A shell that is not ready yet loses nothing: the terminal keeps what is typed.
        screen.send(line: shell.loading)
        screen.send(line: "printf 'rea%s\\n' dy")
        try await Terminal.expect("ready", on: screen)
        let start = "jeton key list \(modules.joined(separator: " ")) --token"
        for (typed, expected) in [
            ("jeton ver", "<jeton><verify>"), ("\(start) an", "<--token><anna>"),
            ("\(start) Be", "<--token><Bert $(touch x)'s>"), ("\(start) 'an", "<--token><anna>"),
        ] {
            // The words as the shell understands them. Nothing tells when a completion stands there: a line that came
            // too early prints the words as they were typed, and is typed again with more time.
            var isComplete = false
            for milliseconds in [300, 1_000, 5_000, 20_000] where !isComplete {
                let before = screen.collectedOutput.count
                screen.send(Array(typed.utf8) + [0x09])
                try await Task.sleep(for: .milliseconds(milliseconds))
                screen.send([0x01] + Array("printf '<%s>' ".utf8) + [0x05] + Array("; echo ju''dged\n".utf8))
                var answer = ""
                for _ in 0..<3_000 where !answer.contains("judged") {
                    try await Task.sleep(for: .milliseconds(10))
                    answer = String(screen.collectedOutput.dropFirst(before))
                }
                isComplete = answer.contains(expected)
                // Ends a quote that stayed open.
                if !isComplete { screen.send([0x03]) }
            }
            #expect(isComplete, "\(typed)")
        }
        screen.send(line: "exit")
        _ = try await screen.finish(within: .seconds(60))
        #expect(place.contents("x") == nil)
        #expect(FileManager.default.fileExists(atPath: place.directory.path(".cache/jeton")))
    }

    @Test("Keys, readers, groups, modules and profiles are completed without a login")
    func names() async throws {
        let (place, _) = try await place()
        try await place.jeton("config", "set", "token", "anna", "--profile", "work").exits(0)
        let sign = ["sign"] + place.options
        var keys: [String] = []
        for _ in 0..<600 where !keys.contains("work") {
            keys = try await candidates(place, sign + ["--key", ""])
            if !keys.contains("work") { try await Task.sleep(for: .milliseconds(100)) }
        }
        #expect(keys == ["words", "work"])
        #expect(try await candidates(place, sign + ["--reader", ""]).contains { $0.hasPrefix("SoftHSM slot") })
        #expect(try await candidates(place, sign + ["--profile", ""]) == ["words", "work"])
        #expect(try await candidates(place, ["sign", "--module", ""]).first == "words")
        let keystore = try await Workplace.withKeystore()
        try keystore.secret("value", "value")
        try await keystore.keystore("add", "mail/me", "--secret-source", "file:value").exits(0)
        #expect(try await candidates(keystore, ["keystore", "get", "--group", ""]) == ["words", "local.default"])
    }

    @Test("Items of the keystore are completed for each command that takes one")
    func items() async throws {
        let place = try await Workplace.withKeystore()
        try place.secret("value", "value")
        for name in ["mail/me", "mail/you", "bank/me"] {
            try await place.keystore("add", name, "--secret-source", "file:value").exits(0)
        }
        for command in ["get", "set", "delete", "edit", "copy"] {
            let all = ["words", "bank/me", "mail/me", "mail/you"]
            #expect(try await candidates(place, ["keystore", command, ""]) == all, "\(command)")
        }
        #expect(try await candidates(place, ["keystore", "get", "mail/y"]) == ["words", "mail/you"])
        #expect(try await candidates(place, ["keystore", "get", "nothing"]) == ["words"])
    }
}
