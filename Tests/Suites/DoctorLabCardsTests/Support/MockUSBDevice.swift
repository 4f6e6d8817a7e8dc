/// A USB device as umockdev shows it to pcscd and to the doctor.
struct MockUSBDevice: Sendable {
    var vendor = "1050"
    var product = "0407"
    var manufacturer = "Yubico"
    var name = "YubiKey OTP+FIDO+CCID"
    var serial = "0012345678"
    /// Class of each interface, in hexadecimal.
    var interfaces = ["0b"]
    /// The kernel's driver of each interface; nil for none.
    var interfaceDriver: String?
    /// The kernel's driver of the whole device.
    var driver = "usb"
    var isAuthorized = true
    /// Whether there is a node for it in /dev.
    var hasNode = true
    var power = (control: "on", status: "active")
    /// The device's descriptors; empty for none.
    var descriptors: [UInt8] = []
    /// Further lines of the record of the last interface.
    var lastInterface = ""

    /// A YubiKey with all its interfaces.
    static let yubiKey = MockUSBDevice()

    /// The device with one thing changed.
    func with(_ change: (inout MockUSBDevice) -> Void) -> MockUSBDevice {
        var device = self
        change(&device)
        return device
    }

    /// A bus with devices, as a record of umockdev's.
    static func record(_ devices: [MockUSBDevice]) -> String {
        let hub = """
            P: /devices/pci0000:00/usb1
            E: DEVTYPE=usb_device
            E: SUBSYSTEM=usb
            E: DRIVER=usb
            E: BUSNUM=001
            E: DEVNUM=001
            E: PRODUCT=1d6b/2/0
            A: idVendor=1d6b
            A: idProduct=0002
            A: bDeviceClass=09
            A: busnum=1
            A: devnum=1

            """
        return ([hub] + zip(devices, 2...).map { $0.record(port: $1) }).joined(separator: "\n")
    }

    private func record(port: Int) -> String {
        let path = "/devices/pci0000:00/usb1/1-\(port)"
        var text = """
            P: \(path)
            \(hasNode ? "N: bus/usb/001/00\(port)" : "E: JETON_NODE=none")
            E: DEVTYPE=usb_device
            E: SUBSYSTEM=usb
            E: DRIVER=\(driver)
            E: BUSNUM=001
            E: DEVNUM=00\(port)
            E: DEVNAME=/dev/bus/usb/001/00\(port)
            E: PRODUCT=\(vendor)/\(product)/100
            A: idVendor=\(vendor)
            A: idProduct=\(product)
            A: bDeviceClass=00
            A: manufacturer=\(manufacturer)
            A: product=\(name)
            A: serial=\(serial)
            A: busnum=1
            A: devnum=\(port)
            A: authorized=\(isAuthorized ? 1 : 0)
            A: power/control=\(power.control)
            A: power/runtime_status=\(power.status)
            L: driver=../../../../bus/usb/drivers/\(driver)

            """
        if !descriptors.isEmpty {
            let digits = descriptors.map { String(0x100 + Int($0), radix: 16).dropFirst().uppercased() }.joined()
            text += "H: descriptors=\(digits)\n"
        }
        for (number, kind) in (isAuthorized ? interfaces : []).enumerated() {
            text += """

                P: \(path)/1-\(port):1.\(number)
                E: DEVTYPE=usb_interface
                E: SUBSYSTEM=usb
                E: INTERFACE=\(Int(kind, radix: 16) ?? 0)/0/0
                E: PRODUCT=\(vendor)/\(product)/100
                A: bInterfaceClass=\(kind)
                A: bInterfaceNumber=0\(number)

                """
            if let interfaceDriver, kind == "0b" || interfaces.count == 1 {
                text += "L: driver=../../../../../bus/usb/drivers/\(interfaceDriver)\n"
            }
        }
        text += lastInterface
        return text
    }
}
