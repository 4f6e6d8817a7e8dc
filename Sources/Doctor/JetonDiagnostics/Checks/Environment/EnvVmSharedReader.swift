internal import JetonOctets
internal import JetonPCSC

/// A virtual machine shares the host's reader.
enum EnvVmSharedReader: Check {
    static let page = CheckPage(
        id: "env-vm-shared-reader",
        layer: .environment,
        title: "a virtual machine shares its host's reader",
        symptom: "\"VMware Virtual USB CCID\": a card is present but does not answer.",
        cause: "VMware's shared reader does not pass on everything that cards send.",
        detection: "A reader has that name, or the USB device 0e0f:0004 is connected.",
        remedies: [
            Remedy(
                """
                pass the whole reader through to the virtual machine: `usb.generic.allowCCID = "TRUE"` in its \
                settings
                """
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let reader = machine.pcsc.readers.first { ForeignText($0.name).contains("VMware Virtual USB CCID") }
        let device = machine.usbDevices.first { $0.vendor == 0x0E0F && $0.product == 0x0004 }
        guard reader != nil || device != nil else { return .irrelevant }
        return .found(
            "the reader is shared by a virtual machine and its host",
            [
                Evidence("reader", "\(reader?.name.description ?? "none")"),
                Evidence("device", "\(device?.numbers ?? "none")"),
            ],
            severity: .warning,
            confidence: .likely
        )
    }
}
