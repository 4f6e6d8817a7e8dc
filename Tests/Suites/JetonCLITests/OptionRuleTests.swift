import ArgumentParser
import Testing

@testable import JetonCLI

@Suite("What options exclude and require of each other")
struct OptionRuleTests {
    @Test(
        "Of options that exclude each other one may be given",
        arguments: [(false, false, true), (true, false, true), (false, true, true), (true, true, false)]
    )
    func excludes(one: Bool, other: Bool, isAllowed: Bool) {
        let refusal = OptionRuleTests.refusal(.excludes(["--a": one, "--b": other]))
        #expect(refusal == (isAllowed ? nil : "--a and --b exclude each other"))
    }

    @Test(
        "An option that requires others needs one of them",
        arguments: [
            (false, false, false, true), (true, false, false, false), (true, true, false, true),
            (true, false, true, true),
        ]
    )
    func requires(option: Bool, one: Bool, other: Bool, isAllowed: Bool) {
        let refusal = OptionRuleTests.refusal(.requires(["--a": option], ["--b": one, "--c": other]))
        #expect(refusal == (isAllowed ? nil : "--a requires --b or --c"))
    }

    @Test("The sentence about several options is about all of them")
    func severalOptions() {
        let three = OptionRuleTests.refusal(.excludes(["--a": true, "--b": false, "--c": true]))
        #expect(three == "--a, --b and --c exclude each other")
        #expect(
            OptionRuleTests.refusal(.requires(["--a": false, "--b": true], ["--c": false])) == "--a and --b require --c"
        )
    }

    @Test(
        "The parser refuses what a rule of a group of options refuses",
        arguments: [
            ["list", "--quiet", "--verbose"], ["verify", "a.p7s", "--refresh"],
            ["relay", "listen", "--to", "https://a.example", "--ipv6"],
            ["keystore", "get", "mail/me", "--key-file", "a", "--identity", "b"],
            ["sign", "a", "--tsa-password-source", "prompt"],
        ]
    )
    func parser(arguments: [String]) {
        #expect(throws: (any Error).self) { try JetonCommand.parseAsRoot(arguments) }
    }

    private static func refusal(_ rule: OptionRule) -> String? {
        do {
            try OptionRule.check(rule)
            return nil
        } catch { return error.description }
    }
}
