import PIVCard
import SmartCard
import Synchronization
import VirtualCard

/// A card as a token: from the moment that it was found to the moment that it is gone.
final class Token: Sendable {
    let slot: UInt
    let card: ConnectedCard
    let facts: CardFacts
    let mechanisms: MechanismTable
    let answerToReset: [UInt8]
    /// What the keys of this program's sessions are marked with; nil where the system does not tell.
    let owner: @Sendable () -> SessionKeyOwner?
    let state = Mutex(EngineTokenState())

    init(
        _ connection: CardConnection,
        slot: UInt,
        owner: @escaping @Sendable () -> SessionKeyOwner?
    ) throws(TokenFault) {
        self.slot = slot
        self.owner = owner
        card = try ConnectedCard(connection)
        answerToReset = connection.transport.answerToReset?.octets ?? []
        let isVirtual = answerToReset == SoftwareCard.answerToReset
        facts = try card.use { (card) throws(PIVError) in try CardFacts.read(&card, isVirtual: isVirtual) }
        mechanisms = MechanismTable(hasExtensions: facts.hasExtensions, hasGOST: facts.hasGOST)
    }

    /// Reads the card if that has not been done, or if it has changed since.
    func load(_ state: inout EngineTokenState) throws(TokenFault) {
        let revision = card.revision()
        if state.isLoaded, revision == state.revision { return }
        let contents = try card.use(verifying: state.pin) { (card) throws(PIVError) in
            try EngineTokenContents.read(&card, facts)
        }
        state.directory = contents.directory
        try checkLabel(&state)
        let foreignKeys = Self.foreignSessionKeys(contents, state.temporaryKeys)
        state.take(contents.objects.compactMap { Self.shown($0, state.temporaryKeys, foreignKeys) })
        state.foreignKeys = foreignKeys
        state.isLoaded = true
        state.revision = revision
        let references = state.objects.values.compactMap { object in
            if case .card(let key) = object.material { key.slot.rawValue } else { nil }
        }
        state.temporaryKeys = state.temporaryKeys.filter { references.contains($0.key) }
    }

    /// An object that may be seen now.
    ///
    /// - Throws: `invalid`, which is the code for a wrong handle where it is asked.
    func object(
        _ handle: UInt,
        _ state: EngineTokenState,
        invalid: ReturnValue = .objectHandleInvalid
    ) throws(TokenFault) -> TokenObject {
        guard let object = state.objects[handle], state.isUser || !object.isPrivate else {
            throw TokenFault(invalid, "there is no such object")
        }
        return object
    }

    /// An object for an operation.
    func key(_ handle: UInt) throws(TokenFault) -> TokenObject {
        try state.withLock { (state) throws(TokenFault) in
            try object(handle, state, invalid: .keyHandleInvalid)
        }
    }
}
