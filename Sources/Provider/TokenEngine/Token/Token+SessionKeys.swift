import PIVCard
import Synchronization

/// Keys of sessions: on the card as all keys, and destroyed with their session or the login.
///
/// The card's directory names the program that made each, so that a later login can destroy what a program left that
/// was killed, and no other program shows a key that is none of its own.
extension Token {
    /// Ends a session's objects, and the keys that it made; with the last session, the login ends.
    func endSession(_ handle: UInt) {
        state.withLock { state in
            state.removeObjects(of: handle)
            destroySessionKeys(&state) { $0 == handle }
            state.sessions[handle] = nil
            if state.sessions.isEmpty { forget(&state) }
        }
    }

    /// Destroys the keys of some sessions, as long as the login allows it.
    ///
    /// What can't be destroyed, as without the card, stays marked: no program sees it, and the next login destroys it.
    func destroySessionKeys(_ state: inout EngineTokenState, where isEnding: (UInt) -> Bool) {
        guard !state.temporaryKeys.isEmpty else { return }
        let references = state.temporaryKeys.filter { isEnding($0.value) }.map(\.key)
        guard !references.isEmpty else { return }
        if facts.deletesKeys {
            _ = try? change(&state) { (card, directory) throws(PIVError) in
                for reference in references { try Self.deleteSessionKey(reference, &card, &directory) }
            }
        }
        for reference in references { state.temporaryKeys[reference] = nil }
    }

    /// Destroys the keys of all sessions unless a thread is using the token; never waits for one.
    ///
    /// For a program that exits: the thread that does may be inside of a call itself, in a signal handler.
    func destroySessionKeysIfIdle() {
        state.withLockIfAvailable { state in
            guard !state.temporaryKeys.isEmpty, !card.isInUse else { return }
            destroySessionKeys(&state) { _ in true }
        }
    }

    /// Destroys the keys of programs that have ended without it.
    ///
    /// A failure is none of the login's: the keys stay marked for the next one.
    func sweepSessionKeys(_ state: inout EngineTokenState) {
        let owners = state.directory.keys.values.compactMap(\.owner)
        guard facts.deletesKeys, !owners.isEmpty, let observer = owner() else { return }
        let isInReader = card.isShared
        let temporaryKeys = state.temporaryKeys
        func isLeft(_ entry: KeyEntry) -> Bool {
            guard let owner = entry.owner else { return false }
            if owner == observer { return temporaryKeys[entry.reference] == nil }
            return owner.hasEnded(seenBy: observer, isInReader: isInReader)
        }
        guard state.directory.keys.values.contains(where: isLeft) else { return }
        _ = try? change(&state) { (card, directory) throws(PIVError) in
            for entry in directory.keys.values where isLeft(entry) {
                try Self.deleteSessionKey(entry.reference, &card, &directory)
            }
        }
    }

    /// Deletes the key of a session and what the directory has of it.
    static func deleteSessionKey(
        _ reference: UInt8,
        _ card: inout ConnectedCard.Card,
        _ directory: inout TokenDirectory
    ) throws(PIVError) {
        let slot = KeySlot(rawValue: reference)
        let found = try card.metadata(of: slot).flatMap { PublicKeyValue($0.publicKey, $0.algorithm) }
        // Another program may have put a key of its own there since.
        if let found, found.publicKeyInfo == directory.keys[reference]?.publicKeyInfo {
            try card.deleteKey(in: slot)
        } else if found != nil, directory.keys[reference]?.publicKeyInfo == nil {
            // A place that was reserved when its program was killed: whose key it is is unknown, and it keeps its name.
            directory.keys[reference]?.owner = nil
            return
        }
        directory.keys[reference] = nil
    }

    /// The places of keys that belong to sessions of others, or that were left behind.
    static func foreignSessionKeys(_ contents: EngineTokenContents, _ temporaryKeys: [UInt8: UInt]) -> Set<UInt8> {
        let references = contents.objects.compactMap { object -> UInt8? in
            guard case .card(let key) = object.material, temporaryKeys[key.slot.rawValue] == nil,
                let entry = contents.directory.keys[key.slot.rawValue], entry.owner != nil,
                entry.publicKeyInfo == key.publicKey.publicKeyInfo
            else { return nil }
            return key.slot.rawValue
        }
        return Set(references)
    }

    /// An object as this program sees it: a key that a session made is not one of the token.
    ///
    /// - Returns: Nil for a key of another program's session.
    static func shown(
        _ object: TokenObject,
        _ temporaryKeys: [UInt8: UInt],
        _ foreignKeys: Set<UInt8>
    ) -> TokenObject? {
        switch object.key {
        case .privateKey(let reference, _), .publicKey(let reference, _):
            if foreignKeys.contains(reference) { return nil }
            guard temporaryKeys[reference] != nil else { return object }
            var marked = object
            marked.attributes.set(.token, false)
            return marked
        default: return object
        }
    }
}
