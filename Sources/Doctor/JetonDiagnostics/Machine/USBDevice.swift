/// A device on the USB bus, as sysfs shows it.
package struct USBDevice: Hashable, Sendable {
    /// One of its interfaces.
    package struct Interface: Hashable, Sendable {
        /// Its name in sysfs, such as `1-2:1.0`.
        package var name: String
        /// `bInterfaceClass`; 0x0B is the smart-card class (CCID), 0xFF a vendor's own.
        package var interfaceClass: UInt8
        /// The kernel's driver that has it; nil if none does.
        package var driver: String?
    }

    /// Its name in sysfs, such as `1-2`.
    package var name: String
    /// `idVendor`.
    package var vendor: UInt16
    /// `idProduct`.
    package var product: UInt16
    /// The manufacturer's text; empty without.
    package var manufacturer: String
    /// The product's text; empty without.
    package var productName: String
    /// The serial number's text; empty without.
    package var serial: String
    /// Its number on the bus, which with the bus's is its node's name: `/dev/bus/usb/001/004`.
    package var node: String
    /// Whether the kernel may use it: `authorized`.
    package var isAuthorized: Bool
    /// Its interfaces; none while it is not authorised.
    package var interfaces: [Interface]

    /// Vendor and product as `0a89:0030`.
    package var numbers: String { "\(USBDevice.hex(vendor)):\(USBDevice.hex(product))" }

    /// Manufacturer, product and numbers, for people.
    package var title: String {
        let words = [manufacturer, productName].filter { !$0.isEmpty }.joined(separator: " ")
        return words.isEmpty ? numbers : "\(words) (\(numbers))"
    }

    /// Its smart-card interfaces.
    package var smartCardInterfaces: [Interface] { interfaces.filter { $0.interfaceClass == 0x0B } }

    /// What was read of it.
    var evidence: [Evidence] {
        [
            Evidence("device", "/sys/bus/usb/devices/\(name) (\(numbers))"),
            Evidence(
                "interfaces",
                "\(interfaces.map { "\($0.name) class \(USBDevice.hex(UInt16($0.interfaceClass)).suffix(2)) driver \($0.driver ?? "none")" }.joined(separator: ", "))"
            ),
        ]
    }

    private static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
