/// A program has opened the reader directly.
enum ExclLibusbOther: Check {
    static let page = CheckPage(
        id: "excl-libusb-other",
        layer: .access,
        title: "another program has opened the USB reader",
        symptom: "pcscd logs \"LIBUSB_ERROR_BUSY\"; sysfs shows `usbfs` as the interface's driver.",
        cause: "A libnfc tool, openct, a vendor's daemon, a virtual machine, or a second pcscd.",
        detection: """
            The service has no reader for the device, and a process other than pcscd and scdaemon has the device \
            node open. Only root can see other users' processes.
            """,
        needs: [.service],
        causes: ["usb-captured-by-vm"],
        remedies: [
            Remedy("stop the program, then restart the service", commands: [.restartService], needs: .root)
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        var sightings: [Sighting] = []
        var isHidden = false
        for device in machine.devicesWithoutReader {
            guard device.interfaces.contains(where: { $0.driver == "usbfs" }) else { continue }
            let holders = machine.holders(of: device.node).filter { $0.name != "pcscd" && $0.name != "scdaemon" }
            guard let holder = holders.first else {
                isHidden = isHidden || !machine.probe.identity.isRoot
                continue
            }
            sightings.append(
                Sighting(
                    "\(holder.name) has '\(device.title)', so pcscd can't use it",
                    device.evidence + [Evidence("\(device.node) open in", "\(holder.name) (\(holder.id))")],
                    about: [.device(device.name), .readers]
                )
            )
        }
        if sightings.isEmpty, isHidden {
            return .unknown("a program has the reader's device open, and only root can see which")
        }
        return .foundOrPassed(sightings)
    }
}
