import JetonEntitlements
import JetonKeystoreBase

/// The access group that a program keeps the keys of channels in, and what the keystore is to know of the program.
struct ChannelGroup {
    /// The group.
    let group: AccessGroup
    /// The program as a caller of the keystore.
    let caller: Caller
    /// The path of the program whose group it is; nil if unknown.
    let program: String?
    /// The row of the table of outcomes; nil if the store's owner named the group.
    let row: String?
    /// Where the key lies, as one sentence without a full stop.
    let text: String

    /// The group that follows from a program's entitlements.
    ///
    /// - Throws: ``KeystoreError`` in the rows that refuse.
    init(_ explanation: CallerExplanation) throws(KeystoreError) {
        group = try explanation.outcome.accessGroup()
        caller = explanation.caller.caller(naming: [group])
        program = explanation.caller.evidence.executablePath
        row = explanation.outcome.kind.rawValue
        text = explanation.outcome.text
    }

    /// A group that the store's owner names, as C_EX_SlotManage takes it: the group, and behind a blank the path of the
    /// program that is meant.
    ///
    /// - Throws: `CKR_ARGUMENTS_BAD`.
    init(named words: String) throws(TokenFault) {
        let parts = words.split(separator: " ", maxSplits: 1)
        guard let name = parts.first, let group = AccessGroup(rawValue: String(name)), group != .token else {
            throw TokenFault(.argumentsBad, "the name is not a valid access group")
        }
        self.group = group
        caller = Caller(hasEveryGroup: true)
        program = parts.count > 1 ? String(parts[1]) : nil
        row = nil
        text = "the key is stored in '\(group)', which was named explicitly"
    }

    /// What the card is to list the program as.
    var peerName: String {
        program.map { path in
            String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
        }
            ?? group.rawValue
    }

    /// The caller when it may use another group's pairing as well.
    func caller(lent group: AccessGroup) -> Caller {
        guard !caller.hasEveryGroup else { return caller }
        return Caller(
            keychainAccessGroups: caller.accessGroups,
            applicationIdentifier: caller.applicationIdentifier,
            applicationGroups: [group]
        )
    }
}
