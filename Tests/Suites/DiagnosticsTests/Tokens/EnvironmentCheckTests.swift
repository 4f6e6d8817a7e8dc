import Glibc
import JetonDiagnostics
import JetonPCSC
import Testing

@Suite("Checks of the environment and of applications")
struct EnvironmentCheckTests {
    private func finding(_ id: CheckID, _ probe: FixtureProbe, _ applications: Set<Application> = []) -> Finding? {
        examine(probe, applications: applications).findings.first { $0.id == id }
    }

    @Test("A container without pcscd and without its socket is told")
    func container() {
        let probe = FixtureProbe()
        probe.write("", to: "/run/.containerenv")
        probe.entries["/usr/sbin/pcscd"] = nil
        probe.serviceFails(ENOENT)
        #expect(finding("env-container-no-socket", probe)?.severity == .failure)
        #expect(examine(probe).rootCause?.id == "env-container-no-socket")
        probe.entries["/run/.containerenv"] = nil
        #expect(finding("env-container-no-socket", probe) == nil)
    }

    @Test("WSL without a device is told")
    func wsl() {
        let probe = FixtureProbe()
        probe.write("Linux version 5.15.90.1-microsoft-standard-WSL2\n", to: "/proc/version")
        #expect(finding("env-wsl-not-attached", probe)?.severity == .failure)
        probe.write("Linux version 6.1.0\n", to: "/proc/version")
        #expect(finding("env-wsl-not-attached", probe) == nil)
    }

    @Test("A remote session without a token is told, and its address is private")
    func remote() {
        let probe = FixtureProbe()
        probe.variables["SSH_CONNECTION"] = "192.0.2.7 50000 192.0.2.1 22"
        let report = examine(probe)
        #expect(report.findings.contains { $0.id == "env-token-elsewhere" })
        #expect(report.privateValues.contains { $0.value == "192.0.2.7" })
    }

    @Test("A group that the session does not have yet is told")
    func group() {
        let probe = FixtureProbe()
        probe.write("root:x:0:\ntss:x:105:anna\nsofthsm:x:106:\n", to: "/etc/group")
        #expect(finding("env-group-not-effective", probe)?.severity == .warning)
        probe.identity.groupIDs.append(105)
        #expect(finding("env-group-not-effective", probe) == nil)
    }

    @Test("A clock before this year is a failure")
    func clock() {
        let probe = FixtureProbe()
        probe.now = 86_400
        #expect(finding("env-clock-skew", probe)?.severity == .failure)
    }

    @Test("The settings of the user who called sudo do not count")
    func sudo() {
        let probe = FixtureProbe()
        probe.identity.userID = 0
        probe.variables["SUDO_USER"] = "anna"
        probe.write("anna:x:1000:1000::/home/anna:/bin/sh\n", to: "/etc/passwd")
        #expect(finding("env-sudo-different-env", probe) == nil)
        probe.write("", to: "/home/anna/.config/softhsm2/softhsm2.conf")
        #expect(finding("env-sudo-different-env", probe)?.severity == .warning)
    }

    @Test("A denial of SELinux is found in the audit log, and where that can't be read, said so")
    func selinux() {
        let probe = FixtureProbe()
        probe.write("1", to: "/sys/fs/selinux/enforce")
        let entry = examine(probe, only: ["env-selinux"]).entries.first
        #expect(entry?.result.word == "unknown")
        probe.write(
            "type=AVC msg=audit(1.2:3): avc:  denied  { open } for pid=9 comm=\"pcscd\" path=\"/x\"\n",
            to: "/var/log/audit/audit.log"
        )
        #expect(finding("env-selinux", probe)?.severity == .warning)
    }

    @Test("A denial of AppArmor is found in the kernel's log")
    func apparmor() {
        let probe = FixtureProbe()
        probe.write("Y\n", to: "/sys/module/apparmor/parameters/enabled")
        probe.commands[["dmesg"]] = .ended(
            code: 0,
            output: "apparmor=\"DENIED\" operation=\"connect\" name=\"/run/pcscd/pcscd.comm\"\n"
        )
        #expect(finding("env-apparmor", probe)?.severity == .warning)
    }

    @Test("A reader that a virtual machine shares is told")
    func sharedReader() {
        let probe = FixtureProbe()
        probe.survey.readers = [.init(name: ReaderName("VMware Virtual USB CCID 00 00"), flags: [.empty])]
        #expect(finding("env-vm-shared-reader", probe)?.severity == .warning)
    }

    @Test("A snap and a flatpak of Firefox can't load modules of the host")
    func confined() {
        let probe = FixtureProbe()
        let snap = "/home/anna/snap/firefox/common/.mozilla/firefox"
        probe.write("[Profile0]\nIsRelative=1\nPath=p\n", to: "\(snap)/profiles.ini")
        probe.write("library=/usr/lib/opensc-pkcs11.so\nname=OpenSC\n", to: "\(snap)/p/pkcs11.txt")
        #expect(finding("mod-snap-sandbox", probe, [.firefox])?.severity == .failure)
        #expect(finding("mod-snap-sandbox", probe)?.severity == .warning)
        let flatpak = "/home/anna/.var/app/org.mozilla.firefox/.mozilla/firefox"
        probe.write("[Profile0]\nIsRelative=1\nPath=p\n", to: "\(flatpak)/profiles.ini")
        probe.write("library=/usr/lib/opensc-pkcs11.so\nname=OpenSC\n", to: "\(flatpak)/p/pkcs11.txt")
        #expect(finding("mod-flatpak-sandbox", probe, [.firefox])?.severity == .failure)
    }

    @Test("A manifest for the browser that names no program is told")
    func nativeHost() {
        let probe = FixtureProbe()
        probe.write(
            "{\"name\": \"eu.webeid\", \"path\": \"/usr/bin/web-eid\"}",
            to: "/usr/lib/mozilla/native-messaging-hosts/eu.webeid.json"
        )
        #expect(finding("webeid-native-host", probe)?.severity == .warning)
        probe.write("", to: "/usr/bin/web-eid")
        #expect(finding("webeid-native-host", probe) == nil)
    }

    @Test("A default provider that is switched off by naming another is a failure; one that is named as well is none")
    func defaultProvider() {
        let probe = FixtureProbe()
        let head = "openssl_conf = main\n[main]\nproviders = list\n[list]\nlegacy = legacy_section\n"
        let legacy = "[legacy_section]\nactivate = 1\n"
        probe.write(head + legacy, to: "/etc/ssl/openssl.cnf")
        #expect(finding("ossl-provider-no-default", probe)?.severity == .failure)
        probe.write(head + "default = on\n[on]\nactivate = 1\n" + legacy, to: "/etc/ssl/openssl.cnf")
        #expect(finding("ossl-provider-no-default", probe) == nil)
        // As distributions ship it: a section that switches nothing on.
        probe.write(head + "[legacy_section]\n# activate = 1\n", to: "/etc/ssl/openssl.cnf")
        #expect(finding("ossl-provider-no-default", probe) == nil)
    }

    @Test("A reader that gpg is told to use and that is not there is told")
    func readerPort() {
        let probe = FixtureProbe()
        probe.survey.readers = [.init(name: ReaderName("Yubico YubiKey 00 00"), flags: [.empty])]
        probe.write("reader-port \"Gemalto\"\n", to: "/home/anna/.gnupg/scdaemon.conf")
        #expect(finding("gpg-reader-port", probe, [.gpg])?.severity == .failure)
        probe.write("reader-port Yubico YubiKey\n", to: "/home/anna/.gnupg/scdaemon.conf")
        #expect(finding("gpg-reader-port", probe, [.gpg]) == nil)
    }

    @Test("A curl without OpenSSL and GnuTLS reaches no token")
    func curl() {
        let probe = FixtureProbe()
        probe.commands[["curl", "--version"]] = .ended(code: 0, output: "curl 8.0 (x86_64) libcurl/8.0 mbedTLS/3.1\n")
        #expect(finding("curl-backend", probe, [.curl])?.severity == .failure)
        probe.commands[["curl", "--version"]] = .ended(code: 0, output: "curl 8.0 libcurl/8.0 OpenSSL/3.0.11\n")
        #expect(finding("curl-backend", probe, [.curl]) == nil)
    }
}
