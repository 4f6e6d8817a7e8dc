import JetonKeystoreBase

/// The values of one run of synchronization while they are found; it reads bundles and touches nothing else.
struct SyncRun {
    private(set) var state: SyncState
    var report = SyncReport()
    private let membership: SyncMembership
    private let device: SyncDeviceIdentifier
    /// Milliseconds since 1970.
    let now: UInt64
    private var clock: HybridClock
    /// The newest bundle of each device that counts in this run.
    private var bundles: [SyncDeviceIdentifier: SyncBundle] = [:]
    private var local: [SyncKey: SyncRecord] = [:]
    private var merged = SyncMerge()
    private var isOwnBundleCurrent = false

    init(state: SyncState, membership: SyncMembership, device: SyncDeviceIdentifier, now: UInt64) {
        self.state = state
        self.membership = membership
        self.device = device
        self.now = min(now, 1 << 48 - 1)
        clock = HybridClock(device: device, last: state.clock)
        self.state.membershipSerial = membership.serial
        self.state.membershipDigest = membership.digest
        self.state.lastRun = self.now
        self.state.expireConflicts(at: self.now)
    }

    // MARK: - Reading

    /// Reads every bundle of the directory and keeps the newest of each member.
    mutating func readDirectory(_ directory: SyncDirectory, _ keys: borrowing SyncDeviceKeys) throws(KeystoreError) {
        for name in try directory.bundleNames() {
            let bundle: SyncBundle
            do throws(KeystoreError) {
                guard let file = try directory.read(name) else { continue }
                bundle = try SyncBundle.open(file, keys: keys, members: membership)
            } catch {
                let isForeign = SyncDeviceIdentifier(rawValue: String(name.dropLast(SyncBundle.fileSuffix.count)))
                    .map { membership.member($0) == nil }
                notice(isForeign == true ? .notMember : .unreadable, name, error.context)
                continue
            }
            consider(bundle, name)
        }
        for bundle in bundles.values where bundle.device != device {
            state.seen[bundle.device] = SyncState.Seen(sequence: bundle.sequence, digest: bundle.digest)
        }
    }

    private mutating func consider(_ bundle: SyncBundle, _ name: String) {
        let isCopy = name != bundle.device.rawValue + SyncBundle.fileSuffix
        if isCopy, SyncDeviceIdentifier(rawValue: String(name.dropLast(SyncBundle.fileSuffix.count))) != nil {
            notice(.wrongName, name, "the bundle belongs to device \(bundle.device)")
            return
        }
        if bundle.device == device {
            considerOwn(bundle, name, isCopy: isCopy)
            return
        }
        if let seen = state.seen[bundle.device] {
            if bundle.sequence < seen.sequence {
                // An older copy under another name is what synchronizing programs leave behind.
                if !isCopy {
                    notice(
                        .rollback,
                        name,
                        "bundle \(bundle.sequence) is older than bundle \(seen.sequence), which was seen before"
                    )
                }
                return
            }
            if bundle.sequence == seen.sequence, bundle.digest != seen.digest {
                notice(.fork, name, "there are two bundles with the number \(bundle.sequence)")
                return
            }
        }
        if bundle.time.milliseconds + SyncSession.memory < now {
            notice(.stale, name, "device \(bundle.device) has not synchronized for more than 180 days")
            return
        }
        if let other = bundles[bundle.device] {
            if other.sequence == bundle.sequence, other.digest != bundle.digest {
                notice(.fork, name, "there are two bundles with the number \(bundle.sequence)")
                bundles[bundle.device] = nil
                return
            }
            guard bundle.sequence > other.sequence else { return }
        }
        bundles[bundle.device] = bundle
    }

    /// The device's own bundle says nothing new, unless the device has lost its memory of it.
    private mutating func considerOwn(_ bundle: SyncBundle, _ name: String, isCopy: Bool) {
        guard !isCopy else { return }
        if bundle.sequence == state.sequence, bundle.digest == state.digest {
            isOwnBundleCurrent = true
            return
        }
        guard bundle.sequence >= state.sequence else { return }
        notice(
            .ownBundle,
            name,
            "bundle \(bundle.sequence) of this device is newer than \(state.sequence), the last in its records: "
                + "its records were restored, or its keys are in use elsewhere"
        )
        state.sequence = bundle.sequence
        bundles[device] = bundle
    }

    private mutating func notice(_ kind: SyncNotice.Kind, _ file: String, _ text: String) {
        report.notices.append(SyncNotice(kind: kind, file: file, text: text))
    }

    // MARK: - Comparing

    /// Finds what programs have changed since the last run, and gives each change a time.
    ///
    /// A change is later than everything that this device knew at the end of the last run; beyond that it keeps the
    /// time at which it was made, so that a change of another device that neither knew of may be the later one. When
    /// an item was deleted is not known; the time of the run stands for it.
    mutating func compareItems(_ items: [SyncItem]) throws(KeystoreError) {
        var current: [SyncKey: SyncItem] = [:]
        for item in items { current[item.key] = item }
        for (key, item) in current.sorted(by: { ($0.value.modified, $0.key) < ($1.value.modified, $1.key) }) {
            let digest = SyncRecord.digest(key, .item(item))
            let entry = state.snapshot[key]
            if let entry, entry.tombstone == nil, entry.digest == digest {
                local[key] = SyncRecord(item, time: entry.time, base: entry.base)
            } else {
                local[key] = SyncRecord(item, time: try clock.tick(min(item.modified, now)), base: entry?.time)
                report.published.append(key)
            }
        }
        for (key, entry) in state.snapshot.sorted(by: { $0.key < $1.key }) where current[key] == nil {
            if let sequence = entry.tombstone {
                local[key] = SyncRecord(tombstone: key, sequence: sequence, time: entry.time, base: entry.base)
            } else {
                local[key] = SyncRecord(
                    tombstone: key,
                    sequence: state.sequence + 1,
                    time: try clock.tick(now),
                    base: entry.time
                )
                report.published.append(key)
            }
        }
        report.published.sort()
    }

    /// For a device that joins again: its items count only where the others have nothing to say.
    mutating func replaceItems(_ items: [SyncItem]) throws(KeystoreError) {
        let known = Set(bundles.values.flatMap { $0.records.keys })
        guard !bundles.isEmpty else {
            state.snapshot = [:]
            try compareItems(items)
            return
        }
        for item in items {
            // A time before all others: it loses against whatever is there.
            let record = SyncRecord(item, time: HybridTime.zero(device), base: nil)
            local[item.key] =
                known.contains(item.key)
                ? record
                : SyncRecord(
                    tombstone: item.key,
                    sequence: state.sequence + 1,
                    time: HybridTime.zero(device),
                    base: nil
                )
            replacedItems[item.key] = item
            if !known.contains(item.key) || state.snapshot[item.key]?.digest != record.digest {
                displaced.append(record)
            }
        }
    }

    /// What the store holds before a device joins again.
    private var replacedItems: [SyncKey: SyncItem] = [:]
    /// Items that the others do not have, or that were changed here since the last run, when a device joins again.
    private var displaced: [SyncRecord] = []

    // MARK: - Merging

    /// Merges the bundles into what this device says.
    mutating func merge() {
        merged = SyncMerge(local)
        for bundle in bundles.values.sorted(by: { $0.device < $1.device }) {
            let name = bundle.device.rawValue + SyncBundle.fileSuffix
            for (key, reason) in bundle.refused { notice(.refused, name, "\(key): \(reason)") }
            for record in bundle.records.values.sorted(by: { $0.key < $1.key }) {
                if isAhead(record) {
                    notice(.heldBack, name, "\(record.key): its time is more than a day ahead of this clock")
                    continue
                }
                clock.observe(record.time)
                if !isForgotten(record) || merged.records[record.key] != nil { merged.add(record) }
            }
        }
        let losers = merged.conflicts + displaced.filter { merged.records[$0.key]?.digest != $0.digest }
        for loser in losers where state.keep(loser, at: now) {
            report.conflicts.append(SyncConflict(loser: loser, noticed: now))
        }
    }

    private func isAhead(_ record: SyncRecord) -> Bool {
        record.time.milliseconds > now + SyncSession.clockTolerance
    }

    /// Whether every device knows of a deletion, or it is older than 180 days.
    private func isForgotten(_ record: SyncRecord) -> Bool {
        guard case .tombstone(let sequence) = record.content else { return false }
        if record.time.milliseconds + SyncSession.memory < now { return true }
        let origin = record.time.device
        return membership.members.allSatisfy { member in
            if member.device == origin { return true }
            // What this device confirms counts once its bundle says so.
            let confirmed = member.device == device ? state.confirmed[origin] : bundles[member.device]?.seen[origin]
            return confirmed.map { $0 >= sequence } ?? false
        }
    }

    /// What must change in the store.
    var changes: [SyncChange] {
        merged.records.values.sorted { $0.key < $1.key }.compactMap { record in
            let before = replacedItems[record.key] ?? local[record.key]?.item
            guard (before == nil) != (record.item == nil) || (before != nil && !isSame(record, before)) else {
                return nil
            }
            return SyncChange(key: record.key, item: record.item, replaced: before)
        }
    }

    private func isSame(_ record: SyncRecord, _ item: SyncItem?) -> Bool {
        guard let item else { return false }
        return record.digest == SyncRecord.digest(item.key, .item(item))
    }

    /// Notes what the store has taken, and forgets deletions that everybody knows of.
    mutating func finish(applied: Set<SyncKey>, _ changes: [SyncChange]) {
        report.applied = changes.map(\.key).filter { applied.contains($0) }
        report.postponed = changes.map(\.key).filter { !applied.contains($0) }
        let postponed = Set(report.postponed)
        for record in merged.records.values where isForgotten(record) && !postponed.contains(record.key) {
            merged.remove(record.key)
        }
        var snapshot: [SyncKey: SyncState.Entry] = [:]
        for (key, record) in merged.records where !postponed.contains(key) {
            var entry = SyncState.Entry(time: record.time, base: record.base, digest: record.digest)
            if case .tombstone(let sequence) = record.content { entry.tombstone = sequence }
            snapshot[key] = entry
        }
        for key in postponed { snapshot[key] = state.snapshot[key] }
        state.snapshot = snapshot
        state.clock = clock.last
    }

    // MARK: - Publishing

    /// The time of the bundle: now, or the clock's last time if that is later.
    var time: HybridTime {
        let present = HybridTime(milliseconds: now, counter: 0, device: device) ?? HybridTime.zero(device)
        return clock.last.map { max($0, present) } ?? present
    }

    /// SHA-256 of what the bundle says and to whom.
    var publication: [UInt8] {
        let hash = SHA256()
        hash.update(membership.digest.span)
        for record in merged.records.values.sorted(by: { $0.key < $1.key }) {
            hash.update((record.digest + Array("\(record.time)\(record.base?.rawValue ?? "")".utf8)).span)
        }
        return hash.finish()
    }

    /// The records of the new bundle; nil if the last one says the same.
    var recordsToPublish: [SyncRecord]? {
        let isQuiet = state.publishedAt + SyncSession.signOfLife < now
        let hasNews = publication != state.published || !isOwnBundleCurrent || isQuiet
        // A bundle that only confirms is written once for each deletion that waits for it.
        let isAwaited = merged.records.values.contains { record in
            guard case .tombstone(let sequence) = record.content else { return false }
            let origin = record.time.device
            return origin != device && state.confirmed[origin] ?? 0 < sequence
                && state.seen[origin]?.sequence ?? 0 >= sequence
        }
        return hasNews || isAwaited ? Array(merged.records.values) : nil
    }
}
