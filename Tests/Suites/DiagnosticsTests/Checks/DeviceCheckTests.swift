import JetonDiagnostics
import JetonPCSC
import Testing

@Suite("Checks of devices and of those who hold them, on fixtures")
struct DeviceCheckTests {
    @Test("A token that is plugged in, driven, listed and shown by a module gives no finding at all")
    func healthy() throws {
        let probe = FixtureProbe()
        probe.plugIn(driver: "usbfs")
        probe.insert()
        probe.moduleEntries = [try SoftToken.entry(slotDescription: "Yubico YubiKey OTP+FIDO+CCID 00 00")]
        let report = examine(probe)
        #expect(report.findings.isEmpty, "\(report.findings.map(\.id))")
        #expect(report.entries.allSatisfy { $0.result.word == "ok" || $0.result.word == "irrelevant" })
    }

    @Test("pcscd that is not root and must not open the device is named")
    func nodeOfService() {
        let probe = FixtureProbe()
        probe.plugIn(node: .node(userID: 0, groupID: 0, permissions: 0o660))
        probe.start("pcscd", 77, userID: 997)
        probe.write("Gid:\t997\t997\t997\t997\nGroups:\t997 \n", to: "/proc/77/status")
        let report = examine(probe)
        #expect(report.rootCause?.id == "usb-node-perm-pcscd-user")
        #expect(
            report.findings.first { $0.id == "pcscd-stale-reader-state" }?.followsFrom == "usb-node-perm-pcscd-user"
        )
    }

    @Test("pcscd whose group owns the node may open it")
    func nodeOfGroup() {
        let probe = FixtureProbe()
        probe.plugIn(node: .node(userID: 0, groupID: 997, permissions: 0o660))
        probe.start("pcscd", 77, userID: 997)
        probe.write("Gid:\t997\t997\t997\t997\nGroups:\t \n", to: "/proc/77/status")
        #expect(examine(probe).rootCause?.id == "pcscd-stale-reader-state")
    }

    @Test("scdaemon with the node open is proven to have it; without sight of it, it is likely")
    func scdaemon() {
        for (open, confidence) in [(["/dev/bus/usb/001/004"], Confidence.proven), ([], .likely)] {
            let probe = FixtureProbe()
            probe.plugIn(driver: "usbfs")
            probe.start("scdaemon", 90, open: open)
            let report = examine(probe)
            #expect(report.rootCause?.id == "excl-scdaemon-ccid")
            #expect(report.rootCause?.confidence == confidence)
        }
    }

    @Test("Another program with the node open is named")
    func otherProgram() {
        let probe = FixtureProbe()
        probe.plugIn(driver: "usbfs")
        probe.start("nfc-list", 91, open: ["/dev/bus/usb/001/004"])
        let report = examine(probe)
        #expect(report.rootCause?.id == "excl-libusb-other")
        #expect(report.rootCause?.summary.full.contains("nfc-list") == true)
    }

    @Test("A holder that can't be seen is unknown, not absent")
    func hiddenHolder() {
        let probe = FixtureProbe()
        probe.plugIn(driver: "usbfs")
        let entry = examine(probe).entries.first { $0.page.id == "excl-libusb-other" }
        #expect(entry?.result.word == "unknown")
    }

    @Test("gpg that does not share is a warning, and a failure beside other programs", arguments: [false, true])
    func gpg(_ isShared: Bool) {
        let probe = FixtureProbe()
        probe.insert(connection: .made(.t1))
        if isShared { probe.start("firefox", 92, maps: "7f /usr/lib/x86_64-linux-gnu/libpcsclite.so.1.0.0\n") }
        let report = examine(probe, only: ["excl-pcscd-blocks-gpg"], applications: [.gpg])
        #expect(report.findings.first?.severity == (isShared ? .failure : .warning))
        probe.write("disable-ccid\npcsc-shared\n", to: "/home/anna/.gnupg/scdaemon.conf")
        #expect(examine(probe, only: ["excl-pcscd-blocks-gpg"], applications: [.gpg]).findings.isEmpty)
    }

    @Test("Sixteen readers leave no room for one more")
    func readerLimit() {
        let probe = FixtureProbe()
        probe.plugIn()
        for number in 10..<26 { probe.insert(in: "Reader \(number) 00 00", flags: [.empty], atr: [], connection: nil) }
        #expect(examine(probe).failures.contains("pcscd-reader-limit"))
    }
}
