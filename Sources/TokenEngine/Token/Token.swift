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
    let state = Mutex(TokenState())

    init(_ connection: CardConnection, slot: UInt) throws(TokenFault) {
        self.slot = slot
        card = try ConnectedCard(connection)
        answerToReset = connection.transport.answerToReset?.octets ?? []
        let isVirtual = answerToReset == VirtualCard.answerToReset
        facts = try card.use { (card) throws(PIVError) in try CardFacts.read(&card, isVirtual: isVirtual) }
        mechanisms = MechanismTable(hasExtensions: facts.hasExtensions)
    }

    /// Reads the card if that has not been done, or if it has changed since.
    func load(_ state: inout TokenState) throws(TokenFault) {
        let revision = card.revision()
        if state.isLoaded, revision == state.revision { return }
        let contents = try card.use(verifying: state.pin) { (card) throws(PIVError) in
            try TokenContents.read(&card, facts)
        }
        state.directory = contents.directory
        state.take(contents.objects.map { Self.marked($0, state.temporaryKeys) })
        state.isLoaded = true
        state.revision = revision
        let references = state.objects.values.compactMap { object in
            if case .card(let key) = object.material { key.slot.rawValue } else { nil }
        }
        state.temporaryKeys = state.temporaryKeys.filter { references.contains($0.key) }
    }

    /// A key that a session made is not one of the token.
    private static func marked(_ object: TokenObject, _ temporaryKeys: [UInt8: UInt]) -> TokenObject {
        switch object.key {
        case .privateKey(let reference, _) where temporaryKeys[reference] != nil,
            .publicKey(let reference, _) where temporaryKeys[reference] != nil:
            var marked = object
            marked.attributes.set(.token, false)
            return marked
        default: return object
        }
    }

    /// An object that may be seen now.
    ///
    /// - Throws: `invalid`, which is the code for a wrong handle where it is asked.
    func object(
        _ handle: UInt,
        _ state: TokenState,
        invalid: TokenFault.Code = .objectHandleInvalid
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
