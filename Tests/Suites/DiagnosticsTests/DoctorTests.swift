import Cryptoki
import JetonDiagnostics
import JetonPCSC
import Testing
import TokenKit

@Suite("The doctor as a whole, on fixtures")
struct DoctorTests {
    /// A fixture with a reader and a card that a module shows nothing of.
    private func withCard() -> FixtureProbe {
        let probe = FixtureProbe()
        probe.survey.readers = [
            .init(name: ReaderName("Reader 00 00"), flags: [.present], atr: [0x3B, 0x00], connection: .made(.t1))
        ]
        return probe
    }

    @Test("A service that works and has neither reader nor token names the missing token")
    func nothing() {
        let report = examine(FixtureProbe())
        #expect(report.rootCause?.id == "usb-device-absent")
    }

    @Test("Where nobody uses tokens and nothing was asked for, there is nothing to examine", arguments: [true, false])
    func nothingToExamine(isAsked: Bool) {
        for number: Int32 in [0, 2] {
            let probe = FixtureProbe()
            probe.variables["PKCS11_MODULE_PATH"] = nil
            if number != 0 { probe.serviceFails(number) }
            let report = examine(probe, applications: isAsked ? [.gpg] : [])
            #expect(report.hasNothingToExamine == !isAsked && report.isHealthy == !isAsked)
        }
    }

    @Test("To gpg a token in software is none: what keeps cards from it is the failure")
    func goal() throws {
        let probe = FixtureProbe()
        probe.serviceFails(2)
        probe.moduleEntries = [try SoftToken.entry()]
        #expect(examine(probe).isHealthy)
        #expect(examine(probe, applications: [.gpg]).rootCause?.id == "pcscd-not-running")
    }

    @Test("A check that is asked for alone and leaves the reason to another one brings that along")
    func onlyWithCause() {
        let probe = FixtureProbe()
        probe.put(.octets(SoundLibrary.octets), at: "/usr/lib/softhsm/libsofthsm2.so")
        let failure = SurveyFailure.failed(CryptokiError(.generalError, .initialize))
        probe.moduleEntries = [.init(path: "/usr/lib/softhsm/libsofthsm2.so", outcome: .failure(failure))]
        probe.variables["SOFTHSM2_CONF"] = "/none/softhsm2.conf"
        let report = examine(probe, only: ["mod-init-general-error"])
        #expect(report.rootCause?.id == "softhsm-conf-wrong", "\(report.findings.map(\.id))")
    }

    @Test("Two faults at once: the deeper one is the root, the other is reported as well")
    func twoFaults() {
        let probe = FixtureProbe()
        probe.serviceFails(2)
        probe.write("FRIENDLYNAME \"Old\"\nLIBPATH /nonexist/lib.so\n", to: "/etc/reader.conf.d/old")
        probe.put(.directory, at: "/run/systemd/system")
        probe.write("", to: "/lib/systemd/system/pcscd.socket")
        let report = examine(probe)
        #expect(report.rootCause?.id == "driver-readerconf-lib-missing")
        #expect(report.failures.contains("pcscd-not-running"))
        #expect(report.findings.first { $0.id == "pcscd-not-running" }?.followsFrom == "driver-readerconf-lib-missing")
    }

    @Test("Two faults that have nothing to do with each other are both roots, the lower layer first")
    func independentFaults() {
        let probe = withCard()
        probe.survey.readers[0].flags = [.present, .mute]
        probe.survey.readers[0].connection = nil
        probe.survey.readers.append(
            .init(name: ReaderName("Other 00 00"), flags: [.present], atr: [0x3B, 0x00], connection: .blocked)
        )
        probe.connect(1)
        let report = examine(probe)
        #expect(report.failures.prefix(2) == ["excl-transaction-held", "card-mute"])
        #expect(report.findings.allSatisfy { $0.severity != .failure || $0.followsFrom == nil })
    }

    @Test("What a missing service keeps from being looked at is skipped, and says because of what")
    func skipped() {
        let probe = FixtureProbe()
        probe.serviceFails(2)
        for entry in examine(probe).entries where entry.page.needs.contains(.card) {
            guard case .skipped(_, let because) = entry.result else {
                Issue.record("\(entry.page.id) was not skipped")
                continue
            }
            #expect(because == "pcscd-not-running")
        }
    }

    @Test("A check that is asked for alone runs alone, and nothing else is reported")
    func only() {
        let probe = FixtureProbe()
        probe.serviceFails(2)
        let report = examine(probe, only: ["pcscd-not-running"])
        #expect(report.entries.map(\.page.id) == ["pcscd-not-running"])
        #expect(report.failures == ["pcscd-not-running"])
    }

    @Test("A check that is asked for alone and has nothing to look at brings along what can be the reason")
    func onlyWithReason() {
        let probe = FixtureProbe()
        probe.serviceFails(2)
        let report = examine(probe, only: ["card-mute"])
        #expect(report.rootCause?.id == "pcscd-not-running")
        guard case .skipped(_, let because) = report.entries.first(where: { $0.page.id == "card-mute" })?.result else {
            Issue.record("card-mute was not skipped")
            return
        }
        #expect(because == "pcscd-not-running")
    }

    @Test(
        "Each check of a module that was named and can't be used answers with what is wrong with it",
        arguments: ["mod-not-elf", "mod-elf-class", "mod-path-missing", "mod-init-general-error", "token-memory-full"]
            as [CheckID],
        [("/opt/ls", "mod-not-elf"), ("/opt/gone.so", "mod-path-missing"), ("/opt/other.so", "mod-no-getfunctionlist")]
            as [(path: String, reason: CheckID)]
    )
    func namedModule(id: CheckID, module: (path: String, reason: CheckID)) {
        let probe = FixtureProbe()
        probe.put(.octets(SoundLibrary.program), at: "/opt/ls")
        let name = Array("C_GetFunctionList".utf8)
        var other = SoundLibrary.octets
        if let start = other.indices.first(where: { other[$0...].starts(with: name) }) { other[start] = 0x44 }
        probe.put(.octets(other), at: "/opt/other.so")
        probe.moduleRegistry = ModuleRegistry(in: ModuleEnvironment(root: "/none", userID: 0), only: [module.path])
        let report = examine(probe, only: [id])
        #expect(report.rootCause?.id == module.reason, "\(report.findings.map(\.id))")
        var selection = Doctor.Selection()
        selection.only = [id]
        selection.skipped = [module.reason]
        #expect(Doctor().examine(Machine(probe), selection).failures.contains(module.reason) == false)
    }

    @Test("A check that was asked for and could not run is no good news")
    func unanswered() {
        let probe = FixtureProbe()
        #expect(examine(probe, only: ["token-memory-full"]).isUnanswered)
        #expect(!examine(probe, only: ["pcscd-not-running"]).isUnanswered)
        #expect(!examine(probe).isUnanswered)
    }

    @Test("A fault on the way to cards is no failure where a token works without cards")
    func notNeeded() throws {
        let probe = FixtureProbe()
        probe.serviceFails(2)
        probe.moduleEntries = [try SoftToken.entry()]
        let report = examine(probe)
        #expect(report.isHealthy)
        #expect(report.findings.map(\.id) == ["pcscd-not-running"])
        #expect(report.findings.first?.severity == .info)
    }

    @Test("A card that takes a connection and that nothing explains is shown with its raw facts")
    func unexplainedCard() {
        let probe = withCard()
        probe.survey.readers[0].connection = .refused(PCSCError.Code(rawValue: 0x8010_0099))
        let report = examine(probe)
        #expect(report.failures == [.notExplained])
        #expect(report.findings[0].evidence.contains { $0.value.full.contains("0x80100099") })
    }
}
