import JetonDiagnostics
import Testing

@Suite("Checks of applications, on fixtures")
struct ApplicationCheckTests {
    private func finding(_ id: CheckID, _ probe: FixtureProbe, _ applications: Set<Application>) -> Finding? {
        examine(probe, applications: applications).findings.first { $0.id == id }
    }

    @Test("A browser that is a snap and a host program for it do not go together; the package's browser does")
    func nativeMessaging() {
        let probe = FixtureProbe()
        probe.write("{}", to: "/usr/lib/mozilla/native-messaging-hosts/eu.webeid.json")
        probe.put(.directory, at: "/snap/firefox/current")
        let id: CheckID = "browser-sandbox-native-messaging"
        #expect(finding(id, probe, [.firefox])?.severity == .warning)
        #expect(finding(id, probe, []) == nil)
        // Ubuntu's script is no browser of its own.
        probe.write("#!/bin/sh\nexec /snap/bin/firefox\n", to: "/usr/bin/firefox")
        #expect(finding(id, probe, [.firefox]) != nil)
        probe.write("\u{7F}ELF", to: "/usr/bin/firefox")
        #expect(finding(id, probe, [.firefox]) == nil)
    }

    @Test("Java without a library of the name that it looks for is told")
    func java() {
        let probe = FixtureProbe()
        probe.write("", to: "/usr/bin/java")
        #expect(finding("java-pcsc-lib", probe, [.java])?.severity == .warning)
        #expect(finding("java-pcsc-lib", probe, []) == nil)
        probe.write("", to: "/usr/lib/libpcsclite.so")
        #expect(finding("java-pcsc-lib", probe, [.java]) == nil)
    }

    @Test("A device in sysfs without its node is a fault of a container, and of nothing else")
    func containerDevice() {
        let probe = FixtureProbe()
        probe.plugIn()
        probe.entries["/dev/bus/usb/001/004"] = nil
        #expect(finding("env-container-usb", probe, []) == nil)
        probe.write("", to: "/run/.containerenv")
        #expect(finding("env-container-usb", probe, [])?.severity == .failure)
        probe.put(.node(userID: 0, groupID: 0, permissions: 0o600), at: "/dev/bus/usb/001/004")
        #expect(finding("env-container-usb", probe, []) == nil)
    }
}
