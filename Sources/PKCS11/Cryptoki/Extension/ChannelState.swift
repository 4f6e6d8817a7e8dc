internal import CCryptoki

/// How Jeton's own module stands with a token whose secure channel it can't use: JETON_CHANNEL_STATE.
public struct ChannelState: Hashable, Sendable {
    /// 0, or for a refusal the keystore's status, such as -34018, 0x9843 for a token that may be a copy, 0x9844 for a
    /// token without a channel that stands for a paired one, or 0x9845 for one that offers another suite than it was
    /// paired in.
    public let status: Int
    /// The row of the table of outcomes in docs/keystore.md, `a` to `j`; empty for a refusal.
    public let row: String
    /// The access group in which the pairing is looked for; empty for a refusal.
    public let group: String
    /// What follows, as one sentence without a full stop.
    public let text: String
    /// What to do about a refusal; empty for none.
    public let hint: String
    /// The suites that the token can be paired in; empty for one whose channel can be used.
    public let suites: Suites

    /// Suites of the secure channel, bits of JETON_SUITE_….
    public struct Suites: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Makes a set from bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// `JETON_SUITE_LEGACY`.
        public static let legacy = Suites(rawValue: UInt(JETON_SUITE_LEGACY))
        /// `JETON_SUITE_MODERN`.
        public static let modern = Suites(rawValue: UInt(JETON_SUITE_MODERN))
        /// `JETON_SUITE_P256`.
        public static let p256 = Suites(rawValue: UInt(JETON_SUITE_P256))
    }
}

extension Slot {
    /// Why Jeton's own module can't use the token's secure channel, by C_EX_SlotManage.
    ///
    /// - Throws: ``CryptokiError`` from modules that do not know of it.
    public func channelState() throws(CryptokiError) -> ChannelState {
        var state = JETON_CHANNEL_STATE()
        state.ulSizeofThisStructure = CK_ULONG(MemoryLayout<JETON_CHANNEL_STATE>.size)
        try unsafe module.callExtended(.extendedSlotManage, member: 24, slot: id) {
            unsafe $0.pointee.C_EX_SlotManage?(id.rawValue, JETON_MODE_GET_CHANNEL_STATE, &state)
        }
        return ChannelState(
            status: state.status,
            row: unsafe withUnsafeBytes(of: state.row) { unsafe Slot.text($0) },
            group: unsafe withUnsafeBytes(of: state.group) { unsafe Slot.text($0) },
            text: unsafe withUnsafeBytes(of: state.text) { unsafe Slot.text($0) },
            hint: unsafe withUnsafeBytes(of: state.hint) { unsafe Slot.text($0) },
            suites: ChannelState.Suites(rawValue: state.suites)
        )
    }

    private static func text(_ field: UnsafeRawBufferPointer) -> String {
        let octets = unsafe field.prefix { $0 != 0 }
        return unsafe String(decoding: octets, as: UTF8.self)
    }

    /// Makes Jeton's own module look for the token's pairing in an access group, by C_EX_SlotManage, until the module is
    /// finalized.
    ///
    /// This is the right of the keystore's owner: no entitlement is asked for.
    ///
    /// - Parameters:
    ///   - group: The access group.
    ///   - program: The path of the program whose group it is; nil if it stands for none.
    /// - Throws: ``CryptokiError``; ``ReturnValue/argumentsBad`` for an invalid group.
    public func useChannelGroup(_ group: String, program: String?) throws(CryptokiError) {
        var text = Array((program.map { "\(group) \($0)" } ?? group).utf8)
        guard !text.contains(0), text.count <= Int(JETON_CHANNEL_GROUP_LENGTH) else {
            throw CryptokiError(.argumentsBad, .extendedSlotManage, context: module.context(slot: id))
        }
        text.append(0)
        try unsafe module.callExtended(.extendedSlotManage, member: 24, slot: id) { functions in
            unsafe text.withUnsafeMutableBytes { text in
                unsafe functions.pointee.C_EX_SlotManage?(
                    id.rawValue,
                    JETON_MODE_SET_CHANNEL_GROUP,
                    text.baseAddress
                )
            }
        }
    }
}
