internal import Cryptoki
internal import JetonOctets
internal import JetonPCSC
internal import SmartCard

/// A reader supports short commands only, and a key is too large for them.
enum CardExtendedApdu: Check {
    static let page = CheckPage(
        id: "card-extended-apdu",
        layer: .card,
        title: "the reader supports short commands only, and the card has keys that need longer ones",
        symptom: "Signing or decrypting with an RSA key of 3072 bits or more fails: 0x80100016, `CKR_GENERAL_ERROR`.",
        cause:
            """
            The reader accepts commands of at most 255 bytes of data, and the card does not accept longer \
            commands in parts.
            """,
        detection: """
            The reader's descriptor in sysfs says that it exchanges short commands (`dwFeatures`, level 2 of 4), \
            a token in it has an RSA key of more than 2048 bits, and the card's answer to reset does not \
            announce command chaining. No signature is attempted, so the finding is likely and a warning.
            """,
        needs: [.card, .token],
        remedies: [
            Remedy("use another reader"),
            Remedy("in opensc.conf, set `max_send_size = 255; max_recv_size = 256;` in the reader driver's block"),
        ]
    )

    // SubjectPublicKeyInfo of RSA: 294 octets for 2048 bits, 422 for 3072.
    private static let largestShortKey = 300

    static func run(on machine: Machine) -> CheckOutcome {
        let short = machine.smartCardDevices.filter {
            machine.readerDescriptor(of: $0)?.exchangeLevel == .shortCommand
        }
        guard !short.isEmpty else { return .passed }
        return .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard let reader = machine.reader(of: token),
                    let device = short.first(where: { isSame(reader, $0) }),
                    let key = token.keys.first(where: { $0.keyType == .rsa && $0.publicKey.count > largestShortKey }),
                    let answer = try? AnswerToReset(reader.atr),
                    answer.historical.capabilities?.supportsCommandChaining != true
                else { return nil }
                return Sighting(
                    "'\(reader.name.description)' supports short commands only, and \(token.title) has a larger key",
                    [
                        Evidence("/sys/bus/usb/devices/\(device.name)/descriptors", "short command exchange"),
                        key.evidence, Evidence("public key", "\(key.publicKey.count) bytes"), reader.answerEvidence,
                    ],
                    severity: .warning,
                    confidence: .likely,
                    about: [token.subject]
                )
            }
        )
    }

    private static func isSame(_ reader: PCSCSurvey.Reader, _ device: USBDevice) -> Bool {
        !device.productName.isEmpty && ForeignText(reader.name).contains(device.productName)
    }
}
