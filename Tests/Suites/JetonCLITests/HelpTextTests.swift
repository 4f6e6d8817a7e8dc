import ArgumentParser
import Testing

@testable import JetonCLI

@Suite("Help")
struct HelpTextTests {
    @Test("A long usage is broken between arguments: an option stays with its value, and brackets stay whole")
    func longUsage() {
        let usage =
            "USAGE: jeton key generate [<uri>] [--module <path> ...] [--token <label|uri>] [--reader <name>] "
            + "--type <type> --label <label>"
        #expect(
            HelpText.wrapped("OVERVIEW: Words.\n\n\(usage)\n\nOPTIONS:", columns: 80) == """
                OVERVIEW: Words.

                USAGE: jeton key generate [<uri>] [--module <path> ...] [--token <label|uri>]
                        [--reader <name>] --type <type> --label <label>

                OPTIONS:
                """
        )
    }

    @Test("No line of any command's help is wider than 80 columns", arguments: CommandPath.all)
    func width(path: CommandPath) {
        let help = HelpText.wrapped(Jeton.helpMessage(for: path.command, columns: 80), columns: 80)
        let wide = help.split(separator: "\n").filter { $0.count > 80 }
        #expect(wide.isEmpty, "\(wide)")
        #expect(!help.contains("same forms"))
    }
}
