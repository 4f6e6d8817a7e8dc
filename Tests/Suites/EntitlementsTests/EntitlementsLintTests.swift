import JetonEntitlements
import Testing

@Suite("Entitlements.plist: lint")
struct EntitlementsLintTests {
    /// A property list with this inside its top-level dictionary, which starts on line 4.
    static func document(_ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \(body)
        </dict>
        </plist>

        """
    }

    static func groups(_ names: String...) -> String {
        document(
            "<key>keychain-access-groups</key>\n<array>\n"
                + names.map { "<string>\($0)</string>" }.joined(separator: "\n") + "\n</array>"
        )
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let rule: EntitlementFinding.Rule
        let severity: EntitlementFinding.Severity
        let line: Int
        var words = ""

        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(
            name: "dangling key around the content",
            text: document("<key>Entitlements</key>\n<dict>\n<key>keychain-access-groups</key>\n<array/>\n</dict>"),
            rule: .danglingKey,
            severity: .malformed,
            line: 5,
            words: "delete the key 'Entitlements' (line 5) and the tags of its dictionary (lines 6 and 9): the content "
                + "belongs at the top level"
        ),
        Row(
            name: "dangling key before the first key",
            text: document("<key>Entitlements</key>\n<key>keychain-access-groups</key>\n<array/>"),
            rule: .danglingKey,
            severity: .malformed,
            line: 5,
            words: "delete line 5, the key 'Entitlements'"
        ),
        Row(
            name: "dangling key at the end",
            text: document("<key>keychain-access-groups</key>\n<array/>\n<key>Entitlements</key>"),
            rule: .danglingKey,
            severity: .malformed,
            line: 7,
            words: "delete line 7, the key 'Entitlements'"
        ),
        Row(
            name: "dangling key directly below plist, as Xcode's editor leaves it",
            text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<key>Entitlements</key>\n"
                + "<dict>\n<key>keychain-access-groups</key>\n<array/>\n</dict>\n</plist>\n",
            rule: .danglingKey,
            severity: .malformed,
            line: 3,
            words: "delete line 3, the key 'Entitlements': only the dictionary that follows it belongs there"
        ),
        Row(
            name: "another key directly below plist",
            text: "<plist version=\"1.0\">\n<key>groups</key>\n<dict/>\n</plist>\n",
            rule: .malformed,
            severity: .malformed,
            line: 2,
            words: "delete line 2, the key 'groups', or give it a value in a dictionary"
        ),
        Row(
            name: "a bare string instead of an array",
            text: document("<key>keychain-access-groups</key>\n<string>ABCDE12345.rutoken</string>"),
            rule: .groupsNotArray,
            severity: .malformed,
            line: 6
        ),
        Row(
            name: "a number among the groups",
            text: document(
                "<key>keychain-access-groups</key><array>\n<string>ABCDE12345.rutoken</string>\n<integer>1</integer></array>"
            ),
            rule: .groupNotString,
            severity: .malformed,
            line: 7
        ),
        Row(
            name: "a foreign team",
            text: groups("ABCDE12345.rutoken", "ZZZZZ99999.rutoken"),
            rule: .foreignTeam,
            severity: .error,
            line: 8,
            words: "belongs to team ZZZZZ99999, not to ABCDE12345"
        ),
        Row(name: "a star alone", text: groups("*"), rule: .groupWildcard, severity: .error, line: 7),
        Row(
            name: "a star in the middle",
            text: groups("ABCDE12345.*.rutoken"),
            rule: .groupWildcard,
            severity: .error,
            line: 7
        ),
        Row(
            name: "a team's pattern",
            text: groups("ABCDE12345.*"),
            rule: .groupWildcard,
            severity: .warning,
            line: 7
        ),
        Row(
            name: "the same group twice",
            text: groups("ABCDE12345.rutoken", "ABCDE12345.rutoken"),
            rule: .duplicateGroup,
            severity: .warning,
            line: 8
        ),
        Row(
            name: "the same key twice",
            text: document("<key>keychain-access-groups</key><array/>\n<key>keychain-access-groups</key><array/>"),
            rule: .duplicateKey,
            severity: .malformed,
            line: 6
        ),
        Row(
            name: "an unknown key",
            text: document("<key>get-task-allow</key><true/>"),
            rule: .unknownKey,
            severity: .warning,
            line: 5,
            words: "delete the key 'get-task-allow' and its value (line 5)"
        ),
        Row(
            name: "an unknown key with a value of several lines",
            text: document("<key>a</key>\n<array>\n<string>b</string>\n</array>"),
            rule: .unknownKey,
            severity: .warning,
            line: 5,
            words: "delete the key 'a' and its value (lines 5 to 8)"
        ),
        Row(
            name: "no group at all",
            text: document("<key>keychain-access-groups</key>\n<array></array>"),
            rule: .groupsEmpty,
            severity: .warning,
            line: 6
        ),
        Row(
            name: "a variable that Xcode would replace",
            text: groups("$(AppIdentifierPrefix)rutoken.shared"),
            rule: .groupName,
            severity: .error,
            line: 7,
            words: "is not expanded"
        ),
        Row(name: "a group without a team", text: groups("rutoken"), rule: .groupName, severity: .error, line: 7),
        Row(
            name: "Apple's own group",
            text: groups("ABCDE12345.apple"),
            rule: .groupName,
            severity: .error,
            line: 7
        ),
        Row(
            name: "a group in other letters",
            text: groups("ABCDE12345.other", "ABCDE12345.RuToken"),
            rule: .noTokenGroup,
            severity: .warning,
            line: 8,
            words: "upper and lower case matter"
        ),
        Row(
            name: "an application identifier whose parts are equal",
            text: document("<key>application-identifier</key>\n<string>ABCDE12345.ABCDE12345.x</string>"),
            rule: .applicationIdentifier,
            severity: .error,
            line: 6
        ),
        Row(
            name: "an application identifier with an empty part",
            text: document("<key>application-identifier</key>\n<string>ABCDE12345..x</string>"),
            rule: .applicationIdentifier,
            severity: .error,
            line: 6
        ),
        Row(
            name: "an array at the top",
            text: "<plist version=\"1.0\">\n<array/></plist>",
            rule: .notDictionary,
            severity: .malformed,
            line: 2
        ),
        Row(
            name: "a binary property list",
            text: "bplist00\u{0}\u{1}",
            rule: .binary,
            severity: .malformed,
            line: 1,
            words: "convert it to XML"
        ),
        Row(
            name: "an entity of its own",
            text: "<!DOCTYPE plist [\n<!ENTITY a \"b\">]>\n<plist><dict/></plist>",
            rule: .malformed,
            severity: .malformed,
            line: 1,
            words: "entities"
        ),
        Row(
            name: "a damaged XML declaration",
            text: document("").replacing("encoding=", with: "encodin="),
            rule: .malformed,
            severity: .malformed,
            line: 1,
            words: "XML declaration"
        ),
        Row(
            name: "a control character in a comment",
            text: document("<!-- \u{1} -->"),
            rule: .malformed,
            severity: .malformed,
            line: 5,
            words: "control character"
        ),
        Row(
            name: "two hyphens in a comment",
            text: document("<!-- a -- b -->"),
            rule: .malformed,
            severity: .malformed,
            line: 5,
            words: "'--'"
        ),
        Row(
            name: "a key in CDATA without a value",
            text: document("<key><![CDATA[a<b]]></key>"),
            rule: .malformed,
            severity: .malformed,
            line: 5,
            words: "no value follows the key 'a<b'"
        ),
        Row(
            name: "an integer with a letter",
            text: document("<key>a</key><integer>0x1F</integer><key>b</key><integer>0xG</integer>"),
            rule: .malformed,
            severity: .malformed,
            line: 5,
            words: "'0xG' is not an integer"
        ),
        Row(
            name: "a reference to an unknown entity",
            text: groups("ABCDE12345.rutoken&nbsp;"),
            rule: .malformed,
            severity: .malformed,
            line: 7,
            words: "'&nbsp;' is not supported"
        ),
        Row(
            name: "a key without a value elsewhere",
            text: document("<key>keychain-access-groups</key>"),
            rule: .malformed,
            severity: .malformed,
            line: 5,
            words: "no value follows the key 'keychain-access-groups'"
        ),
        Row(
            name: "a tag that is not closed",
            text: "<plist version=\"1.0\">\n<dict>\n<key>a</key>\n<string>b</dict></plist>",
            rule: .malformed,
            severity: .malformed,
            line: 4
        ),
        Row(
            name: "something behind the end",
            text: document("") + "\n<plist/>",
            rule: .malformed,
            severity: .malformed,
            line: 9
        ),
        Row(name: "an empty file", text: "", rule: .malformed, severity: .malformed, line: 1),
        Row(
            name: "levels without end",
            text: "<plist>" + String(repeating: "<array>", count: 10_000),
            rule: .limit,
            severity: .malformed,
            line: 1
        ),
        Row(
            name: "values without end",
            text: "<plist><array>" + String(repeating: "<true/>", count: 30_000) + "</array></plist>",
            rule: .limit,
            severity: .malformed,
            line: 1
        ),
        Row(
            name: "more than a mebibyte",
            text: "<plist>" + String(repeating: " ", count: 1_048_576),
            rule: .limit,
            severity: .malformed,
            line: 1
        ),
    ]

    @Test("Each rule is found on its line and says what to change", arguments: rows)
    func rule(_ row: Row) throws {
        let resource = EntitlementsResource(Array(row.text.utf8), tokenMark: TestProgram.tokenMark)
        let finding = try #require(resource.findings.first { $0.rule == row.rule }, "\(resource.findings)")
        #expect(finding.severity == row.severity)
        #expect(finding.line == row.line)
        #expect(finding.description.contains(row.words))
        #expect(!finding.hint.contains(finding.summary), "the hint repeats the finding")
        // What is binary has no lines.
        #expect(row.rule == .binary || finding.hint.contains("line") && finding.hint.contains("\(row.line)"))
        #expect((resource.malformation != nil) == (row.severity == .malformed))
    }

    @Test("A clean file has no finding, and its groups keep their order and lines")
    func clean() {
        let text = Self.document(
            """
            <!-- A comment; the next line has the five entities and two character references. -->
            <key>application-identifier</key><string>ABCDE12345.org.example.signer</string>
            <key>team-identifier</key> <string>ABCDE12345</string>
            <key>keychain-access-groups</key>
            <array>
                <string>ABCDE12345.rutoken<!-- inside -->.shared</string>
                <string>&#65;&#x42;CDE12345.other</string>
            </array>
            """
        )
        let resource = EntitlementsResource(Array(text.utf8), tokenMark: TestProgram.tokenMark)
        #expect(resource.findings.isEmpty, "\(resource.findings)")
        #expect(resource.accessGroups?.map(\.name) == ["ABCDE12345.rutoken.shared", "ABCDE12345.other"])
        #expect(resource.accessGroups?.map(\.line) == [10, 11])
        #expect(resource.applicationIdentifier?.name == "ABCDE12345.org.example.signer")
    }

    @Test("Windows line ends and a byte order mark change nothing but the octets")
    func windows() {
        let text = "\u{FEFF}" + Self.groups("ABCDE12345.rutoken").split(separator: "\n").joined(separator: "\r\n")
        let resource = EntitlementsResource(Array(text.utf8), tokenMark: TestProgram.tokenMark)
        #expect(resource.findings.isEmpty, "\(resource.findings)")
        #expect(resource.accessGroups?.map(\.line) == [7])
    }

    @Test("The team that is expected decides which groups are foreign")
    func expectedTeam() {
        let octets = Array(Self.groups("ABCDE12345.rutoken").utf8)
        let resource = EntitlementsResource(
            octets,
            team: TeamIdentifier(rawValue: "ZZZZZ99999"),
            tokenMark: TestProgram.tokenMark
        )
        #expect(resource.findings.map(\.rule) == [.foreignTeam])
    }

    @Test("Every truncation and every changed octet is read to an end")
    func damage() {
        let octets = Array(Self.groups("ABCDE12345.rutoken", "ABCDE12345.b").utf8)
        for count in 0..<octets.count - 10 {
            #expect(
                EntitlementsResource(Array(octets[..<count]), tokenMark: TestProgram.tokenMark).malformation != nil,
                "\(count) octets"
            )
        }
        for index in octets.indices {
            for value in [0x00, 0x3C, 0x3E, 0x26, 0x2F, 0xFF, octets[index] ^ 0x01, octets[index] ^ 0x20] as [UInt8] {
                var damaged = octets
                damaged[index] = value
                let resource = EntitlementsResource(damaged, tokenMark: TestProgram.tokenMark)
                #expect(resource.findings.allSatisfy { $0.line >= 1 && $0.line <= 14 })
            }
        }
    }
}
