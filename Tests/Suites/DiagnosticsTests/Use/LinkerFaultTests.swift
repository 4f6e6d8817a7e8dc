import JetonDiagnostics
import JetonOctets
import Testing
import TokenKit

@Suite("Libraries in place of the system's own that a use can't be linked with")
struct LinkerFaultTests {
    private static let foreign = "/opt/vendor/libcrypto.so.3"
    private static let own = "/usr/lib64/libcrypto.so.3"

    private func report(said: String, foreign: String = "\0EVP_sign\0", own: String = "\0X509_free\0") -> Report {
        let probe = FixtureProbe()
        var trace = SystemCallTrace(end: .exited(1))
        trace.calls = [.init(.open, Self.foreign), .init(.map, Self.foreign)]
        trace.output = ForeignText(said)
        probe.trace = trace
        probe.put(.octets(Array(foreign.utf8)), at: Self.foreign)
        probe.put(.octets(Array(own.utf8)), at: Self.own)
        return Doctor().examine(Machine(probe, command: ["env", "tool"]))
    }

    @Test(
        "A symbol or version that only the system's library has is named with the library that was loaded",
        arguments: [
            ("tool: symbol lookup error: tool: undefined symbol: X509_free, version OPENSSL_3.0.0\n", "X509_free"),
            ("failed: /usr/lib/m.so: undefined symbol: X509_free\nAborting.\n", "X509_free"),
            ("tool: \(foreign): version `X509_free' not found (required by tool)\n", "X509_free"),
        ]
    )
    func named(_ said: String, _ missing: String) {
        let root = report(said: said).rootCause
        #expect(root?.id == .useBlocked && root?.confidence == .proven)
        let words = "\(Self.foreign) is loaded in place of \(Self.own), but lacks \(missing)"
        #expect(root?.summary.full.contains(words) == true, "\(root?.summary.full ?? "")")
    }

    @Test(
        "A library that has what is missed, and a symbol that the system's lacks as well, are not accused",
        arguments: [("\0X509_free\0", "\0X509_free\0"), ("\0EVP_sign\0", "\0EVP_sign\0")]
    )
    func other(_ foreign: String, _ own: String) {
        let report = report(said: "tool: undefined symbol: X509_free\n", foreign: foreign, own: own)
        #expect(!report.failures.isEmpty)
        #expect(!report.findings.contains { $0.summary.full.contains("is loaded in place of") })
    }

    @Test("Other words of a failing program accuse no library")
    func words() {
        #expect(report(said: "tool: wrong password\n").rootCause?.id == .notExplained)
    }
}
