internal import Cryptoki
internal import TokenKit

/// Two tokens have the same serial number.
enum ChannelCloneSuspected: Check {
    static let page = CheckPage(
        id: "channel-clone-suspected",
        layer: .token,
        title: "two tokens in different readers have the same serial number",
        symptom: "A pairing works with one of them and breaks with the other.",
        cause: "One is a copy of the other, or the vendor did not give them distinct numbers.",
        detection: "One module shows tokens with the same serial number and model in slots of different readers.",
        needs: [.token],
        remedies: [
            Remedy(
                "remove the token that you do not recognize, and ask its vendor whether the serial number is genuine"
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        var sightings: [Sighting] = []
        for (path, survey) in machine.surveys {
            let groups = Dictionary(grouping: survey.slots.filter { $0.token?.serialNumber.isEmpty == false }) { slot in
                "\(slot.token?.serialNumber.description ?? "")\0\(slot.token?.model.description ?? "")"
            }
            for slots in groups.values {
                let readers = Set(slots.map(\.info.slotDescription.description)).sorted()
                guard readers.count > 1, let serial = slots.first?.token?.serialNumber.description,
                    serial.contains(where: { $0 != "0" })
                else { continue }
                sightings.append(
                    Sighting(
                        "tokens in \(readers.count) readers have the serial number \(private: serial, .serial)",
                        readers.map { Evidence("reader", "\($0)") } + [Evidence("module", "\(path)")],
                        severity: .warning,
                        confidence: .likely
                    )
                )
            }
        }
        return .foundOrPassed(sightings)
    }
}
