import JetonDiagnostics
import JetonPCSC

extension FixtureProbe {
    /// Plugs in a YubiKey, which the driver lists.
    func plugIn(driver: String? = nil, node: Entry = .node(userID: 0, groupID: 0, permissions: 0o600)) {
        let folder = "/sys/bus/usb/devices"
        for (name, value) in [
            "idVendor": "1050", "idProduct": "0407", "bDeviceClass": "00", "manufacturer": "Yubico",
            "product": "YubiKey OTP+FIDO+CCID", "busnum": "1", "devnum": "4", "authorized": "1",
        ] {
            write("\(value)\n", to: "\(folder)/1-2/\(name)")
        }
        write("0b\n", to: "\(folder)/1-2:1.0/bInterfaceClass")
        if let driver { put(.link("../../bus/usb/drivers/\(driver)"), at: "\(folder)/1-2:1.0/driver") }
        put(node, at: "/dev/bus/usb/001/004")
    }

    /// Gives PC/SC a reader with a card.
    func insert(
        in reader: String = "Yubico YubiKey OTP+FIDO+CCID 00 00",
        flags: ReaderFlags = [.present],
        atr: [UInt8] = [0x3B, 0x80, 0x01, 0x81],
        connection: PCSCSurvey.Connection? = .made(.t1)
    ) {
        survey.readers.append(
            .init(name: ReaderName(reader), flags: flags, atr: atr, connection: connection)
        )
    }

    /// Adds a process.
    func start(_ name: String, _ id: Int, userID: UInt32 = 1000, open: [String] = [], maps: String = "") {
        put(.process(userID: userID), at: "/proc/\(id)")
        write("\(name)\n", to: "/proc/\(id)/comm")
        write(maps, to: "/proc/\(id)/maps")
        for (number, path) in open.enumerated() { put(.link(path), at: "/proc/\(id)/fd/\(number + 3)") }
    }
}
