import ArgumentParser
import Testing

@testable import JetonCLI

@Suite("What ArgumentParser describes of commands")
struct CommandSyntaxTests {
    @Test("Every command has its options by all their names, and no hidden one", arguments: CommandPath.leaves)
    func options(path: CommandPath) {
        let syntax = CommandSyntax(of: path.command)
        let help = path.command.helpMessage(columns: 10_000)
        #expect(syntax.option("--help") != nil && syntax.option("-h") != nil)
        for name in syntax.options.flatMap(\.names) { #expect(help.contains(name)) }
    }

    @Test(
        "The first word that is no option is found behind options with and without values",
        arguments: [
            (["--reader", "--lable", "--quiet"], nil), (["--label", "x", "--lable"], "--lable"),
            (["--pubic"], "--pubic"),
            (["--token=x", "-z"], "-z"), (["--", "--lable"], nil), (["-", "--public"], nil), ([], nil),
        ] as [([String], String?)]
    )
    func unknown(words: [String], expected: String?) {
        #expect(CommandSyntax(of: ListedKeys.self).unknownOption(in: words[...]) == expected)
    }

    private struct ListedKeys: ParsableCommand {
        @Option var reader: String?
        @Option var label: String?
        @Option var token: String?
        @Flag var `public` = false
        @Flag(name: .shortAndLong) var quiet = false
    }

    @Test("Closed sets, files and options that may be repeated are known as such")
    func parts() throws {
        let syntax = CommandSyntax(of: SignCommand.self)
        #expect(try #require(syntax.option("--level")).values == ["B", "T", "LT", "LTA"])
        #expect(try #require(syntax.option("--hash-algorithm")).values.contains("streebog256"))
        #expect(try #require(syntax.option("--certificate")).isFile)
        #expect(try #require(syntax.option("--tsa")).isRepeatable)
        #expect(try #require(syntax.option("--attached")).value == nil)
        #expect(try #require(syntax.arguments.last).isRepeatable)
    }
}
