internal import Cryptoki
internal import JetonOctets

/// A token that is reached by Bluetooth can't be, or not on Linux.
enum EnvBluetoothLink: Check {
    static let page = CheckPage(
        id: "env-bluetooth-link",
        layer: .environment,
        title: "a Bluetooth token is not connected by its cable",
        symptom: "The token works with a phone; `jeton list` does not show it.",
        cause: """
            pcscd has no driver for smart cards over Bluetooth. The vendors' Bluetooth libraries are for phones. \
            On Linux, such a token is a USB device.
            """,
        detection: """
            BlueZ lists a paired device whose name or profile is a token's, and no reader is connected. The \
            states of the adapter, rfkill and the connection are shown.
            """,
        remedies: [Remedy("connect the token by its USB cable", needs: .replug)]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.pcsc.readers.isEmpty, machine.smartCardDevices.isEmpty else { return .passed }
        guard let objects = machine.bluetoothObjects else { return .irrelevant }
        return .foundOrPassed(
            objects.tokens.map { device in
                Sighting(
                    """
                    '\(private: device.name, .label)' is paired over Bluetooth, but no program on Linux can \
                    reach a token that way
                    """,
                    [
                        Evidence("paired", device.isPaired ? "yes" : "no"),
                        Evidence("connected", device.isConnected ? "yes" : "no"),
                        Evidence("adapter", objects.adapterWords), Evidence("rfkill", machine.bluetoothBlock),
                    ],
                    severity: machine.hasUsableToken ? .info : .warning
                )
            }
        )
    }
}

/// What BlueZ knows.
struct BluetoothObjects {
    /// A device.
    struct Device {
        var name = ""
        var isPaired = false
        var isConnected = false
    }

    /// Whether there is an adapter, and whether it is powered.
    var adapterWords: ReportText = "none"
    /// The devices, at most 256.
    var devices: [Device] = []

    private static let marks = [
        "rutoken", "jacarta", "esmart", "acr", "feitian", "bhn", "smart card", "smartcard", "token",
    ]

    /// The devices whose name is that of a token or reader.
    var tokens: [Device] {
        devices.filter { device in BluetoothObjects.marks.contains { device.name.lowercased().contains($0) } }
    }

    /// Reads what `busctl --json=short call org.bluez / org.freedesktop.DBus.ObjectManager GetManagedObjects` prints.
    ///
    /// Only three properties are needed, so it is searched rather than parsed: each interface's name, then its
    /// properties up to the next interface.
    init(_ text: ForeignText) {
        for part in BluetoothObjects.pieces(text, "\"org.bluez.").prefix(1024) {
            func flag(_ name: String) -> Bool { part.contains("\"\(name)\":{\"type\":\"b\",\"data\":true}") }
            if part.hasPrefix("Adapter1\"") { adapterWords = flag("Powered") ? "powered" : "not powered" }
            guard part.hasPrefix("Device1\""), devices.count < 256 else { continue }
            let mark = "\"Alias\":{\"type\":\"s\",\"data\":\""
            let name = BluetoothObjects.pieces(part, mark).dropFirst().first?.prefix { $0 != "\"" } ?? ""
            devices.append(Device(name: String(name), isPaired: flag("Paired"), isConnected: flag("Connected")))
        }
    }

    private static func pieces(_ text: some Collection<Character>, _ mark: String) -> [String] {
        var pieces: [String] = []
        var rest = text[...]
        while let range = rest.firstRange(of: mark) {
            pieces.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return pieces + [String(rest)]
    }
}

extension Machine {
    private static let bluetoothObjects = Fact<BluetoothObjects?>()

    /// What BlueZ knows; nil if it does not run, or this machine has no Bluetooth.
    var bluetoothObjects: BluetoothObjects? {
        remember(Self.bluetoothObjects) {
            // A machine without an adapter is not asked: the call would start a service.
            guard !names(in: "/sys/class/bluetooth").isEmpty else { return nil }
            let call = [
                "busctl", "--system", "--json=short", "call", "org.bluez", "/", "org.freedesktop.DBus.ObjectManager",
                "GetManagedObjects",
            ]
            guard case .ended(0, let output) = probe.run(call) else { return nil }
            return BluetoothObjects(output)
        }
    }

    /// What is known of tokens with Bluetooth, one sentence a line without a full stop: the adapter, the tokens that are
    /// paired, and that the cable is the way.
    package var bluetoothAdvice: [String] {
        let way = "no program on Linux can reach a token over Bluetooth: connect it by its cable"
        guard !names(in: "/sys/class/bluetooth").isEmpty else { return ["this machine has no Bluetooth, and " + way] }
        guard let objects = bluetoothObjects else { return ["the Bluetooth service bluez does not answer, and " + way] }
        let adapter = "the Bluetooth adapter: \(objects.adapterWords.full), \(bluetoothBlock.full)"
        let tokens = objects.tokens.map { device in
            let state =
                "\(device.isPaired ? "paired" : "not paired") and \(device.isConnected ? "connected" : "not connected")"
            return "'\(device.name.withoutControlCharacters)' is \(state) over Bluetooth"
        }
        return [adapter] + tokens.prefix(4) + [way]
    }

    /// Whether a switch keeps Bluetooth off, in words.
    var bluetoothBlock: ReportText {
        for name in names(in: "/sys/class/rfkill") {
            let path = "/sys/class/rfkill/\(name)"
            guard word("\(path)/type") == "bluetooth" else { continue }
            if word("\(path)/hard") == "1" { return "off by a hardware switch" }
            if word("\(path)/soft") == "1" { return "off: rfkill unblock bluetooth" }
        }
        return "not blocked"
    }
}
