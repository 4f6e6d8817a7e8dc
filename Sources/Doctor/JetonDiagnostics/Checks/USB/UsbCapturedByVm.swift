/// A virtual machine or another computer holds the device.
enum UsbCapturedByVm: Check {
    static let page = CheckPage(
        id: "usb-captured-by-vm",
        layer: .usb,
        title: "a virtual machine or usbip has taken the device",
        symptom: "The reader disappears when a virtual machine starts; pcscd logs \"LIBUSB_ERROR_BUSY\".",
        cause: "USB pass-through of QEMU, VirtualBox or VMware, or `usbip bind`.",
        detection: """
            The device's driver in sysfs is `usbip-host` or a vfio driver; or its interface belongs to `usbfs` \
            and the process that has its node open is a virtual machine. Only root can see other users' \
            processes.
            """,
        remedies: [
            Remedy("detach the device from the virtual machine, or unbind it", commands: ["usbip unbind -b BUSID"])
        ]
    )

    private static let machines = ["qemu", "VBox", "VirtualBox", "vmware-vmx", "gnome-boxes"]

    static func run(on machine: Machine) -> CheckOutcome {
        let sightings = machine.smartCardDevices.compactMap { device -> Sighting? in
            let driver = (try? machine.probe.target(ofLink: "/sys/bus/usb/devices/\(device.name)/driver")) ?? ""
            if driver.hasSuffix("/usbip-host") || driver.hasSuffix("/vfio-pci") {
                return sighting(device, [Evidence("driver", "\(driver)")], machine)
            }
            guard device.smartCardInterfaces.contains(where: { $0.driver == "usbfs" }),
                let holder = machine.holders(of: device.node).first(where: { process in
                    machines.contains { process.name.hasPrefix($0) }
                })
            else { return nil }
            return sighting(device, [Evidence("\(device.node) open in", "\(holder.name) (\(holder.id))")], machine)
        }
        return .foundOrPassed(sightings)
    }

    private static func sighting(_ device: USBDevice, _ evidence: [Evidence], _ machine: Machine) -> Sighting {
        Sighting(
            "'\(device.title)' is passed through to a virtual machine or another computer",
            device.evidence + evidence,
            severity: machine.severityOfUselessDevice,
            about: [.device(device.name), .readers]
        )
    }
}
