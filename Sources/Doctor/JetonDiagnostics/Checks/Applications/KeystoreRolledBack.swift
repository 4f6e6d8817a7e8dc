/// An old copy of Jeton's keystore was put back.
enum KeystoreRolledBack: Check {
    static let page = CheckPage(
        id: "keystore-rolled-back",
        layer: .application,
        title: "an old copy of Jeton's keystore was restored",
        symptom: "`jeton keystore` refuses the store and reports that it has already seen a later generation.",
        cause: "A backup was restored, a disk image was reset, or an attacker tries to bring deleted keys back.",
        detection: "A file's generation is lower than the last one seen, which is recorded outside the store.",
        remedies: [
            Remedy(
                "if you restored the copy yourself, accept it",
                commands: ["jeton keystore repair --accept-rollback"]
            ),
            Remedy("otherwise treat its keys as compromised, and pair the tokens again"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard case .rolledBack(let reason) = machine.keystore.state else {
            return machine.keystore.state == .absent ? .irrelevant : .passed
        }
        return .found("an old copy of Jeton's keystore was restored", [Evidence("reason", "\(reason)")])
    }
}
