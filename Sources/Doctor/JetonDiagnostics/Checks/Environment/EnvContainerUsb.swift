/// A container sees a device in sysfs but not below /dev.
enum EnvContainerUsb: Check {
    static let page = CheckPage(
        id: "env-container-usb",
        layer: .environment,
        title: "this container sees a USB device but can't open it",
        symptom: "The token works until it is unplugged and plugged in again; `/dev/bus/usb` is missing.",
        cause:
            "The container was given one fixed device node, and the number changes each time the device is plugged in.",
        detection: "In a container, sysfs shows a smart-card device whose node in `/dev/bus/usb` does not exist.",
        remedies: [
            Remedy("mount the host's PC/SC socket instead", commands: ["docker run -v /run/pcscd:/run/pcscd …"])
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard let mark = machine.containerMark else { return .irrelevant }
        let devices = machine.smartCardDevices.filter { !machine.exists($0.node) }
        guard let device = devices.first else { return .passed }
        return .found(
            "this container can't open the USB device '\(device.title)'",
            [Evidence("container", "\(mark)"), machine.absence(of: device.node)],
            severity: machine.hasReader(for: device) ? .info : .failure,
            about: devices.map { .device($0.name) } + [.readers]
        )
    }
}
