internal import Cryptoki
internal import JetonOctets
internal import JetonPCSC

/// OpenSC shows one application of a card, and the keys are in the other.
enum CardOpenscAppletChoice: Check {
    static let page = CheckPage(
        id: "card-opensc-applet-choice",
        layer: .card,
        title: "OpenSC shows an empty application of the card; the keys are in another",
        symptom: "Keys are missing; the token is named \"PIV_II\" instead of \"OpenPGP card\", or the reverse.",
        cause: "OpenSC uses the first application that it finds on a card, either PIV or OpenPGP.",
        detection: """
            A token that OpenSC shows has no key and no certificate. The card is queried, in a transaction and \
            without login, for both applications, and the other one has keys: fingerprints in OpenPGP, or GET \
            METADATA in PIV. The check is skipped while another program is connected to PC/SC.
            """,
        needs: [.card, .token],
        remedies: [
            Remedy("make OpenSC use OpenPGP", commands: ["OPENSC_DRIVER=openpgp pkcs11-tool -O"]),
            Remedy(
                "permanently: in opensc.conf, add a `card_atr` block for the card with `driver = \"openpgp\";`",
                needs: .root
            ),
            Remedy("use a module for the other application, such as ykcs11 or Jeton's own module for PIV"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let empty = machine.initializedTokens.filter { token in
            machine.isOpenSC(token.module) && machine.reader(of: token) != nil
                && token.contents != nil && !token.showsKeysOrCertificates
        }
        guard !empty.isEmpty else { return .passed }
        let surveys: [CardSurvey]
        switch machine.cardAnswers {
        case .all(let answers): surveys = answers
        case .none(let reason): return .unknown(reason)
        }
        return .foundOrPassed(
            empty.compactMap { token in
                guard let reader = machine.reader(of: token),
                    let survey = surveys.first(where: { $0.reader == reader.name })
                else { return nil }
                return sighting(token, survey, reader, machine)
            }
        )
    }

    private static func sighting(
        _ token: ExaminedToken,
        _ survey: CardSurvey,
        _ reader: PCSCSurvey.Reader,
        _ machine: Machine
    ) -> Sighting? {
        let words = "\(token.info.manufacturer) \(token.info.model) \(token.info.label)".lowercased()
        let showsOpenPGP = words.contains("openpgp")
        let keys = showsOpenPGP ? survey.piv?.keys.count ?? 0 : survey.openPGP?.keyCount ?? 0
        guard keys > 0 else { return nil }
        let (shown, other) = showsOpenPGP ? ("OpenPGP", "PIV") : ("PIV", "OpenPGP")
        let isAsked = machine.isAskedAbout(.firefox, .chromium, .ssh, .openssl, .java, .curl, .openvpn)
        var sighting = Sighting(
            "OpenSC shows the card in '\(reader.name.description)' as \(shown), but its keys are in \(other)",
            [
                token.place, Evidence("keys and certificates that OpenSC shows", "none"),
                Evidence("keys in \(other)", "\(keys)"), reader.answerEvidence,
            ],
            severity: isAsked ? .failure : .warning,
            about: [token.subject]
        )
        if showsOpenPGP {
            sighting.remedies = [
                Remedy("make OpenSC use PIV", commands: ["OPENSC_DRIVER=PIV-II pkcs11-tool -O"]),
                Remedy("use a module for PIV, such as ykcs11 or Jeton's own module"),
            ]
        }
        return sighting
    }
}
