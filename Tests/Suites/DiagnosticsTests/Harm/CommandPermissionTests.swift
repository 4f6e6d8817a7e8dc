import JetonDiagnostics
import JetonPCSC
import Testing
import TokenKit

@Suite("A command that could send a PIN")
struct CommandPermissionTests {
    /// Set up, with a user PIN, and a login asked for.
    private static let ready: UInt = 0x40C

    private func examine(
        _ probe: FixtureProbe,
        _ command: [String] = ["tool", "--pin", "999999"],
        agrees: Bool = true
    ) -> (report: Report, questions: [String]) {
        var questions: [String] = []
        probe.trace = SystemCallTrace(end: .exited(0))
        let machine = Machine(probe, command: command) { question in
            questions.append(question)
            return agrees
        }
        return (Doctor().examine(machine), questions)
    }

    @Test(
        "With a lowered counter the command is not run, also if the user would agree, and the checks run",
        arguments: [
            (0x1_0000, "the user PIN of token 'Annas Karte' in 'Reader 00 00' was entered incorrectly before"),
            (0x2_0000, "the user PIN of token 'Annas Karte' in 'Reader 00 00' has 1 try left"),
            (0x3_0000, "the user PIN of token 'Annas Karte' in 'Reader 00 00' has 1 try left"),
            (
                0x10_0000,
                "the security officer's PIN of token 'Annas Karte' in 'Reader 00 00' was entered incorrectly before"
            ),
            (0x20_0000, "the security officer's PIN of token 'Annas Karte' in 'Reader 00 00' has 1 try left"),
        ] as [(UInt, String)]
    )
    func lowered(_ flags: UInt, _ words: String) throws {
        let probe = try FixtureProbe(TokenFixture(flags: Self.ready | flags))
        probe.write("x\n", to: "/etc/timezone")
        let (report, questions) = examine(probe)
        #expect(probe.runCount == 0 && questions == [])
        #expect(report.commandRefusal?.full.contains(words) == true, "\(report.commandRefusal?.full ?? "")")
        #expect(!report.isComplete)
        // All checks, and the line of the command.
        #expect(report.entries.count == Catalogue.pages.count + 1)
        guard case .done(.unknown(let reason))? = report.entries.last(where: { $0.page.id == .useBlocked })?.result
        else {
            Issue.record("the command has no line")
            return
        }
        #expect(reason.full.hasPrefix("the command was not run: "))
    }

    @Test("With a PIN in reach it runs only if the user agrees", arguments: [true, false])
    func question(agrees: Bool) throws {
        let probe = try FixtureProbe(TokenFixture(flags: Self.ready))
        let (report, questions) = examine(probe, agrees: agrees)
        #expect(probe.runCount == (agrees ? 1 : 0))
        #expect(questions.count == 1 && questions.first?.contains("the user PIN of token 'Annas Karte'") == true)
        #expect((report.commandRefusal == nil) == agrees)
        #expect(report.commandRefusal?.full.contains("--run-again") != false)
    }

    @Test("Without a PIN in reach it runs without a question", arguments: [true, false])
    func noPIN(hasEmptySlot: Bool) throws {
        let probe = hasEmptySlot ? try FixtureProbe(TokenFixture(label: "", serial: "", flags: 0)) : FixtureProbe()
        probe.insert()
        let (report, questions) = examine(probe)
        #expect(probe.runCount == 1 && questions == [] && report.commandRefusal == nil)
    }

    @Test("A locked PIN can lose nothing, and a locked one beside it is still a question")
    func locked() throws {
        let probe = try FixtureProbe(TokenFixture(flags: Self.ready | 0x44_0000))
        #expect(examine(probe).questions == [])
        #expect(probe.runCount == 1)
        let other = try FixtureProbe(TokenFixture(flags: Self.ready | 0x4_0000))
        #expect(examine(other).questions.count == 1)
    }

    // MARK: - Cards

    @Test(
        "The card's own counters count, whatever a module says",
        arguments: [
            (CardSurvey.Counter(.user, left: 3, maximum: 3), nil, true),
            (
                CardSurvey.Counter(.user, left: 2, maximum: 3), "the user PIN of the card in 'Reader' has 2 tries left",
                true
            ),
            (
                CardSurvey.Counter(.user, left: 1, maximum: 1), "the user PIN of the card in 'Reader' has 1 try left",
                true
            ),
            (CardSurvey.Counter(.user, left: 2), "the user PIN of the card in 'Reader' has 2 tries left", true),
            (CardSurvey.Counter(.user, left: 3), nil, true), (CardSurvey.Counter(.user, left: 15), nil, true),
            (
                CardSurvey.Counter(.unblockingKey, left: 1, maximum: 3), "the PUK of the card in 'Reader' has 1 try",
                true
            ),
            (
                CardSurvey.Counter(.administrator, left: 2), "the administrator's PIN of the card in 'Reader' has 2",
                true
            ),
            (CardSurvey.Counter(.user, left: 0, maximum: 3), nil, false),
        ] as [(CardSurvey.Counter, String?, Bool)]
    )
    func counters(_ counter: CardSurvey.Counter, _ words: String?, isQuestion: Bool) {
        let probe = FixtureProbe()
        probe.insert(in: "Reader")
        var card = CardSurvey(reader: ReaderName("Reader"))
        card.counters = [counter]
        probe.cardSurveys = [card]
        let (report, questions) = examine(probe)
        #expect(probe.runCount == (words == nil ? 1 : 0))
        #expect(questions.count == (words == nil && isQuestion ? 1 : 0))
        if let words {
            #expect(report.commandRefusal?.full.contains(words) == true, "\(report.commandRefusal?.full ?? "")")
        }
        #expect(probe.cardQuestions.filter { $0.kind == .counters }.map(\.reader) == [ReaderName("Reader")])
    }

    @Test("A card that another program has, or that does not answer, is a question")
    func unknownCard() {
        let busy = FixtureProbe()
        busy.insert()
        busy.connect(1)
        #expect(examine(busy).questions.first?.contains("another program is connected to PC/SC") == true)
        let held = FixtureProbe()
        held.insert(connection: .refused(.sharingViolation))
        #expect(examine(held).questions.first?.contains("another program is using the card") == true)
        let mute = FixtureProbe()
        mute.insert()
        mute.cardSurveys = nil
        #expect(examine(mute).questions.first?.contains("did not answer in time") == true)
    }

    // MARK: - Modules

    @Test("A command is asked for all modules that it may load, and pkcs11-tool for the one that it names")
    func reach() throws {
        let probe = FixtureProbe()
        probe.write("PKCS11Provider /opt/ssh.so\n", to: "/home/anna/.ssh/config")
        _ = examine(probe, ["sh", "-c", "p11tool --provider='/opt/x.so' --login"])
        let all = try #require(probe.programQuestions.first)
        #expect(!all.areAll && all.paths.contains("/opt/x.so") && all.paths.contains("/opt/ssh.so"), "\(all)")
        for command in [
            ["/usr/bin/pkcs11-tool", "--module", "/opt/a.so", "-O"], ["jeton", "list", "--module=/opt/a.so"],
        ] {
            let one = FixtureProbe()
            _ = examine(one, command)
            #expect(one.programQuestions.map(\.paths) == [["/opt/a.so"]] && one.programQuestions.first?.areAll == true)
        }
        for path in ["opensc-pkcs11.so", "/usr/lib/p11-kit-proxy.so", "/usr/lib/pkcs11-spy.so"] {
            let one = FixtureProbe()
            _ = examine(one, ["pkcs11-tool", "--module", path])
            #expect(one.programQuestions.first?.areAll == false, "\(path)")
        }
    }

    @Test("A token of another module than those that are looked at is in reach")
    func otherModule() throws {
        let probe = FixtureProbe()
        probe.programModules.entries = [try TokenFixture(flags: Self.ready | 0x2_0000).entry()]
        #expect(examine(probe).report.commandRefusal?.full.contains("has 1 try left") == true)
        #expect(probe.runCount == 0)
        let kept = FixtureProbe()
        kept.programModules.notLoaded = ["/opt/kept.so"]
        #expect(examine(kept).questions.first?.contains("/opt/kept.so, which was not examined") == true)
    }

    @Test(
        "A command that becomes another user, or leads to other tokens by a variable, is a question",
        arguments: [
            ["sudo", "pkcs11-tool", "-l"], ["env", "SOFTHSM2_CONF=/srv/x", "p11tool", "--login"],
            ["sh", "-c", "JETON_DATA=/srv/x jeton sign f"], ["/usr/bin/docker", "run", "x"],
        ]
    )
    func otherSurroundings(_ command: [String]) {
        let probe = FixtureProbe()
        #expect(examine(probe, command, agrees: false).questions.count == 1)
        #expect(probe.runCount == 0)
    }

    @Test("A command that names a module is not refused for a token that it can't reach")
    func narrow() throws {
        let probe = try FixtureProbe(TokenFixture(flags: Self.ready | 0x2_0000))
        probe.put(.octets(SoundLibrary.octets), at: "/opt/other.so")
        #expect(examine(probe, ["pkcs11-tool", "--module", "/opt/other.so", "-L"]).report.commandRefusal == nil)
        #expect(probe.runCount == 1)
    }

    @Test("Where the doctor ended in the middle of the command it is not run again")
    func cutOff() {
        let probe = FixtureProbe()
        probe.trace = SystemCallTrace(end: .exited(0))
        var selection = Doctor.Selection()
        selection.cutOff = [.useBlocked: "it ended"]
        _ = Doctor().examine(Machine(probe, command: ["tool"]), selection)
        #expect(probe.runCount == 0)
    }
}
