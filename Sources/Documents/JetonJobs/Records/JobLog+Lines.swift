import JetonJSON
import JetonOctets
import JetonX509

extension JobLog {
    /// The most bytes of a reason.
    static let reasonLimit = 1_024

    /// What stands for the hash before the first line.
    static let beginning = String(repeating: "0", count: 64)

    static func members(
        _ number: Int64,
        _ decision: String,
        _ reason: String,
        _ job: Job?,
        _ digest: String,
        previous: String,
        _ now: Int64
    ) -> [String: CanonicalJSON] {
        [
            "decision": .string(decision), "digest": .string(digest), "issuer": .string(job?.issuer ?? ""),
            "job": .string(job?.identifier ?? ""), "number": .integer(number),
            "operation": .string(job?.operation.name ?? ""), "previous": .string(previous), "reason": .string(reason),
            "time": .integer(now),
        ]
    }

    static func line(_ members: [String: CanonicalJSON]) throws -> (octets: [UInt8], entry: Entry) {
        let hash = Hex.encode(try HashAlgorithm.sha256.hash(CanonicalJSON.object(members).encoded))
        var all = members
        all["hash"] = .string(hash)
        let value = CanonicalJSON.object(all)
        return (value.encoded + [UInt8(ascii: "\n")], try entry(value).entry)
    }

    static func entry(_ value: CanonicalJSON) throws -> (entry: Entry, previous: String, isWhole: Bool) {
        var object = try CanonicalJSONObject(value)
        let hash = try object.string("hash", limit: 64)
        let previous = try object.string("previous", limit: 64)
        let entry = Entry(
            number: try object.integer("number", in: 1...CanonicalJSON.largestInteger),
            time: try object.integer("time", in: 0...JobReader.timeLimit),
            decision: try object.string("decision", limit: 32),
            reason: try object.string("reason"),
            job: try object.string("job", limit: 64),
            issuer: try object.string("issuer", limit: 512),
            operation: try object.string("operation", limit: 64),
            digest: try object.string("digest", limit: 64),
            hash: hash
        )
        try object.finish()
        guard case .object(var members) = value else { throw EncodingError(.unexpectedValue, at: 0) }
        members["hash"] = nil
        let computed = Hex.encode(try HashAlgorithm.sha256.hash(CanonicalJSON.object(members).encoded))
        return (entry, previous, computed == hash)
    }
}
