import Glibc
import JetonDiagnostics
import Testing

@Suite("Checks in whose midst the doctor ended")
struct CutOffTests {
    @Test("A check that was cut off is unknown with how it ended, all others run, and the report is not complete")
    func isUnknown() throws {
        let probe = FixtureProbe()
        probe.serviceFails(ENOENT)
        var selection = Doctor.Selection()
        selection.cutOff = [
            "card-mute": "the process was terminated by SIGSEGV", "pcscd-hung": "the process was terminated by SIGILL",
        ]
        let report = Doctor().examine(Machine(probe), selection)
        #expect(report.rootCause?.id == "pcscd-not-running")
        #expect(!report.isComplete)
        #expect(report.entries.map(\.page.id) == Doctor().steps.dropLast(2))
        for (id, end) in selection.cutOff {
            let entry = try #require(report.entries.first { $0.page.id == id })
            #expect(entry.isCutOff)
            guard case .done(.unknown(let reason)) = entry.result else {
                Issue.record("\(id) is not unknown")
                continue
            }
            #expect(reason.full == end)
        }
        #expect(report.entries.count(where: \.isCutOff) == 2)
        #expect(examine(probe).isComplete)
    }

    @Test("What is not explained can be cut off as well, and is then no health")
    func notExplained() {
        let probe = FixtureProbe()
        probe.serviceFails(EIO)
        var selection = Doctor.Selection()
        selection.cutOff = [.notExplained: "the process was terminated by SIGSEGV"]
        let report = Doctor().examine(Machine(probe), selection)
        #expect(report.entries.last?.page.id == .notExplained)
        #expect(!report.isComplete)
    }

    @Test("What was cut off makes a report incomplete even where nobody asked for that check")
    func notSelected() {
        var selection = Doctor.Selection()
        selection.only = ["card-absent"]
        selection.cutOff = ["kernel-driver-nfc-claims": "the process was terminated by SIGSEGV"]
        let report = Doctor().examine(Machine(FixtureProbe()), selection)
        #expect(report.entries.first?.page.id == "kernel-driver-nfc-claims")
        #expect(!report.isComplete)
    }
}
