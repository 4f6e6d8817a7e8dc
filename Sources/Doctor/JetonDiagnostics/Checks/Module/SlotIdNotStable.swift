internal import Cryptoki
internal import TokenKit

/// A configuration names a slot by a number that no slot has.
enum SlotIdNotStable: Check {
    static let page = CheckPage(
        id: "slot-id-not-stable",
        layer: .module,
        title: "a configuration names a slot by a number that no slot has",
        symptom: "`CKR_SLOT_ID_INVALID` (0x3), for example after a token was initialized again.",
        cause: "SoftHSM derives slot numbers from serial numbers, and p11-kit's proxy numbers slots at each start.",
        detection: """
            `slot = N` in Java's SunPKCS11 configuration and `slot-id=N` in URIs of openssl.cnf and of OpenVPN are \
            compared with the slots that the modules have.
            """,
        needs: [.module],
        remedies: [Remedy("select the token by name with `pkcs11:token=LABEL`, or use `slotListIndex` for Java")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        var sightings: [Sighting] = []
        for path in machine.javaConfigurations {
            let settings = machine.settings(in: path)
            let library = settings.first { $0.name == "library" }?.words.first
            let slots = machine.surveys.first { $0.path == library }?.survey.slots.map(\.id.rawValue)
            for setting in settings where setting.name == "slot" {
                guard let slots, let number = setting.words.first.flatMap({ UInt($0) }), !slots.contains(number) else {
                    continue
                }
                sightings.append(sighting(number, setting.place, slots, machine.severity(for: .java)))
            }
        }
        let all = machine.surveys.flatMap { $0.survey.slots.map(\.id.rawValue) }
        for setting in machine.openVPNSettings {
            guard let number = slotNumber(in: setting.value), !all.contains(number) else { continue }
            sightings.append(sighting(number, setting.place, all, machine.severity(for: .openvpn)))
        }
        return .foundOrPassed(sightings)
    }

    private static func slotNumber(in uri: String) -> UInt? {
        guard uri.hasPrefix("pkcs11:") else { return nil }
        return uri.split { $0 == ":" || $0 == ";" || $0 == "?" }.first { $0.hasPrefix("slot-id=") }
            .flatMap { UInt($0.dropFirst(8)) }
    }

    private static func sighting(_ number: UInt, _ place: String, _ slots: [UInt], _ severity: Severity) -> Sighting {
        Sighting(
            "\(place) names slot \(number), which does not exist",
            [Evidence("slots", "\(slots.map(String.init).joined(separator: ", "))")],
            severity: severity
        )
    }
}
