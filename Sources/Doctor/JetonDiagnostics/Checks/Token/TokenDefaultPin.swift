internal import Cryptoki
internal import JetonPCSC

/// A token in use still has its factory PIN.
enum TokenDefaultPin: Check {
    static let page = CheckPage(
        id: "token-default-pin",
        layer: .token,
        title: "a token still has its factory PIN",
        symptom: "None: everything works, for everyone who has the token, as these PINs are published.",
        cause: "The PIN was never changed.",
        detection: """
            The token itself reports the fault, and no PIN is tried. The source is GET METADATA of a PIV card, \
            queried in a transaction while no other program is connected to PC/SC, or the flags of Rutoken's \
            extension. This is a warning if the token has keys, and information if it is empty.
            """,
        needs: [.token],
        remedies: [userPIN, securityOfficerPIN, unblockingKey]
    )

    private static let userPIN = Remedy("change the PIN", commands: ["jeton pin change --reader READER"])
    private static let securityOfficerPIN = Remedy(
        "change the security officer's PIN",
        commands: ["jeton pin change --so --reader READER"]
    )
    private static let unblockingKey = Remedy(
        "change a YubiKey's PUK",
        commands: ["ykman piv access change-puk"]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        var sightings: [Sighting] = []
        var unasked: ReportText?
        for token in machine.initializedTokens {
            var names: [(String, Remedy)] = []
            var source = ""
            var isInUse = token.showsKeysOrCertificates
            if let report = token.contents?.vendorReport {
                if report.hasFactoryUserPIN { names.append(("PIN", userPIN)) }
                if report.hasFactorySecurityOfficerPIN { names.append(("SO PIN", securityOfficerPIN)) }
                source = "C_EX_GetTokenInfoExtended"
            } else if let reader = machine.reader(of: token) {
                switch machine.cardAnswers {
                case .all(let surveys):
                    let piv = surveys.first { $0.reader == reader.name }?.piv
                    if piv?.hasFactoryPIN == true { names.append(("PIN", userPIN)) }
                    if piv?.hasFactoryUnblockingKey == true { names.append(("PUK", unblockingKey)) }
                    source = "GET METADATA"
                    // Modules also show the attestation key, which every card has.
                    isInUse = piv?.keys.isEmpty == false
                case .none(let reason): unasked = reason
                }
            }
            guard !names.isEmpty else { continue }
            sightings.append(
                Sighting(
                    "\(token.title) has its factory \(names.map(\.0).joined(separator: " and "))",
                    [Evidence("\(source)", "\(names.map(\.0).joined(separator: ", ")): factory value"), token.place],
                    severity: isInUse ? .warning : .info,
                    remedies: names.map { $0.1.naming(reader: token.reader) }
                )
            )
        }
        if sightings.isEmpty, let unasked { return .unknown(unasked) }
        return .foundOrPassed(sightings)
    }
}
