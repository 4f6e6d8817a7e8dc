/// The service has reached its maximum number of readers.
enum PcscdReaderLimit: Check {
    static let page = CheckPage(
        id: "pcscd-reader-limit",
        layer: .service,
        title: "pcscd has reached its maximum number of readers",
        symptom: "The seventeenth reader is missing.",
        cause: "pcsc-lite is built for 16 readers, and each slot of a reader counts.",
        detection: "16 readers are listed, and a connected device is not among them.",
        needs: [.reader],
        remedies: [Remedy("unplug readers with several slots, or remove unused entries from reader.conf")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.pcsc.readers.count >= 16, let device = machine.devicesWithoutReader.first else { return .passed }
        return .found(
            "pcscd has \(machine.pcsc.readers.count) readers and no room for '\(device.title)'",
            device.evidence + [Evidence("readers", "\(machine.pcsc.readers.count)")],
            about: [.device(device.name)]
        )
    }
}
