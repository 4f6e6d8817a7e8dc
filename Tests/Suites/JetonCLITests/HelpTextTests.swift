import ArgumentParser
import Foundation
import Testing

@testable import JetonCLI

@Suite("Help")
struct HelpTextTests {
    @Test("A long usage is broken between arguments: an option stays with its value, and brackets stay whole")
    func longUsage() {
        let usage =
            "USAGE: jeton key forge [<uri>] [--module <path> ...] [--token <label|uri>] [--reader <name>] "
            + "--type <type> --label <label>"
        #expect(
            HelpText.wrapped("OVERVIEW: Words.\n\n\(usage)\n\nOPTIONS:", columns: 80) == """
                OVERVIEW: Words.

                USAGE: jeton key forge [<uri>] [--module <path> ...] [--token <label|uri>]
                        [--reader <name>] --type <type> --label <label>

                OPTIONS:
                """
        )
    }

    @Test("No line of any command's help is wider than 80 columns", arguments: CommandPath.all)
    func width(path: CommandPath) {
        let help = HelpText.wrapped(JetonCommand.helpMessage(for: path.command, columns: 80), columns: 80)
        let wide = help.split(separator: "\n").filter { $0.count > 80 }
        #expect(wide.isEmpty, "\(wide)")
        #expect(!help.contains("same forms"))
    }

    @Test("Values that an option's words name are not listed again, and stay listed otherwise")
    func values() {
        let help = HelpText.wrapped(
            """
            USAGE: jeton x

            OPTIONS:
              --chain <chain>         Certificates: none, issuers or all (with the root).
                                      (values: none, issuers, all; default: issuers)
              --long-name-of-option <encode>
                                      One of base64 and hex (default: bytes). (values: base64,
                                      hex)
              --form <form>           The form. (values: raw, cms)
            """,
            columns: 80
        )
        #expect(
            help == """
                USAGE: jeton x

                OPTIONS:
                  --chain <chain>         Certificates: none, issuers or all (with the root)
                                          (default: issuers).
                  --long-name-of-option <encode>
                                          One of base64 and hex (default: bytes).
                  --form <form>           The form. (values: raw, cms)
                """
        )
    }

    @Test("On a narrow terminal the words of an option stand below its name", arguments: CommandPath.all)
    func narrow(path: CommandPath) throws {
        let help = HelpText.wrapped(JetonCommand.helpMessage(for: path.command, columns: 40), columns: 40)
        let options = try #require(help.components(separatedBy: "OPTIONS:\n").dropFirst().first)
        for line in options.split(separator: "\n") where line.hasPrefix("  -") {
            #expect(!line.dropFirst(2).contains("  "), "\(line)")
        }
    }

    @Test("The help of every command ends with examples that a shell takes", arguments: CommandPath.leaves)
    func examples(path: CommandPath) throws {
        let name = path.words.dropFirst().joined(separator: " ")
        let examples = try #require(HelpExamples.all[name], "jeton \(name) has no example")
        let help = HelpText.wrapped(JetonCommand.helpMessage(for: path.command, columns: 80), columns: 80)
        let section = try #require(help.components(separatedBy: "\n\nEXAMPLES:\n").dropFirst().first)
        let unbroken = section.replacingOccurrences(of: #" \\\n +"#, with: " ", options: .regularExpression)
        for example in examples {
            #expect(unbroken.contains("  \(example.purpose)\n    \(example.command)"))
            #expect(example.command == "jeton \(name)" || example.command.hasPrefix("jeton \(name) "))
            #expect(example.purpose.hasSuffix(":"))
            let arguments = DocumentedCommand(page: "help", line: example.command).arguments
            #expect(throws: Never.self) { try JetonCommand.parseAsRoot(JetonCommand.joined(arguments)) }
        }
    }

    @Test("Every example is one of a command, and none stands twice")
    func commandsOfExamples() {
        let names = Set(CommandPath.leaves.map { $0.words.dropFirst().joined(separator: " ") })
        #expect(names.isSuperset(of: HelpExamples.all.keys), "\(Set(HelpExamples.all.keys).subtracting(names))")
        let commands = HelpExamples.all.values.flatMap { $0.map(\.command) }
        #expect(Set(commands).count == commands.count)
    }
}
