import JetonDiagnostics
import JetonOctets
import Testing

@Suite("Checks of devices that are there and are no readers, on fixtures")
struct DeviceModeTests {
    private static let folder = "/sys/bus/usb/devices"

    /// Plugs in a device with one interface.
    private func plugIn(_ probe: FixtureProbe, _ vendor: String, _ product: String, interface kind: String) {
        for (name, value) in ["idVendor": vendor, "idProduct": product, "bDeviceClass": "00", "authorized": "1"] {
            probe.write("\(value)\n", to: "\(Self.folder)/1-3/\(name)")
        }
        probe.write("\(kind)\n", to: "\(Self.folder)/1-3:1.0/bInterfaceClass")
    }

    @Test(
        "A device that is a disk only is a token in the wrong mode if it is a known one, and likely if its maker makes tokens",
        arguments: [
            ("0d46", "4081", Severity.failure, Confidence.proven), ("0930", "0d46", .failure, .proven),
            ("0a89", "0099", .warning, .likely),
        ]
    )
    func disk(_ vendor: String, _ product: String, _ severity: Severity, _ confidence: Confidence) {
        let probe = FixtureProbe()
        plugIn(probe, vendor, product, interface: "08")
        let report = examine(probe)
        let finding = report.findings.first { $0.id == "token-mass-storage-mode" }
        #expect(finding?.severity == severity)
        #expect(finding?.confidence == confidence)
        if severity == .failure {
            #expect(report.rootCause?.id == "token-mass-storage-mode")
            #expect(report.findings.first { $0.id == "usb-device-absent" }?.followsFrom == "token-mass-storage-mode")
        }
    }

    @Test(
        "A disk of another maker, and a token that shows more than a disk, are left alone",
        arguments: [("0781", "5581", "08"), ("0d46", "4081", "0b"), ("0a89", "0099", "03")]
    )
    func otherDisk(_ vendor: String, _ product: String, _ interface: String) {
        let probe = FixtureProbe()
        plugIn(probe, vendor, product, interface: interface)
        #expect(!examine(probe).findings.contains { $0.id == "token-mass-storage-mode" })
    }

    // MARK: - Power

    private static let throttled = "/sys/devices/platform/soc/soc:firmware/get_throttled"

    @Test("Too low a voltage is the root cause of a reader that does not work, and else a warning")
    func voltage() {
        let broken = FixtureProbe()
        broken.plugIn()
        broken.write("0x50005\n", to: Self.throttled)
        let report = examine(broken)
        #expect(report.rootCause?.id == "usb-undervoltage")
        #expect(report.rootCause?.confidence == .likely)
        #expect(report.failures.filter { $0 != "pcscd-stale-reader-state" } == ["usb-undervoltage"])
        let working = FixtureProbe()
        working.plugIn()
        working.insert()
        working.write("0x1\n", to: Self.throttled)
        #expect(examine(working).findings.first { $0.id == "usb-undervoltage" }?.severity == .warning)
    }

    @Test("A voltage that is well, one of a machine without readers, and one that was low once are no failure")
    func voltageOfOthers() {
        for (word, isPluggedIn, severity) in [
            ("0x0", true, nil), ("0x1", false, nil), ("0x10000", true, .info),
        ] as [(String, Bool, Severity?)] {
            let probe = FixtureProbe()
            if isPluggedIn {
                probe.plugIn()
                probe.insert()
            }
            probe.write("\(word)\n", to: Self.throttled)
            #expect(examine(probe).findings.first { $0.id == "usb-undervoltage" }?.severity == severity)
        }
    }

    @Test("The alarm of the voltage's sensor counts as well")
    func sensor() {
        let probe = FixtureProbe()
        probe.plugIn()
        probe.insert()
        probe.write("rpi_volt\n", to: "/sys/class/hwmon/hwmon1/name")
        probe.write("1\n", to: "/sys/class/hwmon/hwmon1/in0_lcrit_alarm")
        #expect(examine(probe).findings.first { $0.id == "usb-undervoltage" }?.severity == .warning)
    }

    @Test("A token that a hub without a supply leaves without configuration is named", arguments: ["80", "e0"])
    func hub(_ attributes: String) {
        let probe = FixtureProbe()
        for (name, value) in [
            "idVendor": "1050", "idProduct": "0407", "bDeviceClass": "00", "authorized": "1", "bConfigurationValue": "",
        ] {
            probe.write("\(value)\n", to: "\(Self.folder)/1-2.4/\(name)")
        }
        probe.write("\(attributes)\n", to: "\(Self.folder)/1-2/bmAttributes")
        // Bit 6, 40, is a supply of the hub's own.
        #expect(examine(probe).findings.contains { $0.id == "usb-undervoltage" } == (attributes == "80"))
    }

    // MARK: - ModemManager

    private func withSerialPort(protocol number: String) -> FixtureProbe {
        let probe = FixtureProbe()
        probe.plugIn()
        probe.insert()
        probe.write("02\n", to: "\(Self.folder)/1-2:1.1/bInterfaceClass")
        probe.write("\(number)\n", to: "\(Self.folder)/1-2:1.1/bInterfaceProtocol")
        probe.write("166:0\n", to: "\(Self.folder)/1-2:1.1/tty/ttyACM0/dev")
        probe.start("ModemManager", 600, userID: 0)
        return probe
    }

    private func modemFinding(_ probe: FixtureProbe) -> Finding? {
        examine(probe).findings.first { $0.id == "modemmanager-probe" }
    }

    @Test("A token with a modem's serial port and no mark of udev's is probed by ModemManager")
    func modem() {
        #expect(modemFinding(withSerialPort(protocol: "01"))?.severity == .warning)
        #expect(modemFinding(withSerialPort(protocol: "01"))?.confidence == .likely)
        let open = withSerialPort(protocol: "00")
        open.start("ModemManager", 600, userID: 0, open: ["/dev/ttyACM0"])
        #expect(modemFinding(open)?.confidence == .proven)
        let eager = withSerialPort(protocol: "00")
        eager.write("/usr/sbin/ModemManager\0--filter-policy=legacy\0", to: "/proc/600/cmdline")
        #expect(modemFinding(eager) != nil)
    }

    @Test("A marked port, a port that is no modem's, and a machine without ModemManager are well")
    func noModem() {
        let marked = withSerialPort(protocol: "01")
        marked.write("I:1\nE:ID_MM_DEVICE_IGNORE=1\n", to: "/run/udev/data/c166:0")
        #expect(modemFinding(marked) == nil)
        #expect(modemFinding(withSerialPort(protocol: "00")) == nil)
        let without = withSerialPort(protocol: "01")
        without.entries["/proc/600/comm"] = nil
        #expect(modemFinding(without) == nil)
    }

    // MARK: - Interfaces

    private static let journal = [
        "journalctl", "--boot", "--unit=pcscd", "--lines=1000", "--output=cat", "--no-pager",
    ]

    /// A composite device whose smart-card interface is the third.
    private func composite(_ log: String?) -> Report {
        let probe = FixtureProbe()
        probe.plugIn()
        probe.write("03\n", to: "\(Self.folder)/1-2:1.0/bInterfaceClass")
        probe.write("0b\n", to: "\(Self.folder)/1-2:1.2/bInterfaceClass")
        if let log { probe.commands[Self.journal] = .ended(code: 0, output: ForeignText(log)) }
        return examine(probe)
    }

    @Test("The driver's own message proves that it took another interface; without it nothing is said")
    func interface() {
        let report = composite("ccid_usb.c:600 Found interface 2 but expecting 0\nWrong interface for USB device\n")
        #expect(report.rootCause?.id == "driver-composite-interface")
        #expect(report.roots == ["driver-composite-interface"])
        #expect(composite("nothing of note\n").rootCause?.id == "pcscd-stale-reader-state")
    }

    @Test("A journal that can't be read is unknown")
    func noJournal() {
        let entry = composite(nil).entries.first { $0.page.id == "driver-composite-interface" }
        #expect(entry?.result.word == "unknown")
    }
}
