import Glibc
import JetonFiles
public import JetonKeystoreBase

/// Synchronization of one store with the other devices of its user through a directory.
///
/// Each run compares the store with the last run, reads the bundles of the other devices, brings the store up to
/// date and writes this device's bundle if there is something new to say. The store is not locked meanwhile.
///
/// Sessions with one memory file take turns, also those of several processes: each call that changes the memory waits for
/// the lock of a file beside it.
public struct SyncSession: Sendable {
    private let directory: SyncDirectory
    private let statePath: String

    /// How far ahead another device's clock may be: a day in milliseconds.
    public static let clockTolerance: UInt64 = 86_400_000
    /// How long a deletion is remembered, and a device may be silent: 180 days in milliseconds.
    public static let memory: UInt64 = 180 * 86_400_000

    /// How often a device without news says that it is there: 30 days in milliseconds.
    public static let signOfLife: UInt64 = 30 * 86_400_000

    /// Names the directory and this device's memory.
    ///
    /// - Parameters:
    ///   - directory: The directory that is synchronized; it must be there.
    ///   - statePath: A file outside the directory, which only this device writes.
    public init(directory: String, statePath: String) {
        self.directory = SyncDirectory(path: directory)
        self.statePath = statePath
    }

    // MARK: - Taking part

    /// Whether this device has accepted a list of devices.
    public var hasJoined: Bool {
        get throws(KeystoreError) {
            try KeystoreError.ofFiles { () throws(FileError) in try RegularFile.status(statePath) } != nil
        }
    }

    /// Starts synchronization in a directory without a list of devices, or finishes what an earlier call began.
    ///
    /// - Throws: ``KeystoreError/Code/duplicateItem`` if the directory has a list of other devices.
    public func found(deviceName: String, keys: borrowing SyncDeviceKeys) throws(KeystoreError) -> SyncMembership {
        let lock = try SyncMemoryLock.take(statePath)
        defer { SyncMemoryLock.release(lock) }
        if let list = try directory.membership() {
            // A list that names this device alone and that it has not accepted is what an interruption has left.
            guard list.serial == 1, list.members.map(\.device) == [keys.device], try !hasJoined else {
                throw KeystoreError(
                    .duplicateItem,
                    "'\(directory.path)' already has a list of devices",
                    hint: "to join it, run `jeton keystore sync card`"
                )
            }
        }
        let membership = try SyncMembership(founder: try keys.member(named: deviceName), keys: keys)
        try directory.write(membership)
        try SyncState(accepting: membership).save(statePath, keys: keys)
        return membership
    }

    /// Takes part in a directory whose list names this device.
    ///
    /// - Parameters:
    ///   - fingerprint: ``SyncMembership/fingerprint`` as another device of the user shows it.
    ///   - keys: This device's keys.
    /// - Returns: The list of devices.
    /// - Throws: ``KeystoreError/Code/authenticationFailed`` if the list is another one,
    ///   ``KeystoreError/Code/missingEntitlement`` if it does not name this device.
    public func join(fingerprint: String, keys: borrowing SyncDeviceKeys) throws(KeystoreError) -> SyncMembership {
        let lock = try SyncMemoryLock.take(statePath)
        defer { SyncMemoryLock.release(lock) }
        let membership = try requireMembership()
        guard membership.fingerprint == fingerprint else {
            throw KeystoreError(
                .authenticationFailed,
                "the list of devices has the fingerprint \(membership.fingerprint), not \(fingerprint)",
                hint:
                    "compare the fingerprint with the other device again; another program may have changed the "
                    + "directory"
            )
        }
        try requireMember(membership, keys)
        // A device that joins again goes on counting its bundles.
        var state = try SyncState.load(statePath, keys: keys) ?? SyncState(accepting: membership)
        state.membershipSerial = membership.serial
        state.membershipDigest = membership.digest
        try state.save(statePath, keys: keys)
        return membership
    }

    /// Takes this device out of the list, of the directory, and of its memory; an interrupted call can be repeated.
    ///
    /// The last device takes the list along.
    ///
    /// - Returns: Whether the list no longer names this device. It does where the directory or the list cannot be read, or
    ///   goes on differently from what this device accepted; another device has to remove this one then.
    /// - Throws: ``KeystoreError/Code/inputOutput``; what was not done yet is as it was.
    public func leave(keys: borrowing SyncDeviceKeys) throws(KeystoreError) -> Bool {
        let lock = try SyncMemoryLock.take(statePath)
        defer { SyncMemoryLock.release(lock) }
        let list: SyncMembership?
        let state: SyncState?
        do throws(KeystoreError) {
            list = try directory.membership()
            state = try SyncState.load(statePath, keys: keys)
        } catch {
            try forget()
            return false
        }
        var isOut = true
        if let list, list.member(keys.device) != nil {
            isOut = state.map { list.continues(serial: $0.membershipSerial, digest: $0.membershipDigest) } ?? true
            if isOut {
                if list.members.count == 1 {
                    try directory.remove(SyncMembership.fileName)
                } else {
                    try directory.write(try list.removing(keys.device, keys: keys))
                }
            }
        }
        try directory.remove(keys.device.rawValue + SyncBundle.fileSuffix)
        try forget()
        return isOut
    }

    private func forget() throws(KeystoreError) {
        guard unsafe unlink(statePath) == 0 || errno == ENOENT else {
            throw KeystoreError.failed("unlink", statePath)
        }
    }

    /// The list of devices, if it goes on from the one that this device accepted.
    ///
    /// - Throws: ``KeystoreError/Code/notAvailable`` for an older list or one that forked.
    public func membership(keys: borrowing SyncDeviceKeys) throws(KeystoreError) -> SyncMembership {
        try accepted(try requireState(keys))
    }

    /// Adds a device; its user must have compared ``SyncMember/fingerprint``.
    public func add(_ member: SyncMember, keys: borrowing SyncDeviceKeys) throws(KeystoreError) -> SyncMembership {
        try change(keys) { (list) throws(KeystoreError) in try list.adding(member, keys: keys) }
    }

    /// Removes a device.
    ///
    /// The others encrypt to the rest from their next run on; what the device has read, it keeps.
    public func remove(
        _ device: SyncDeviceIdentifier,
        keys: borrowing SyncDeviceKeys
    ) throws(KeystoreError) -> SyncMembership {
        try change(keys) { (list) throws(KeystoreError) in try list.removing(device, keys: keys) }
    }

    private func change(
        _ keys: borrowing SyncDeviceKeys,
        _ body: (SyncMembership) throws(KeystoreError) -> SyncMembership
    ) throws(KeystoreError) -> SyncMembership {
        let lock = try SyncMemoryLock.take(statePath)
        defer { SyncMemoryLock.release(lock) }
        var state = try requireState(keys)
        let list = try accepted(state)
        let membership = try body(list)
        if membership == list { return list }
        state.membershipSerial = membership.serial
        state.membershipDigest = membership.digest
        try directory.write(membership)
        try state.save(statePath, keys: keys)
        return membership
    }

    // MARK: - Conflicts

    /// Secrets that lost within the last 30 days, in the order in which they were noticed.
    public func conflicts(keys: borrowing SyncDeviceKeys) throws(KeystoreError) -> [SyncConflict] {
        try requireState(keys).conflicts
    }

    /// Forgets a conflict that the user has settled.
    public func settle(_ conflict: SyncConflict, keys: borrowing SyncDeviceKeys) throws(KeystoreError) {
        let lock = try SyncMemoryLock.take(statePath)
        defer { SyncMemoryLock.release(lock) }
        var state = try requireState(keys)
        state.conflicts.removeAll { $0.loser.digest == conflict.loser.digest }
        state.settled[conflict.loser.digest] = conflict.noticed
        try state.save(statePath, keys: keys)
    }

    // MARK: - Running

    /// Synchronizes the store once; waits for a run of another process.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - keys: This device's keys.
    ///   - now: Milliseconds since 1970.
    ///   - rejoins: For a device that was silent for more than 180 days: what the others have replaces what this one
    ///     has, and what is lost by that is kept as a conflict.
    /// - Returns: What was taken, given and left.
    /// - Throws: ``KeystoreError/Code/notAvailable`` if the list of devices or this device's memory cannot be relied
    ///   on, or the device was silent for too long; ``KeystoreError/Code/missingEntitlement`` if it was removed;
    ///   ``KeystoreError/Code/inputOutput``. Another device's file is never a reason to fail: see the report.
    public func run(
        _ store: inout some SyncStore,
        keys: borrowing SyncDeviceKeys,
        now: UInt64,
        rejoins: Bool = false
    ) throws(KeystoreError) -> SyncReport {
        let lock = try SyncMemoryLock.take(statePath)
        defer { SyncMemoryLock.release(lock) }
        var state = try requireState(keys)
        let membership = try accepted(state)
        try requireMember(membership, keys)
        let wasSilent = state.lastRun != 0 && state.lastRun + SyncSession.memory < now
        guard !wasSilent || rejoins else {
            throw KeystoreError(
                .notAvailable,
                "this device has not synchronized for more than 180 days, and the other devices have forgotten "
                    + "which items were deleted",
                hint:
                    "run `jeton keystore sync run --rejoin` to replace the items of this device with those of the "
                    + "others"
            )
        }
        var run = SyncRun(state: state, membership: membership, device: keys.device, now: now)
        try run.readDirectory(directory, keys)
        let items = try store.synchronizableItems()
        if wasSilent {
            try run.replaceItems(items)
        } else {
            try run.compareItems(items)
        }
        run.merge()
        let changes = run.changes
        run.finish(applied: changes.isEmpty ? [] : try store.apply(changes), changes)
        state = run.state

        if let records = run.recordsToPublish {
            let bundle = try SyncBundle.seal(
                sequence: state.sequence + 1,
                previous: state.digest,
                time: run.time,
                seen: state.seen.mapValues(\.sequence),
                records: records,
                keys: keys,
                to: membership.members.map(\.recipient)
            )
            // The number is taken before the file appears: a crash in between leaves a gap, never a fork.
            state.sequence += 1
            state.digest = bundle.digest
            state.published = run.publication
            state.publishedAt = run.now
            state.confirmed = state.seen.mapValues(\.sequence)
            try state.save(statePath, keys: keys)
            try directory.write(bundle.file, to: keys.device.rawValue + SyncBundle.fileSuffix)
            run.report.sequence = state.sequence
        } else {
            try state.save(statePath, keys: keys)
        }
        return run.report
    }

    private func requireState(_ keys: borrowing SyncDeviceKeys) throws(KeystoreError) -> SyncState {
        guard let state = try SyncState.load(statePath, keys: keys) else {
            throw KeystoreError(
                .notAvailable,
                "this device has not joined a list of devices",
                hint: "run `jeton keystore sync status` to see the next step"
            )
        }
        return state
    }

    private func requireMembership() throws(KeystoreError) -> SyncMembership {
        guard let membership = try directory.membership() else {
            throw KeystoreError(.notAvailable, "'\(directory.path)' has no list of devices")
        }
        return membership
    }

    private func requireMember(
        _ membership: SyncMembership,
        _ keys: borrowing SyncDeviceKeys
    ) throws(KeystoreError) {
        guard membership.member(keys.device) != nil else {
            throw KeystoreError(
                .missingEntitlement,
                "the list of devices does not name this device, \(keys.device)",
                hint: "run `jeton keystore sync card` here, and add the card that it creates with "
                    + "`jeton keystore sync add` on a device that takes part"
            )
        }
    }

    private func accepted(_ state: SyncState) throws(KeystoreError) -> SyncMembership {
        let membership = try requireMembership()
        guard membership.continues(serial: state.membershipSerial, digest: state.membershipDigest) else {
            let isOlder = membership.serial < state.membershipSerial
            throw KeystoreError(
                .notAvailable,
                isOlder
                    ? "the list of devices is version \(membership.serial), older than version \(state.membershipSerial), which was seen before"
                    : "the list of devices does not continue the version seen before",
                hint:
                    "find out which device or program changed 'devices.json.sig'; to accept it, run "
                    + "`jeton keystore sync join`"
            )
        }
        return membership
    }
}
