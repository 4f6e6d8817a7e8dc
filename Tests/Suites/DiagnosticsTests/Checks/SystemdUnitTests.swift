import JetonDiagnostics
import Testing

@Suite("pcscd's units, as systemd reads them")
struct SystemdUnitTests {
    private static let unit = "[Unit]\nRequires=pcscd.socket\n[Service]\nEnvironmentFile=-/etc/default/pcscd\n"
    private static let start = "ExecStart=/usr/sbin/pcscd --foreground \\\n  --auto-exit $PCSCD_ARGS\n"

    private func systemd(_ isUp: Bool, _ files: [String: String]) -> Report {
        let probe = FixtureProbe()
        probe.put(.directory, at: "/run/systemd/system")
        probe.put(.link("x"), at: "/etc/systemd/system/sockets.target.wants/pcscd.socket")
        probe.write(Self.unit + Self.start, to: "/usr/lib/systemd/system/pcscd.service")
        probe.write("[Socket]\nListenStream=/run/pcscd/pcscd.comm\n", to: "/usr/lib/systemd/system/pcscd.socket")
        probe.write("root:x:0:0::/root:/bin/sh\n", to: "/etc/passwd")
        for (path, text) in files { probe.write(text, to: path) }
        if !isUp { probe.serviceFails(2) }
        return examine(probe)
    }

    private static let drop = "/etc/systemd/system/pcscd.service.d/local.conf"

    @Test(
        "What keeps systemd from starting the service is its root cause, and only a warning where the service runs",
        arguments: [
            (drop, "[Service]\nExecStart=/usr/sbin/pcscd\n", "\(drop):2 is a second ExecStart="),
            (drop, "[Service]\nExecStart=\nExecStart=/opt/pcscd\n", "\(drop):3 starts /opt/pcscd"),
            (drop, "[Service]\nUser=pcscd\n", "\(drop):2 names 'pcscd', which is not in /etc/passwd"),
            (drop, "# x\n[Service]\nEnvironmentFile=/etc/pcscd\n", "\(drop):3 names /etc/pcscd"),
            (
                "/etc/systemd/system/pcscd.socket", "[Socket]\nListenStream=/run/pcsc.comm\n",
                "/etc/systemd/system/pcscd.socket:2 listens at /run/pcsc.comm"
            ),
        ]
    )
    func unit(_ path: String, _ text: String, _ words: String) {
        let down = systemd(false, [path: text])
        #expect(down.rootCause?.id == "pcscd-unit-wrong")
        #expect(down.roots == ["pcscd-unit-wrong"], "\(down.findings.map(\.id))")
        #expect(down.rootCause?.summary.full.hasPrefix(words) == true, "\(down.rootCause?.summary.full ?? "")")
        let up = systemd(true, [path: text])
        #expect(!up.failures.contains("pcscd-unit-wrong"))
        #expect(up.findings.first { $0.id == "pcscd-unit-wrong" }?.severity == .warning)
    }

    @Test(
        "A line of a unit or of /etc/default/pcscd that systemd ignores is named",
        arguments: [
            (drop, "[Service]\nExceStartPre=/bin/true\n", "\(drop):2", "the closest is 'ExecStartPre'"),
            (drop, "[Servcie]\n", "\(drop):1", "'Servcie' is not a valid section"),
            (drop, "[Unit]\nEnvironment=A=b\n", "\(drop):2", "belongs in the section [Service]"),
            (drop, "Environment=A=b\n", "\(drop):1", "before the first section"),
            (drop, "[Service]\nUser root\n", "\(drop):2", "no '='"),
            ("/etc/default/pcscd", "export PCSCD_ARGS=x\n", "/etc/default/pcscd:1", "'export' is shell syntax"),
            ("/etc/default/pcscd", "# x\nPCSCD_ARG=x\n", "/etc/default/pcscd:2", "the closest is 'PCSCD_ARGS'"),
        ]
    )
    func ignored(_ path: String, _ text: String, _ place: String, _ words: String) {
        let found = systemd(true, [path: text]).findings.first { $0.id == "pcscd-unit-wrong" }
        #expect(found?.summary.full.hasPrefix("\(place) is ignored by systemd") == true, "\(found?.summary.full ?? "")")
        #expect(found?.summary.full.contains(words) == true, "\(found?.summary.full ?? "")")
    }

    @Test(
        "A unit that systemd reads as it is meant gives nothing",
        arguments: [
            [:], [drop: "[Service]\nExecStart=\nExecStart=-/usr/sbin/pcscd --foreground\nUser=root\n"],
            ["/etc/default/pcscd": "# options\nPCSCD_ARGS=--disable-polkit\nLIBCCID_ifdLogLevel=0x000F\n"],
            [drop: "; comment\n[X-Ours]\nAnything=1\n[Service]\nEnvironment=PCSCLITE_DEBUG=1\nCPUWeight=50\n"],
            // A file of the same name in /etc hides that below /run.
            ["/run/systemd/system/pcscd.service.d/local.conf": "[Servcie]\n", drop: ""],
        ]
    )
    func soundUnit(_ files: [String: String]) {
        for isUp in [true, false] {
            #expect(!systemd(isUp, files).findings.contains { $0.id == "pcscd-unit-wrong" })
        }
    }
}
