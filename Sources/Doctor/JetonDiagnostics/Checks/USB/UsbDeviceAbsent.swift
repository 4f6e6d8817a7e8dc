/// The service works, has no reader, and no connected device could be one.
enum UsbDeviceAbsent: Check {
    static let page = CheckPage(
        id: "usb-device-absent",
        layer: .usb,
        title: "no token or reader is connected",
        symptom:
            "`lsusb` does not list the device, `pcsc_scan` waits for the first reader, gpg says \"No such device\".",
        cause: """
            Nothing is plugged in, the cable only charges, the port or hub is dead, or the firmware has disabled the \
            port.
            """,
        detection: """
            The PC/SC service works and has no reader, no module shows a token, and `/sys/bus/usb/devices` has no \
            device with a smart-card interface (class 0B) and none that a driver lists. On a system without any USB bus the finding is only likely.
            """,
        needs: [.service],
        causes: [
            "driver-reader-not-started", "token-mass-storage-mode", "usb-undervoltage", "pcscd-reader-array-mismatch",
            "env-container-usb", "usb-not-authorized", "token-ccid-interface-disabled", "token-bootloader-mode",
            "usb-enumeration-error", "driver-vendor-required",
        ],
        remedies: [
            Remedy("plug the token or reader directly into the machine, or try another port or cable"),
            Remedy("look for USB errors in the kernel log", commands: ["journalctl -k -b | grep -i usb"]),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.pcsc.readers.isEmpty, machine.smartCardDevices.isEmpty, !machine.hasUsableToken else {
            return .passed
        }
        let hasBus = machine.exists("/sys/bus/usb/devices")
        return .found(
            hasBus
                ? "no token or reader is connected"
                : "there is no reader, and this system has no USB bus to connect one to",
            [
                Evidence("USB devices", hasBus ? "\(machine.usbDevices.count)" : "/sys/bus/usb/devices is missing"),
                Evidence("readers", "none"),
            ],
            confidence: hasBus ? .proven : .likely,
            about: [.readers]
        )
    }
}
