import Foundation

/// A USB device as the kernel would show it, to be replayed by umockdev.
struct USBDevice: Hashable, CustomStringConvertible {
    /// Four lower-case hexadecimal digits, as in sysfs.
    let vendor: String
    let product: String
    let model: String
    /// Class, subclass and protocol of each interface, two hexadecimal digits each; vendor-specific unless said.
    var interfaces = ["ffffff"]

    var identifier: String { "\(vendor):\(product)" }

    var description: String { "\(identifier) \(model)" }

    /// The path below /sys; one port for each device of a fixture.
    func path(port: Int) -> String { "/devices/pci0000:00/0000:00:14.0/usb1/1-\(port)" }

    /// The device's record in umockdev's format: P path, N node, E properties, A attributes, H attributes in hexadecimal.
    func fixture(port: Int) -> String {
        let number = String(repeating: "0", count: 3 - String(port).count) + String(port)
        return """
            P: \(path(port: port))
            N: bus/usb/001/\(number)
            E: BUSNUM=001
            E: DEVNAME=/dev/bus/usb/001/\(number)
            E: DEVNUM=\(number)
            E: DEVTYPE=usb_device
            E: DRIVER=usb
            E: MAJOR=189
            E: MINOR=\(port)
            E: SUBSYSTEM=usb
            A: bDeviceClass=00
            A: bcdDevice=0100
            A: idVendor=\(vendor)
            A: idProduct=\(product)
            A: product=\(model)
            H: descriptors=\(descriptors)


            """
    }

    /// Device, configuration, interface and endpoint descriptors in hexadecimal (USB 2.0, 9.6.1, 9.6.3, 9.6.5, 9.6.6).
    private var descriptors: String {
        let device = "1201" + "0002" + "00000040" + swapped(vendor) + swapped(product) + "0001" + "01020301"
        let length = String(9 + 16 * interfaces.count, radix: 16)
        let configuration = "0902" + (length.count == 1 ? "0" : "") + length + "000\(interfaces.count)01008032"
        let others = interfaces.enumerated().map { index, codes in
            "09040\(index)0001" + codes + "00" + "07058\(index + 1)02400000"
        }
        return (device + configuration + others.joined()).uppercased()
    }

    private func swapped(_ digits: String) -> String { String(digits.suffix(2) + digits.prefix(2)) }
}
