import AgeFiles
import JetonFiles
import JetonJSON
import JetonKeystoreBase
import JetonOctets

/// What a device remembers from one run to the next.
///
/// The file is an age file to the device itself, since lost secrets stand in it: a header line, the lines of the
/// snapshot, and the lines of conflicts.
struct SyncState: Sendable {
    /// One key as it was at the end of the last run.
    struct Entry: Hashable, Sendable {
        /// When the value was made.
        var time: HybridTime
        /// The time of the value before.
        var base: HybridTime?
        /// The record's digest.
        var digest: [UInt8]
        /// For a deletion, the bundle that said so first; nil for an item.
        var tombstone: UInt64?
    }

    /// A bundle of another device.
    struct Seen: Hashable, Sendable {
        var sequence: UInt64
        var digest: [UInt8]
    }

    /// The number of this device's last bundle; 0 before the first.
    var sequence: UInt64 = 0
    /// The digest of this device's last bundle.
    var digest = SyncBundle.noDigest
    /// What the last bundle said and to whom; a new one is written when this changes.
    var published = SyncBundle.noDigest
    /// Milliseconds since 1970 when the last bundle was written.
    var publishedAt: UInt64 = 0
    /// What the last bundle confirmed.
    var confirmed: [SyncDeviceIdentifier: UInt64] = [:]
    /// The clock.
    var clock: HybridTime?
    /// Milliseconds since 1970 of the last run; 0 before the first.
    var lastRun: UInt64 = 0
    /// The version of the member list that was accepted last.
    var membershipSerial: Int
    /// Its digest.
    var membershipDigest: [UInt8]
    /// The newest bundle of each other device.
    var seen: [SyncDeviceIdentifier: Seen] = [:]
    /// Every key that is known.
    var snapshot: [SyncKey: Entry] = [:]
    /// Secrets that lost, at most ``conflictLimit``.
    var conflicts: [SyncConflict] = []
    /// Conflicts that the user has settled: digests and when they were noticed.
    var settled: [[UInt8]: UInt64] = [:]

    private static let octetLimit = 67_174_400
    private static let conflictLimit = 1000

    /// Starts with a member list that the user has accepted.
    init(accepting membership: SyncMembership) {
        membershipSerial = membership.serial
        membershipDigest = membership.digest
    }

    /// Keeps a secret that lost, unless it is kept or was settled.
    ///
    /// - Returns: Whether it is new.
    mutating func keep(_ loser: SyncRecord, at now: UInt64) -> Bool {
        guard settled[loser.digest] == nil, !conflicts.contains(where: { $0.loser.digest == loser.digest }) else {
            return false
        }
        conflicts.append(SyncConflict(loser: loser, noticed: now))
        if conflicts.count > SyncState.conflictLimit { conflicts.removeFirst() }
        return true
    }

    /// Forgets conflicts that are older than 30 days.
    mutating func expireConflicts(at now: UInt64) {
        conflicts.removeAll { $0.noticed + SyncConflict.lifetime < now }
        settled = settled.filter { $0.value + SyncConflict.lifetime >= now }
    }

    // MARK: - File

    /// Reads a device's memory; nil if there is none.
    ///
    /// - Throws: ``KeystoreError/Code/notAvailable`` if it cannot be read: it is never taken for an empty one.
    static func load(_ path: String, keys: borrowing SyncDeviceKeys) throws(KeystoreError) -> SyncState? {
        let file = try KeystoreError.ofFiles { () throws(FileError) in try RegularFile.read(path, limit: octetLimit) }
        guard let file else { return nil }
        do throws(KeystoreError) {
            return try SyncState(try AgeFile.open(file, with: keys.identity))
        } catch {
            throw KeystoreError(
                .notAvailable,
                "the synchronization records of this device cannot be read: \(error.context)",
                hint: "remove '\(path)' and join again"
            )
        }
    }

    /// Writes a device's memory.
    func save(_ path: String, keys: borrowing SyncDeviceKeys) throws(KeystoreError) {
        guard let slash = path.lastIndex(of: "/") else {
            throw KeystoreError(.invalidParameter, "the path '\(path)' does not name a directory")
        }
        let directory = String(path[..<slash])
        let octets = try AgeFile.encrypt(text, to: [keys.identity.recipient])
        try KeystoreError.ofFiles { () throws(FileError) in
            try ReplacedFile.makeDirectory(directory)
            try ReplacedFile.write(octets, in: directory, name: String(path[slash...].dropFirst()), mode: 0o600)
        }
    }

    private var text: TransientSecret {
        var head: [String: CanonicalJSON] = [
            "v": .integer(1),
            "seq": .integer(Int64(clamping: sequence)),
            "digest": .string(Hex.encode(digest)),
            "published": .string(Hex.encode(published)),
            "published-at": .integer(Int64(clamping: publishedAt)),
            "confirmed": SyncState.json(confirmed),
            "last-run": .integer(Int64(clamping: lastRun)),
            "list": .string(Hex.encode(membershipDigest)),
            "list-serial": .integer(Int64(membershipSerial)),
            "seen": SyncState.json(seen.mapValues(\.sequence)),
            "seen-digests": .object(
                Dictionary(uniqueKeysWithValues: seen.map { ($0.key.rawValue, .string(Hex.encode($0.value.digest))) })
            ),
            "settled": .object(
                Dictionary(
                    uniqueKeysWithValues: settled.map { (Hex.encode($0.key), .integer(Int64(clamping: $0.value))) }
                )
            ),
            "entries": .integer(Int64(snapshot.count)),
        ]
        if let clock { head["hlc"] = .string(clock.rawValue) }
        var lines = CanonicalJSON.object(head).encoded + [0x0A]
        for (key, entry) in snapshot.sorted(by: { $0.key < $1.key }) {
            lines += SyncState.json(key, entry).encoded + [0x0A]
        }
        let losers = conflicts.map { (SyncRecordLine($0.loser), $0.noticed) }
        let room = losers.reduce(lines.count) { $0 + $1.0.count + 64 }
        let text = TransientSecret(capacity: room)
        text.append(lines.span)
        for (line, noticed) in losers {
            text.append("{\"noticed\":\(noticed)}\n")
            line.append(to: text)
        }
        return text
    }

    private static func json(_ sequences: [SyncDeviceIdentifier: UInt64]) -> CanonicalJSON {
        .object(
            Dictionary(uniqueKeysWithValues: sequences.map { ($0.key.rawValue, .integer(Int64(clamping: $0.value))) })
        )
    }

    private static func json(_ key: SyncKey, _ entry: Entry) -> CanonicalJSON {
        var members: [String: CanonicalJSON] = [
            "group": .string(key.group.rawValue),
            "service": .string(key.service),
            "account": .string(key.account),
            "hlc": .string(entry.time.rawValue),
            "digest": .string(Hex.encode(entry.digest)),
        ]
        if let base = entry.base { members["base"] = .string(base.rawValue) }
        if let tombstone = entry.tombstone { members["deleted"] = .integer(Int64(clamping: tombstone)) }
        return .object(members)
    }

    private init(_ plain: TransientSecret) throws(KeystoreError) {
        let text = plain.octets
        do throws(EncodingError) {
            var reader = JSONReader(text)
            var line = try reader.readLine()
            var head = try CanonicalJSONObject(line.value)
            _ = try head.integer("v", in: 1...1)
            sequence = UInt64(try head.integer("seq", in: 0...CanonicalJSON.largestInteger))
            digest = try head.hex("digest", count: 32)
            published = try head.hex("published", count: 32)
            publishedAt = UInt64(try head.integer("published-at", in: 0...CanonicalJSON.largestInteger))
            confirmed = try SyncBundle.readSequences(try head.object("confirmed"))
            lastRun = UInt64(try head.integer("last-run", in: 0...CanonicalJSON.largestInteger))
            membershipDigest = try head.hex("list", count: 32)
            membershipSerial = Int(try head.integer("list-serial", in: 1...CanonicalJSON.largestInteger))
            if let hlc = try head.optionalString("hlc") { clock = try SyncState.time(hlc) }
            let sequences = try SyncBundle.readSequences(try head.object("seen"))
            var digests = try CanonicalJSONObject(.object(try head.object("seen-digests")))
            for (device, sequence) in sequences {
                seen[device] = Seen(sequence: sequence, digest: try digests.hex(device.rawValue, count: 32))
            }
            try digests.finish()
            for (name, value) in try head.object("settled") {
                guard let digest = Hex.decode(name), case .integer(let noticed) = value, noticed >= 0 else {
                    throw EncodingError(.unexpectedValue, at: 0)
                }
                settled[digest] = UInt64(noticed)
            }
            let entries = Int(try head.integer("entries", in: 0...1_000_000))
            try head.finish()
            for _ in 0..<entries {
                reader = JSONReader(text, at: line.next)
                line = try reader.readLine()
                let (key, entry) = try SyncState.entry(line.value)
                snapshot[key] = entry
            }
            while line.next < text.count {
                reader = JSONReader(text, at: line.next)
                line = try reader.readLine()
                var object = try CanonicalJSONObject(line.value)
                let noticed = try object.integer("noticed", in: 0...CanonicalJSON.largestInteger)
                try object.finish()
                reader = JSONReader(text, at: line.next, deferredMember: SyncRecordLine.secretMember)
                line = try reader.readLine()
                guard case .record(let loser) = try SyncRecordLine.parse(line.value, in: text) else {
                    throw EncodingError(.unexpectedValue, at: line.next)
                }
                conflicts.append(SyncConflict(loser: loser, noticed: UInt64(noticed)))
            }
        } catch {
            throw KeystoreError(.decoding, "\(error)")
        }
    }

    private static func time(_ text: String) throws(EncodingError) -> HybridTime {
        guard let time = HybridTime(rawValue: text) else { throw EncodingError(.unexpectedValue, at: 0) }
        return time
    }

    private static func entry(_ value: CanonicalJSON) throws(EncodingError) -> (SyncKey, Entry) {
        var object = try CanonicalJSONObject(value)
        guard let group = AccessGroup(rawValue: try object.string("group")) else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        let key = SyncKey(group: group, service: try object.string("service"), account: try object.string("account"))
        var entry = Entry(time: try time(try object.string("hlc")), digest: try object.hex("digest", count: 32))
        if let base = try object.optionalString("base") { entry.base = try time(base) }
        if object.has("deleted") {
            entry.tombstone = UInt64(try object.integer("deleted", in: 1...CanonicalJSON.largestInteger))
        }
        try object.finish()
        return (key, entry)
    }
}
