import Cryptoki
import Glibc
import JetonDiagnostics
import JetonOctets
import Testing
import TokenKit

@Suite("What of all that was observed explains a failing use")
struct RankingTests {
    private func report(
        _ calls: [SystemCallTrace.Call] = [],
        said: String = "",
        end: SystemCallTrace.End = .exited(1),
        command: [String] = ["tool"],
        _ change: (FixtureProbe) -> Void = { _ in }
    ) -> Report {
        let probe = FixtureProbe()
        var trace = SystemCallTrace(end: end)
        trace.calls = calls
        trace.output = ForeignText(said)
        probe.trace = trace
        change(probe)
        return Doctor().examine(Machine(probe, command: command) { _ in true })
    }

    @Test("What the program says is the reason comes before a file that is only missing")
    func words() {
        let report = report([.init(.open, "/srv/none", error: ENOENT)], said: "Incorrect password/PIN entered.\n") {
            $0.variables["THING"] = "/srv/none"
        }
        #expect(report.rootCause?.summary.full == "the command tool fails: the password of the NSS database is wrong")
    }

    @Test("A store that is damaged is why a PIN is refused")
    func deeper() {
        let path = "/srv/tokens/1/token.object"
        let report = report([.init(.open, path)], said: "rv = CKR_PIN_INCORRECT (0xa0)\n") { $0.write("", to: path) }
        #expect(report.rootCause?.summary.full.contains("\(path) is empty") == true)
        #expect(report.findings.count { $0.id == .useBlocked && $0.severity == .failure } == 1)
    }

    @Test("The first and the last lines are kept, and those that are understood come first")
    func lines() {
        let filler = (1...400).map { "line \($0)" }.joined(separator: "\n")
        let said = "first\n\(filler)\ncurl: (6) Could not resolve host: a.invalid\nadvice 1\nadvice 2\nlast\n"
        let evidence = report(said: said).rootCause?.evidence.filter { $0.name.full == "said" }.map(\.value.full) ?? []
        #expect(evidence.first == "curl: (6) Could not resolve host: a.invalid")
        #expect(evidence.contains("first") && evidence.last == "last" && evidence.count <= 8)
    }

    @Test("What registered modules try in vain when they are loaded alone is not accused", arguments: [true, false])
    func background(isAlone: Bool) {
        let noise = SystemCallTrace.Call(.connect, "127.0.0.1:2321", error: ECONNREFUSED)
        let modules = ["a", "b"].map { "/usr/share/p11-kit/modules/\($0).module" }
        let opened =
            modules.map { SystemCallTrace.Call(.open, $0) } + [
                .init(.map, "/usr/lib/a.so"), .init(.map, "/usr/lib/b.so"),
            ]
        let report = report(opened + [noise]) { probe in
            for (path, name) in zip(modules, ["a", "b"]) {
                probe.write("module: /usr/lib/\(name).so\n", to: path)
                probe.put(.octets(SoundLibrary.octets), at: "/usr/lib/\(name).so")
            }
            var alone = SystemCallTrace(end: .exited(1))
            alone.calls = isAlone ? [noise] : []
            probe.moduleTrace = alone
        }
        #expect(report.rootCause?.summary.full.contains("2321") == !isAlone, "\(report.findings.map(\.summary.full))")
    }

    @Test("A label that no token of the module has is named with those that are there")
    func label() throws {
        let module = "/usr/lib/softhsm/libsofthsm2.so"
        let entry = try SoftToken.entry(path: module)
        let report = report(
            [.init(.map, module)],
            said: "No slot with token named \"old\" found\n",
            command: ["pkcs11-tool", "--module", module, "--token-label", "old", "-O"]
        ) { probe in
            probe.put(.octets(SoundLibrary.octets), at: module)
            probe.moduleEntries = [entry]
        }
        let summary = report.rootCause?.summary.full ?? ""
        #expect(summary.contains("the token 'old' does not exist: the module shows '"), "\(summary)")
    }

    @Test("A forked command that ends by the limit of file size names the limit and its number")
    func limit() {
        let report = report(end: .killed("SIGXFSZ")) {
            $0.write(
                "Limit                     Soft Limit\nMax file size             0                    bytes\n",
                to: "/proc/self/limits"
            )
        }
        #expect(report.rootCause?.summary.full.contains("the limit 'Max file size' is 0") == true)
        #expect(report.rootCause?.remedies.first?.commands.first?.text == "ulimit -f unlimited")
    }

    @Test("A call that no owner or mode refuses is the filter's, if there is one", arguments: [true, false])
    func filter(hasFilter: Bool) {
        let report = report([.init(.other, "fcntl", error: EPERM)]) {
            $0.write("Seccomp:\t\(hasFilter ? 2 : 0)\n", to: "/proc/self/status")
        }
        #expect(
            (report.rootCause?.summary.full.contains("a seccomp filter refuses the system call fcntl") == true)
                == hasFilter
        )
    }

    @Test("Root without the right to pass over modes is told so")
    func weakRoot() {
        let report = report([.init(.open, "/srv/tokens", error: EACCES)]) {
            $0.identity = ProcessIdentity(userID: 0, groupIDs: [0], processID: 1, userName: "root", hostName: "a")
            $0.write("CapEff:\t0000000000000000\n", to: "/proc/self/status")
            $0.put(.directory, at: "/srv/tokens")
        }
        #expect(
            report.rootCause?.summary.full.contains("is not accessible to root, which has no CAP_DAC_OVERRIDE") == true
        )
    }

    @Test("What nothing explains has the sandbox among its facts")
    func sandbox() {
        let report = report {
            $0.write("Seccomp:\t2\nNoNewPrivs:\t1\n", to: "/proc/self/status")
            $0.variables["LD_PRELOAD"] = "/opt/shim.so"
        }
        #expect(report.rootCause?.id == .notExplained)
        let names = report.rootCause?.evidence.map(\.name.full) ?? []
        #expect(Set(names).isSuperset(of: ["seccomp", "NoNewPrivs", "preloaded"]))
    }

    @Test("A finding that was put back is named, as likely, before nothing")
    func leftOver() {
        let report = report(said: "x\n", command: ["tool"]) { probe in
            probe.write("Max open files            8                    files\n", to: "/proc/self/limits")
        }
        #expect(report.rootCause?.id == "env-low-limits")
    }

    @Test("A stale line of /etc/hosts, and an order of lookups without it, are why a name leads nowhere")
    func names() {
        let stale = report(
            said: "curl: (7) Failed to connect to a.test port 443 after 1 ms: Couldn't connect to server\n"
        ) {
            $0.write("127.0.0.1 localhost\n10.0.0.9 a.test # old\n", to: "/etc/hosts")
        }
        let words = "/etc/hosts:2 gives a.test the address 10.0.0.9, which accepts no connections"
        #expect(stale.rootCause?.summary.full.contains(words) == true, "\(stale.rootCause?.summary.full ?? "")")
        let order = report(said: "curl: (6) Could not resolve host: a.test\n") {
            $0.write("10.0.0.9 a.test\n", to: "/etc/hosts")
            $0.write("passwd: files\nhosts: dns\n", to: "/etc/nsswitch.conf")
        }
        #expect(order.rootCause?.summary.full.contains("/etc/nsswitch.conf:2 does not include /etc/hosts") == true)
    }

    @Test("The line that asks for another kind of store than the one that is there is named", arguments: [true, false])
    func backend(isDatabase: Bool) {
        let token = "/srv/tokens/434584a4-cef1-8fcd-80b9-1056a150211b"
        let report = report([.init(.open, "/srv/softhsm2.conf")]) {
            $0.variables["SOFTHSM2_CONF"] = "/srv/softhsm2.conf"
            $0.write(
                "directories.tokendir = /srv/tokens\nobjectstore.backend = \(isDatabase ? "file" : "db")\n",
                to: "/srv/softhsm2.conf"
            )
            $0.write("x", to: "\(token)/\(isDatabase ? "sqlite3.db" : "token.object")")
        }
        let words = "objectstore.backend must be \(isDatabase ? "db" : "file")"
        #expect(
            report.rootCause?.summary.full.contains("/srv/softhsm2.conf:2 selects a different kind of store") == true
        )
        #expect(report.rootCause?.summary.full.contains(words) == true, "\(report.rootCause?.summary.full ?? "")")
    }

    @Test(
        "A line that SunPKCS11 does not accept is named",
        arguments: [
            ("libary=/usr/lib/m.so", "java.cfg:2 'libary' is not a SunPKCS11 setting"),
            ("library=m.so", "java.cfg:2 names a library without"),
            ("library=/usr/lib/my module.so", "java.cfg:2 has a path with a space"),
        ]
    )
    func java(_ line: String, _ words: String) {
        let report = report([.init(.open, "/srv/java.cfg")], command: ["keytool", "-list"]) {
            $0.write("name=lab\n\(line)\n", to: "/srv/java.cfg")
        }
        #expect(report.rootCause?.summary.full.contains(words) == true, "\(report.rootCause?.summary.full ?? "")")
    }
}
