import JetonKeystoreBase
import SecureChannel

/// How a program stands with a card that is used through its secure channel only: what C_EX_SlotManage tells of it.
///
/// - SeeAlso: docs/pairing.md.
public struct TokenChannelState: Sendable {
    /// 0, or for a refusal the keystore's status, such as -34018, 0x9843 for a card that may be a copy, 0x9844 for a
    /// card that stands for a paired token and has no channel, or 0x9845 for one that offers another suite than it was
    /// paired in.
    public let status: Int32
    /// The row of the table of outcomes, `a` to `j`; empty for a refusal, and if the store's owner named the group.
    public let row: String
    /// The access group in which the pairing would be looked for; empty for a refusal.
    public let group: String
    /// What follows, as one sentence without a full stop.
    public let text: String
    /// What to do about a refusal; empty for none.
    public let hint: String
    /// The suites that the card can be paired in now, as its unused passwords tell, or that it has at all if none is
    /// unused: bit 1 legacy, bit 2 modern, bit 5 P-256.
    public let suites: UInt

    init(_ group: ChannelGroup, _ card: ChannelInformation) {
        status = 0
        row = group.row ?? ""
        self.group = group.group.rawValue
        text = group.text
        hint = ""
        suites = Self.suites(card)
    }

    /// Of a card that is refused though it is paired; nil for an error that has other consequences.
    ///
    /// Its counter of sessions went back, or it offers another suite than that of the pairing.
    init?(refusal error: ChannelError, _ card: ChannelInformation) {
        switch error.code {
        case .cloneSuspected: status = 0x9843
        case .suiteChanged: status = 0x9845
        default: return nil
        }
        row = ""
        group = ""
        text = error.description
        hint = ""
        suites = Self.suites(card)
    }

    /// Of a card without a channel that stands for a paired token.
    init(_ claim: PairedTokens.Claim) {
        status = Self.channelMissing
        row = ""
        group = ""
        suites = 0
        let name = claim.entry.name
        switch claim {
        case .serialNumber:
            text = "the card has the serial number of paired token \(name), but offers no secure channel"
            hint =
                "the PIN would travel in clear: check the reader and the card; if the token no longer has a channel, "
                + "run `jeton unpair \(claim.entry.serialNumber)` to forget the pairing"
        case .label:
            text =
                "the card has the label of paired token \(name), serial number \(claim.entry.serialNumber), but "
                + "offers no secure channel"
            hint =
                "the PIN would travel in clear: check the reader and the card; if both are yours, "
                + "run `jeton token rename` to give the paired token another label"
        case .reader:
            text = "the reader of paired token \(name) allows no card without a secure channel"
            hint =
                "run `jeton pairings policy \(claim.entry.serialNumber) --no-require-channel` to allow other cards "
                + "in this reader"
        }
    }

    private static let channelMissing: Int32 = 0x9844

    init(_ error: KeystoreError, _ card: ChannelInformation?) {
        status = error.code.rawValue
        row = ""
        group = ""
        text = error.context.isEmpty ? error.description : error.context
        hint = error.hint ?? ""
        suites = card.map(Self.suites) ?? 0
    }

    private static func suites(_ card: ChannelInformation) -> UInt {
        let pairable = card.slots.filter { $0.state == .unused }.compactMap(\.suite).map { ChannelSuites($0) }
        return UInt((pairable.isEmpty ? card.suites : ChannelSuites(pairable)).rawValue)
    }
}
