internal import Cryptoki

/// One reader, or one slot of a module that has no reader, with what is in it.
public struct ReaderEntry: Sendable {
    /// A short alias that stays the same as long as the reader has the same name.
    public let nickname: String
    /// The name by PC/SC, or the slot's description.
    public let name: String
    /// PC/SC's words on the reader; nil for a slot without one.
    public let reader: ReaderStatus?
    /// The tokens in it, as the one module shows them that drives the card; the one to be used first.
    public let tokens: [TokenEntry]
    /// The same card as other modules show it, which are not used for it.
    public let alsoSeenBy: [TokenEntry]
    /// Slots of modules for this reader without a readable token.
    public let slots: [ModuleSurvey.SlotSurvey]
    /// Whether slots of modules fit this reader and another one, since the names of both begin with the same 64 bytes.
    package let sharesName: Bool

    /// The token to be used, if there is one.
    public var token: TokenEntry? { tokens.first }

    /// Everything that modules show of what is in it: by the module that drives the card first.
    public var sightings: [TokenEntry] { tokens + alsoSeenBy }

    /// Whether a name means this place: its name, its nickname, the name as a slot's description holds it, or that of
    /// a virtual card's slot without the serial number.
    package func isNamed(_ name: String) -> Bool {
        name == self.name || name == nickname || name == SlotName.withoutSerialNumber(self.name)
            || SlotName.isForm(name, of: self.name)
    }

    /// The state of what is in the reader.
    public var state: TokenState {
        if let token { return token.state }
        if let reader {
            if reader.isMute { return .mute }
            return reader.hasCard ? .unknown : .empty
        }
        return slots.contains { $0.tokenError != nil } ? .unknown : .empty
    }

    /// The name of what is in it; `NO_MEDIA` if that can't be used as it is, `unknown` if no module reads it.
    public var media: String { token?.media ?? (state == .unknown ? MediaName.unknown : MediaName.none) }

    /// The slot's flags in words, as a module gives them, or as PC/SC implies.
    public var flags: [String] {
        guard let flags = (token?.slot ?? slots.first)?.info.flags else {
            return ["removable", "hardware"] + (reader?.hasCard == true ? ["present"] : [])
        }
        var words: [String] = []
        if flags.contains(.removableDevice) { words.append("removable") }
        if flags.contains(.hardwareSlot) { words.append("hardware") }
        if flags.contains(.tokenPresent) || reader?.hasCard == true { words.append("present") }
        return words
    }
}
