import Foundation
import Testing

@Suite("The udev rules file")
struct UdevRulesTests {
    let lines: [String]
    let rules: [UdevRule]

    init() throws {
        let text = try String(contentsOfFile: UdevReplay.rulesPath, encoding: .utf8)
        lines = text.components(separatedBy: "\n")
        rules = try UdevRule.parse(text)
    }

    private var devices: [UdevRule] { rules.filter { $0.value("ATTR", "idVendor") != nil } }

    @Test("A line that is no rule, or runs something, is refused")
    func refused() {
        let bad = [
            "ATTR{idVendor}=\"0a89\"", "ATTR{idVendor}==0a89", "ATTR==\"0a89\"", "GROUP==\"pcscd\"",
            "ACTION{x}==\"add\"", "RUN+=\"/bin/true\"", "PROGRAM==\"/bin/true\"", "GOTO=\"end",
            "MODE=\"0660\" GROUP=\"pcscd\"", "MODE=\"0660\",", "mode=\"0660\"", "TAG=\"uaccess\"", " MODE=\"0660\"",
        ]
        for line in bad {
            #expect(throws: UdevSyntaxError.self, "\(line)") { try UdevRule.parse("# comment\n\n\(line)\n") }
        }
    }

    @Test("A rule is read key by key, with its line")
    func read() throws {
        let text = "# one\n\nATTR{idVendor}==\"0a89\", GOTO=\"end\"\n"
        let vendor = UdevRule.Key(name: "ATTR", attribute: "idVendor", operation: "==", value: "0a89")
        let jump = UdevRule.Key(name: "GOTO", attribute: nil, operation: "=", value: "end")
        #expect(try UdevRule.parse(text) == [UdevRule(lineNumber: 3, keys: [vendor, jump])])
    }

    @Test("Ids are four lower-case hexadecimal digits, and an id's line does nothing but jump to the grant")
    func identifiers() throws {
        for rule in devices {
            #expect(rule.keys.count == 3, "line \(rule.lineNumber)")
            #expect(rule.value("GOTO") == "jeton_tokens_grant", "line \(rule.lineNumber)")
            for attribute in ["idVendor", "idProduct"] {
                let value = try #require(rule.value("ATTR", attribute), "line \(rule.lineNumber)")
                #expect(value.count == 4 && value.allSatisfy { "0123456789abcdef".contains($0) }, "\(value)")
            }
        }
    }

    @Test("The file grants exactly the ids of the table, each once")
    func table() {
        let identifiers = devices.map {
            "\($0.value("ATTR", "idVendor") ?? ""):\($0.value("ATTR", "idProduct") ?? "")"
        }
        #expect(Set(identifiers).count == identifiers.count, "an id stands twice")
        #expect(Set(identifiers) == Set(TokenTable.granted.map(\.identifier)))
    }

    @Test("Above every id stands the table's model name")
    func models() {
        let names = Dictionary(TokenTable.granted.map { ($0.identifier, $0.model) }) { first, _ in first }
        for rule in devices {
            let identifier = "\(rule.value("ATTR", "idVendor") ?? ""):\(rule.value("ATTR", "idProduct") ?? "")"
            #expect(lines[rule.lineNumber - 2] == "# \(names[identifier] ?? "?")", "line \(rule.lineNumber)")
        }
    }

    @Test("Every jump leads to one label further down")
    func jumps() {
        for rule in rules {
            guard let label = rule.value("GOTO") else { continue }
            let targets = rules.filter { $0.value("LABEL") == label }
            #expect(targets.count == 1, "\(label)")
            #expect(targets.allSatisfy { $0.lineNumber > rule.lineNumber }, "line \(rule.lineNumber)")
        }
    }

    @Test("One line grants, to the group and the active session, and nobody else")
    func grant() throws {
        let grants = rules.filter { rule in rule.keys.contains { ["GROUP", "MODE", "TAG"].contains($0.name) } }
        let grant = try #require(grants.count == 1 ? grants.first : nil)
        #expect(grant.keys.count == 3)
        #expect(grant.value("GROUP") == "pcscd")
        #expect(grant.value("MODE") == "0660")
        #expect(grant.value("TAG") == "uaccess")
    }

    @Test("The file is read after the rules it needs and before those that need it")
    func order() {
        #expect("50-udev-default.rules" < UdevReplay.rulesFile)
        #expect(UdevReplay.rulesFile < "70-uaccess.rules")
    }
}
