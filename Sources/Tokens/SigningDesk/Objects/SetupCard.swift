internal import Cryptoki
package import TokenKit

/// The card that is set up, as it is before: no module is held while the steps run.
package struct SetupCard {
    /// The reader that has it.
    package let reader: String
    /// What the token is called in a sentence.
    package let name: String
    /// The state of the token.
    package let state: TokenState
    /// Whether the token was set up before, by whatever program.
    package let isInitialized: Bool
    /// Whether it has PINs or keys that setting it up leaves as they are.
    package var isInUse: Bool { !(state == .uninitialized || state == .factory && !isInitialized) }
    /// Whether the security officer's PIN is a PIV card's PUK.
    package let hasUnblockingKey: Bool
    /// Whether the security officer's PIN is the factory's.
    package let hasFactoryUnblockingKey: Bool
    /// How long PINs may be.
    package let lengths: ClosedRange<UInt>?
    /// The names of keys that are on it, each as `--key` takes it.
    package let keys: [String]
    /// The labels of the keys; a card that keeps no names of keys has fixed ones.
    package let keyLabels: Set<String>
    /// Those of them that have a certificate.
    package let certified: Set<String>

    /// Looks at a token without logging in.
    ///
    /// - Throws: ``SelectionError`` with the way to pair a token whose channel is not set up.
    package init(_ token: SelectedToken) throws {
        var session = try token.openSession()
        let flags = token.token.flags
        reader = token.readerName
        name = token.name
        state = token.entry.state
        isInitialized = flags.contains(.tokenInitialized)
        hasUnblockingKey = token.entry.moduleInfo.isJetonsOwn
        hasFactoryUnblockingKey = token.entry.moduleInfo.isJetonsOwn && flags.contains(.securityOfficerPINToBeChanged)
        lengths = PINBounds(token.token).lengths
        func key(_ record: ObjectRecord) -> String { record.idHex.isEmpty ? record.label : record.idHex }
        let records = try ObjectRecord.read(&session, [.objectClass(.publicKey)])
        keys = records.map(key)
        keyLabels = Set(records.map(\.label))
        certified = Set(try ObjectRecord.read(&session, [.objectClass(.certificate)]).map(key))
        try session.close()
    }
}
