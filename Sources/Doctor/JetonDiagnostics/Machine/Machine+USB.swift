internal import JetonOctets
internal import JetonPCSC

extension Machine {
    private static let devices = "/sys/bus/usb/devices"

    private static let usbDevices = Fact<[USBDevice]>()

    /// The devices on the USB bus, hubs left out.
    package var usbDevices: [USBDevice] {
        remember(Self.usbDevices) {
            let names = names(in: Machine.devices)
            return names.filter { !$0.hasPrefix("usb") && !$0.contains(":") }.compactMap { device($0, among: names) }
        }
    }

    private static let smartCardDevices = Fact<[USBDevice]>()

    /// The devices that should be readers: those with a smart-card interface, and those that a driver lists.
    package var smartCardDevices: [USBDevice] {
        remember(Self.smartCardDevices) {
            usbDevices.filter { !$0.smartCardInterfaces.isEmpty || bundle(for: $0) != nil }
        }
    }

    /// Whether PC/SC has a reader that is this device.
    ///
    /// A reader is named after the device's own texts, or after the driver's list. A device of neither name is taken
    /// to be there if there are as many readers as devices: nothing is accused without proof.
    func hasReader(for device: USBDevice) -> Bool {
        let listed = bundle(for: device)?.entry(for: device)?.name ?? ""
        let names = pcsc.readers.map(\.name.description)
        let words = [device.productName, listed].filter { !$0.isEmpty }
        if names.contains(where: { name in words.contains { name.contains($0) } }) { return true }
        return words.isEmpty && names.count >= smartCardDevices.count
    }

    private func device(_ name: String, among names: [String]) -> USBDevice? {
        let folder = "\(Machine.devices)/\(name)"
        guard let vendor = word("\(folder)/idVendor").flatMap({ UInt16($0, radix: 16) }),
            let product = word("\(folder)/idProduct").flatMap({ UInt16($0, radix: 16) }),
            // Class 09 is a hub.
            word("\(folder)/bDeviceClass") != "09"
        else { return nil }
        let serial = word("\(folder)/serial") ?? ""
        keepPrivate(serial, .serial)
        return USBDevice(
            name: name,
            vendor: vendor,
            product: product,
            manufacturer: word("\(folder)/manufacturer") ?? "",
            productName: word("\(folder)/product") ?? "",
            serial: serial,
            node: Machine.node(word("\(folder)/busnum"), word("\(folder)/devnum")),
            isAuthorized: word("\(folder)/authorized") != "0",
            interfaces: names.filter { $0.hasPrefix("\(name):") }.map(interface)
        )
    }

    private func interface(_ name: String) -> USBDevice.Interface {
        let folder = "\(Machine.devices)/\(name)"
        let driver = try? probe.target(ofLink: "\(folder)/driver")
        return USBDevice.Interface(
            name: name,
            interfaceClass: word("\(folder)/bInterfaceClass").flatMap { UInt8($0, radix: 16) } ?? 0,
            driver: driver.map { String($0.split(separator: "/").last ?? "") }
        )
    }

    private static func node(_ bus: String?, _ device: String?) -> String {
        func padded(_ number: String?) -> String {
            let digits = number ?? ""
            return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        }
        return "/dev/bus/usb/\(padded(bus))/\(padded(device))"
    }
}
