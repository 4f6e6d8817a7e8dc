internal import JetonOctets
internal import JetonPCSC
internal import SmartCard

extension Machine {
    /// The readers whose card takes a connection and is shown by no module.
    var unreadCards: [PCSCSurvey.Reader] {
        pcsc.readers.filter { reader in
            if case .made = reader.connection { !isShown(reader) } else { false }
        }
    }
}

extension PCSCSurvey.Reader {
    /// The card's answer to reset, as evidence.
    var answerEvidence: Evidence { Evidence("ATR", "\(Hex.encode(atr, uppercase: true))") }

    /// What the card is, by its answer to reset; nil if it is not known.
    var knownToken: KnownToken? {
        guard let answer = try? AnswerToReset(atr) else { return nil }
        return KnownToken(answer)
    }

    /// A part of the path of the card vendor's module; nil where OpenSC serves, or the module is unknown.
    var makersModuleName: String? {
        switch knownToken?.manufacturer {
        case "Aktiv": "rtpkcs11ecp"
        case "Thales": "eTPkcs11"
        case "ISBC": "isbc_pkcs11"
        default: nil
        }
    }

    /// Installing the card vendor's module.
    var makersModule: Remedy? {
        switch knownToken?.manufacturer {
        case "Aktiv":
            Remedy(
                "install librtpkcs11ecp from the vendor's site, https://www.rutoken.ru/support/download/pkcs/",
                needs: .root
            )
        case "Thales": Remedy("install Thales's SafeNet Authentication Client", needs: .root)
        case "ISBC": Remedy("install ISBC's ESMART PKI client", needs: .root)
        default: nil
        }
    }
}
