/// The map of all records of a user, merged from what the devices say.
///
/// The order of merging does not matter, and merging twice changes nothing: for each key the record stays that
/// supersedes the others.
struct SyncMerge: Sendable {
    /// One record for each key.
    private(set) var records: [SyncKey: SyncRecord]
    /// Records with an item that lost against one whose author did not know of them, by digest.
    private(set) var losers: [[UInt8]: SyncRecord] = [:]

    /// Starts with what this device says.
    init(_ records: [SyncKey: SyncRecord] = [:]) { self.records = records }

    /// Merges a record.
    mutating func add(_ record: SyncRecord) {
        guard let current = records[record.key] else {
            records[record.key] = record
            return
        }
        let winner = record.supersedes(current) ? record : current
        let loser = record.supersedes(current) ? current : record
        records[record.key] = winner
        if winner.conflicts(with: loser) { losers[loser.digest] = loser }
    }

    /// Takes a key out.
    mutating func remove(_ key: SyncKey) { records[key] = nil }

    /// The losers that no surviving record has the content of, in order of time.
    var conflicts: [SyncRecord] {
        losers.values.filter { records[$0.key]?.digest != $0.digest }.sorted { $0.time < $1.time }
    }
}
