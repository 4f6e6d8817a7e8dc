import JetonOctets

/// The kernel could not enumerate a device that was plugged in.
enum UsbEnumerationError: Check {
    static let page = CheckPage(
        id: "usb-enumeration-error",
        layer: .usb,
        title: "the kernel can't talk to a USB device",
        symptom: """
            The kernel logs "device descriptor read/64, error -71", "unable to enumerate USB device" or "HC died"; \
            `lsusb` does not list the token.
            """,
        cause: "A signal or power fault: a hub, a dock, a long cable, a failed controller, a broken token.",
        detection: """
            There is no reader, and the kernel log contains one of these messages. The log does not say which \
            device it was, so the finding is likely. If the log cannot be read, the outcome is unknown.
            """,
        needs: [.service],
        causes: ["usb-undervoltage"],
        remedies: [
            Remedy("plug the token directly into the machine, without hub, dock or long cable", needs: .replug),
            Remedy("try the token on another machine"),
        ]
    )

    private static let messages = [
        "device descriptor read/", "device not accepting address", "unable to enumerate USB device", "HC died",
    ]

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.pcsc.readers.isEmpty, machine.smartCardDevices.isEmpty, !machine.hasUsableToken,
            machine.exists("/sys/bus/usb/devices")
        else { return .irrelevant }
        guard case .ended(0, let log) = machine.probe.run(["dmesg"]) else {
            return .unknown("this user can't read the kernel log; root can")
        }
        let lines = log.lines().filter { line in
            line.contains("usb ") && messages.contains { line.contains($0) } || line.contains("HC died")
        }
        guard let last = lines.last else { return .passed }
        return .found(
            "the kernel failed to enumerate a device that was plugged in",
            [Evidence("messages", "\(lines.count)"), Evidence("last message", "\(String(last))")],
            confidence: .likely,
            about: [.readers]
        )
    }
}
