internal import JetonPCSC

/// The machine, or a hub, does not supply enough power for a reader.
enum UsbUndervoltage: Check {
    static let page = CheckPage(
        id: "usb-undervoltage",
        layer: .usb,
        title: "the reader does not get enough power",
        symptom: """
            The reader works intermittently; pcscd logs bursts of "LIBUSB_ERROR_TIMEOUT"; a shorter cable helps.
            """,
        cause: "A small computer's weak power supply or cable, or an unpowered hub.",
        detection: """
            A Raspberry Pi's firmware reports low voltage (`get_throttled`, bit 0 now and bit 16 since boot, or \
            the alarm of the `rpi_volt` sensor). Or the kernel left a reader behind an unpowered hub without a \
            configuration. If a reader does not work, the finding is a likely failure.
            """,
        remedies: [
            Remedy("use the power supply that the computer's vendor specifies, and a short cable"),
            Remedy("plug the reader into the machine itself, or into a powered hub", needs: .replug),
        ]
    )

    private static let throttled = "/sys/devices/platform/soc/soc:firmware/get_throttled"

    static func run(on machine: Machine) -> CheckOutcome {
        let starved = starvedDevices(machine)
        if !starved.isEmpty { return .found(starved) }
        guard machine.exists(throttled) || sensor(machine) != nil else { return .irrelevant }
        guard !machine.smartCardDevices.isEmpty || !machine.pcsc.readers.isEmpty else { return .irrelevant }
        let bits = machine.word(throttled).flatMap { word in
            UInt32(word.hasPrefix("0x") ? word.dropFirst(2) : word[...], radix: 16)
        }
        let alarm = sensor(machine).flatMap { machine.word("\($0)/in0_lcrit_alarm") }
        let isLowNow = (bits ?? 0) & 1 != 0 || alarm == "1"
        let wasLow = (bits ?? 0) & 0x1_0000 != 0
        guard isLowNow || wasLow else { return .passed }
        let faulty = faultySubjects(machine)
        var evidence: [Evidence] = []
        if let word = machine.word(throttled) { evidence.append(Evidence("\(throttled)", "\(word)")) }
        if let alarm { evidence.append(Evidence("alarm of rpi_volt", "\(alarm)")) }
        return .found(
            isLowNow
                ? "this computer's supply voltage is too low now"
                : "this computer's supply voltage has been too low since it started",
            evidence,
            severity: faulty.isEmpty ? (isLowNow ? .warning : .info) : (isLowNow ? .failure : .warning),
            confidence: faulty.isEmpty ? .proven : .likely,
            about: isLowNow ? faulty : []
        )
    }

    private static func sensor(_ machine: Machine) -> String? {
        machine.names(in: "/sys/class/hwmon").map { "/sys/class/hwmon/\($0)" }
            .first { machine.word("\($0)/name") == "rpi_volt" }
    }

    /// The readers that should work and do not.
    private static func faultySubjects(_ machine: Machine) -> [Subject] {
        let devices = machine.devicesWithoutReader.flatMap { [Subject.device($0.name), .readers] }
        let readers = machine.pcsc.readers.filter { reader in
            switch reader.connection {
            case .refused(.communicationError), .refused(.notTransacted), .refused(.unresponsiveCard): true
            default: reader.flags.contains(.mute)
            }
        }
        return devices + readers.map { .reader($0.name.description) }
    }

    /// The readers without a configuration, behind a hub that has only the power of its own port.
    private static func starvedDevices(_ machine: Machine) -> [Sighting] {
        machine.usbDevices.compactMap { device in
            let folder = "/sys/bus/usb/devices"
            guard device.isAuthorized, machine.word("\(folder)/\(device.name)/bConfigurationValue") == "",
                TokenMakers.name(of: device.vendor) != nil || machine.readerDescriptor(of: device) != nil,
                let dot = device.name.lastIndex(of: ".")
            else { return nil }
            let hub = device.name[..<dot]
            // USB 2.0, 9.6.3: bit 6 of bmAttributes stands for a supply of its own.
            guard let attributes = machine.word("\(folder)/\(hub)/bmAttributes").flatMap({ UInt8($0, radix: 16) }),
                attributes & 0x40 == 0
            else { return nil }
            return Sighting(
                "'\(device.title)' did not get enough power from the hub that it is plugged into",
                device.evidence + [
                    Evidence("bConfigurationValue", "empty"),
                    Evidence("\(folder)/\(hub)/bmAttributes", "\(machine.word("\(folder)/\(hub)/bmAttributes") ?? "")"),
                ],
                severity: machine.severityOfUselessDevice,
                confidence: .likely,
                about: [.device(device.name), .readers]
            )
        }
    }
}
