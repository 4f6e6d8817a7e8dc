/// What a USB reader says of itself in the descriptor of its class.
///
/// - SeeAlso: USB CCID specification 1.1, 5.1.
package struct CCIDDescriptor: Hashable, Sendable {
    /// At which level a reader exchanges data with the host: bits 16 to 18 of `dwFeatures`.
    package enum ExchangeLevel: Hashable, Sendable {
        /// Characters.
        case character
        /// Units of the card's protocol; the driver makes them, of any length.
        case protocolUnit
        /// Commands of the short form only.
        case shortCommand
        /// Commands of both forms.
        case extendedCommand
    }

    /// `dwFeatures`.
    package let features: UInt32

    /// Finds the descriptor in a device's descriptors, as `/sys/bus/usb/devices/NAME/descriptors` has them; nil if there
    /// is none.
    package init?(descriptors octets: [UInt8]) {
        var index = 0
        var isInSmartCardInterface = false
        while index + 2 <= octets.count {
            let length = Int(octets[index])
            guard length >= 2, index + length <= octets.count else { return nil }
            let kind = octets[index + 1]
            // INTERFACE is 4, with bInterfaceClass at 5; the class's own descriptor is 21, or FF before it had a number.
            if kind == 0x04, length >= 9 { isInSmartCardInterface = octets[index + 5] == 0x0B }
            if isInSmartCardInterface, kind == 0x21 || kind == 0xFF, length == 54 {
                features = (0..<4).reduce(0) { $0 | UInt32(octets[index + 40 + $1]) << (8 * UInt32($1)) }
                return
            }
            index += length
        }
        return nil
    }

    /// The level of exchange.
    package var exchangeLevel: ExchangeLevel {
        switch features & 0x0007_0000 {
        case 0x0001_0000: .protocolUnit
        case 0x0002_0000: .shortCommand
        case 0x0004_0000: .extendedCommand
        default: .character
        }
    }
}

extension Machine {
    /// The descriptor of a USB reader; nil if it can't be read or is none.
    func readerDescriptor(of device: USBDevice) -> CCIDDescriptor? {
        (try? probe.contents(of: "/sys/bus/usb/devices/\(device.name)/descriptors", limit: 65_536))
            .flatMap { CCIDDescriptor(descriptors: $0) }
    }
}
