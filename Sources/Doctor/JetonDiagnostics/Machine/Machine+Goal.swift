internal import Cryptoki
internal import JetonPCSC
internal import TokenKit

extension Machine {
    /// Whether the user asked about a program that can use nothing but cards.
    var isAskedAboutCards: Bool {
        let asked = askedApplications
        return !asked.isEmpty && asked.isSubset(of: [.gpg])
    }

    /// Whether any token was looked at, so that asking for tokens starts no module.
    var hasReportedTokens: Bool { has(.token) }

    /// Whether a token is a card in a reader of PC/SC, as several modules may show it.
    func isCard(_ token: ExaminedToken) -> Bool {
        !token.reader.isEmpty && pcsc.readers.contains { $0.name.octets.starts(with: Array(token.reader.utf8)) }
    }

    /// What is missing on a machine that uses no tokens, and is a fault on one that does.
    private static let absences: Set<CheckID> = [
        "usb-device-absent", "card-absent", "pcscd-not-running", "pcscd-not-installed", "pcscd-libpcsclite-missing",
        "pcscd-socket-unit-disabled", "driver-libccid-missing", "token-uninitialized", "softhsm-conf-unreadable",
        "softhsm-tokendir", "tpm2-device", "tpm2-store", "mod-init-general-error",
    ]

    /// Whether nothing was asked for, and no reader, token or setting of the user shows that tokens are used here.
    func hasNothingToExamine(beside findings: [Finding]) -> Bool {
        guard command.isEmpty, applications.isEmpty, probe.network() == nil else { return false }
        let failures = findings.filter { $0.severity == .failure }
        guard !failures.isEmpty, failures.allSatisfy({ Machine.absences.contains($0.id) }) else { return false }
        guard pcsc.readers.isEmpty, smartCardDevices.isEmpty, readerTable?.names.isEmpty != false,
            readerConfigurations.isEmpty, !hasUsableToken, virtualCards.isEmpty,
            softHSMStores.allSatisfy({ $0.count == 0 })
        else { return false }
        let named = [
            "SOFTHSM2_CONF", "JETON_DATA", "JETON_MODULES", "PKCS11_MODULE_PATH", "TPM2_PKCS11_STORE",
            "PCSCLITE_CSOCK_NAME", "OPENSC_CONF",
        ]
        guard named.allSatisfy({ probe.variables[$0] == nil }) else { return false }
        return !moduleMentions.contains { mention in
            mention.isNamedForThisRun || mention.application != nil || home.map { mention.place.hasPrefix($0) } == true
        }
    }
}
