import Testing
import TokenKit

@Suite("p11-kit configuration files")
struct ConfigurationFileTests {
    @Test("Names and values are taken without the blanks around them; comments and blank lines are skipped")
    func fields() {
        let file = ConfigurationFile(
            parsing: Array(
                "# head\n\n  module:  a b.so \r\n\tx-custom : v # no comment\nempty:\n  # indented\npriority:1:2".utf8
            ),
            file: "/f"
        )
        #expect(file.problems.isEmpty)
        #expect(file.fields.map(\.name) == ["module", "x-custom", "empty", "priority"])
        #expect(file.fields.map(\.value) == ["a b.so", "v # no comment", "", "1:2"])
        #expect(file.fields.map(\.line) == [3, 4, 5, 7])
    }

    @Test(
        "Each wrong line is reported with its number, and the others still count",
        arguments: [
            ("module /x.so", ModuleProblem.Code.missingColon, true), ("[section]", .unexpectedSection, true),
            ("[broken", .unexpectedSection, true), (": value", .malformedName, false),
            ("na me: value", .malformedName, false), ("n\u{E4}me: value", .malformedName, false),
            ("zero: a\u{0}b", .notText, false), ("module: /y.so", .duplicateField, false),
            ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", .missingColon, true),
        ]
    )
    func problems(line: String, code: ModuleProblem.Code, stopsP11Kit: Bool) throws {
        let file = ConfigurationFile(parsing: Array("module: /x.so\n\(line)\ncritical: yes\n".utf8), file: "/f")
        let problem = try #require(file.problems.first)
        #expect(file.problems.count == 1)
        #expect(problem.code == code)
        #expect(problem.line == 2)
        #expect(problem.file == "/f")
        #expect(problem.stopsP11Kit == stopsP11Kit)
        #expect(problem.description.hasPrefix("/f:2: "))
        #expect(file["critical"]?.value == "yes")
        #expect(file["module"]?.value == (code == .duplicateField ? "/y.so" : "/x.so"))
    }

    @Test("A line that is not UTF-8 is reported")
    func notUTF8() {
        let file = ConfigurationFile(parsing: Array("a: ".utf8) + [0xFF, 0x0A] + Array("b: 1".utf8), file: "/f")
        #expect(file.problems.map(\.code) == [.notText])
        #expect(file.fields.map(\.name) == ["b"])
    }

    private func configuration(_ text: String) -> ModuleConfiguration {
        ModuleConfiguration(
            name: "n",
            file: "/f",
            contents: ConfigurationFile(parsing: Array(text.utf8), file: "/f")
        )
    }

    @Test("Settings have the defaults of the manual page")
    func defaults() {
        let configuration = configuration("module: a.so")
        #expect(configuration.isManaged)
        #expect(!configuration.isCritical && !configuration.logsCalls && !configuration.isTrustPolicy)
        #expect(configuration.priority == 0)
        #expect(configuration.enableIn == nil && configuration.disableIn.isEmpty)
        #expect(configuration.initReserved == nil && configuration.remote == nil)
        #expect(configuration.problems.isEmpty)
    }

    @Test("Every setting is read")
    func settings() {
        let configuration = configuration(
            "module: a.so\ncritical: yes\nmanaged: no\nlog-calls: yes\ntrust-policy: yes\npriority: -7\n"
                + "remote: |ssh host\nx-init-reserved: a=b\nenable-in: ssh,seahorse  curl\nx-other: 1\n"
        )
        #expect(!configuration.isManaged)
        #expect(configuration.isCritical && configuration.logsCalls && configuration.isTrustPolicy)
        #expect(configuration.priority == -7)
        #expect(configuration.enableIn == ["ssh", "seahorse", "curl"])
        #expect(configuration.initReserved == "a=b")
        #expect(configuration.remote?.value == "|ssh host")
        #expect(configuration.otherFields.map(\.name) == ["x-other"])
        #expect(configuration.problems.isEmpty)
    }

    @Test(
        "Values that are not what is asked for are reported, and p11-kit's reading of them counts",
        arguments: [
            ("critical: true", ModuleProblem.Code.notYesOrNo, 0), ("managed: Yes", .notYesOrNo, 0),
            ("priority: 12x", .notAnInteger, 12), ("priority: x", .notAnInteger, 0),
            ("priority:", .notAnInteger, 0), ("priority: 99999999999999", nil, Int(Int32.max)),
            ("priority: +5", nil, 5), ("enable-in: a\ndisable-in: b", .enableAndDisable, 0),
        ]
    )
    func values(line: String, code: ModuleProblem.Code?, priority: Int) {
        let configuration = configuration("module: a.so\n" + line)
        #expect(configuration.problems.map(\.code) == (code.map { [$0] } ?? []))
        #expect(!configuration.isCritical && configuration.isManaged)
        #expect(configuration.priority == priority)
    }

    @Test("A file without anything to load is reported")
    func nothingToLoad() {
        #expect(configuration("modul: a.so").problems.map(\.code) == [.nothingToLoad])
        #expect(configuration("remote: |x").problems.isEmpty)
    }

    @Test(
        "enable-in and disable-in name programs, as whole words",
        arguments: [
            ("enable-in: jeton", true), ("enable-in: ssh, jeton", true), ("enable-in: jeton-x", false),
            ("enable-in:", false), ("disable-in: jeton", false), ("disable-in: ssh\tfirefox", true),
            ("disable-in:", true), ("enable-in: jeton\ndisable-in: jeton", true),
        ]
    )
    func programs(line: String, isEnabled: Bool) {
        #expect(configuration("module: a.so\n" + line).isEnabled(in: "jeton") == isEnabled)
    }
}
