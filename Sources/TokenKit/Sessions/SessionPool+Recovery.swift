internal import Cryptoki

extension SessionPool {
    /// Makes sure that a worker has a session with the pool's token.
    ///
    /// - Returns: Whether it has one. If not, the token has no session left for it: the worker is gone, and the work
    ///   has to wait for another.
    func prepare(_ worker: TokenActor) async throws -> Bool {
        if openWorkers.contains(ObjectIdentifier(worker)) { return true }
        if openWorkers.isEmpty { try await locate(on: worker) }
        openingCount += 1
        defer { openingCount -= 1 }
        do {
            try await worker.open(slot: slot)
        } catch {
            // AWS CloudHSM answers CKR_ARGUMENTS_BAD where others answer CKR_SESSION_COUNT. For the only session it is
            // an error like any other.
            let isLimit = error.code == .sessionCount || error.code == .argumentsBad
            guard isLimit, !openWorkers.isEmpty || openingCount > 1 else { throw error }
            discard(worker)
            return false
        }
        openWorkers.insert(ObjectIdentifier(worker))
        schedule()
        return true
    }

    /// Finds the pool's token, where it was or in another slot of the module, and asks for its limits.
    private func locate(on worker: TokenActor) async throws {
        let place = slot
        let wanted = identity
        let found = try await worker.run { () throws -> (slot: Slot, info: TokenInfo) in
            do throws(CryptokiError) {
                let info = try place.tokenInfo()
                if wanted == nil || wanted == TokenIdentity(info) { return (place, info) }
            } catch {
                guard wanted != nil, error.code.isRemoval || error.code == .slotIDInvalid else { throw error }
                if let found = try SessionPool.search(for: wanted, in: place.module) { return found }
                throw error
            }
            if let found = try SessionPool.search(for: wanted, in: place.module) { return found }
            throw TokenError(.otherToken, tokenLabel: wanted?.label.description)
        }
        slot = found.slot
        if identity == nil { identity = TokenIdentity(found.info) }
        limit = limit(of: found.info)
    }

    private static func search(
        for identity: TokenIdentity?,
        in module: Module
    ) throws(CryptokiError) -> (slot: Slot, info: TokenInfo)? {
        for slot in try module.slots(withToken: true) {
            if let info = try? slot.tokenInfo(), TokenIdentity(info) == identity { return (slot, info) }
        }
        return nil
    }

    private func limit(of info: TokenInfo) -> Int {
        let counts =
            configuration.isReadWrite ? [info.maximumSessions, info.maximumReadWriteSessions] : [info.maximumSessions]
        let told = counts.compactMap(\.number).min().map { Int(clamping: $0) }
        return max(1, min(configuration.maximumThreads, told ?? SessionPool.usualLimit))
    }

    /// Puts right what a failure tells of, so that work can go on.
    ///
    /// - Returns: Whether the failure was of a kind that may be gone now.
    func repair(_ failure: any Error, leaseEpoch: Int) async -> Bool {
        guard let failure = failure as? CryptokiError, failure.fault == nil else { return false }
        switch failure.code {
        case let code where code.isSessionLoss:
            await recover(from: leaseEpoch)
            return true
        case .userNotLoggedIn:
            login.isCertain = false
            return true
        case .objectHandleInvalid, .keyHandleInvalid:
            objects = [:]
            return true
        default: return false
        }
    }

    /// Drops the sessions that are dead, once all work in progress has ended.
    ///
    /// All are looked at before any new one is opened: a module may give a lost session's number to a new one, and then
    /// two workers would share it.
    private func recover(from leaseEpoch: Int) async {
        objects = [:]
        guard epoch == leaseEpoch else { return }
        await pause()
        defer { resume() }
        guard epoch == leaseEpoch else { return }
        epoch += 1
        openWorkers = []
        for worker in idleWorkers where await worker.closeIfDead() { openWorkers.insert(ObjectIdentifier(worker)) }
        login.isCertain = false
        guard openWorkers.isEmpty else { return }
        login.isLost = login.hold != nil
        login.hold = nil
        limit = 1
        // Those beyond the first have to be allowed again by the token that comes back.
        idleWorkers.removeLast(max(0, idleWorkers.count - 1))
    }

    /// Takes note of an event of the pool's module: objects are looked up again after a change of the pool's slot, and
    /// sessions that died with the token are dropped before more work is done on them.
    public func note(_ event: TokenEvent) async {
        guard let place = event.slot, place.module === slot.module, place.id == slot.id else { return }
        await recover(from: epoch)
    }
}
