/// Somebody put an old copy of Jeton's keystore back.
enum KeystoreRolledBack: Check {
    static let page = CheckPage(
        id: "keystore-rolled-back",
        layer: .application,
        title: "an old copy of Jeton's keystore was put back",
        symptom: "`jeton keystore` refuses the store and says that a later generation was seen before.",
        cause: "A backup was put back, a disk image was reset, or somebody tries to bring deleted keys back.",
        detection: "A file's generation is lower than the last one that was seen, which is kept outside of the store.",
        remedies: [
            Remedy("if you put it back yourself: say so", commands: ["jeton keystore repair --accept-rollback"]),
            Remedy("treat the keys in it as known to somebody else, and pair the tokens anew"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard case .rolledBack(let reason) = machine.keystore.state else {
            return machine.keystore.state == .absent ? .irrelevant : .passed
        }
        return .found("an old copy of Jeton's keystore was put back", [Evidence("reason", "\(reason)")])
    }
}
