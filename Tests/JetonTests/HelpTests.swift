import TestRig
import Testing

@Suite("Help and usage")
struct HelpTests {
    @Test("Every command has a help text with a summary and its options", arguments: CommandTable.commands)
    func everyCommandHasHelp(command: String) async throws {
        let place = try Workplace(modules: [])
        let answer = try await place.jeton(command.split(separator: " ").map(String.init) + ["--help"])
        answer.exits(0).prints("OVERVIEW: ", "USAGE: jeton", "--help")
        #expect(answer.errors.isEmpty)
    }
}
