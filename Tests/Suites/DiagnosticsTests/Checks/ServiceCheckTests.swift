import Glibc
import JetonDiagnostics
import Testing
import TokenKit

@Suite("Checks of the PC/SC service")
struct ServiceCheckTests {
    @Test("A missing socket is a service that does not run where the program is installed")
    func notRunning() {
        let probe = FixtureProbe()
        probe.serviceFails(ENOENT)
        let report = examine(probe)
        #expect(report.rootCause?.id == "pcscd-not-running")
        #expect(report.failures == ["pcscd-not-running"])
    }

    @Test("A missing socket is a missing package where the program is not installed")
    func notInstalled() {
        let probe = FixtureProbe()
        probe.serviceFails(ENOENT)
        probe.entries["/usr/sbin/pcscd"] = nil
        let report = examine(probe)
        #expect(report.failures == ["pcscd-not-installed"])
        #expect(report.rootCause?.remedies.first?.commands(on: .debian).first == "apt-get install pcscd")
    }

    @Test("A socket at which nobody listens is a leftover")
    func stale() {
        let probe = FixtureProbe()
        probe.serviceFails(ECONNREFUSED)
        probe.write("815\n", to: "/run/pcscd/pcscd.pid")
        #expect(examine(probe).failures == ["pcscd-socket-stale"])
    }

    @Test("A failure that no check knows is shown as not explained")
    func notExplained() {
        let probe = FixtureProbe()
        probe.serviceFails(EIO)
        #expect(examine(probe).failures == [.notExplained])
    }
}
