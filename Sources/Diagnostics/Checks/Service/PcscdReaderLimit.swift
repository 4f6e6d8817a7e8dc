/// The service has as many readers as it can have.
enum PcscdReaderLimit: Check {
    static let page = CheckPage(
        id: "pcscd-reader-limit",
        layer: .service,
        title: "pcscd has as many readers as it can have",
        symptom: "The seventeenth reader is missing.",
        cause: "pcsc-lite is built for 16 readers, each slot of a reader counted.",
        detection: "16 readers are listed, and a device that is plugged in is none of them.",
        needs: [.reader],
        remedies: [Remedy("unplug readers with several slots, or entries of reader.conf that nobody uses")]
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
