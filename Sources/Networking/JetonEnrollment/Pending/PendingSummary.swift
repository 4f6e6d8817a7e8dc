import JetonJSON
import JetonOctets
import JetonX509

/// What a list shows of a pending request: the first line of its file.
package struct PendingSummary: Hashable, Sendable {
    /// SHA-1 of the public key, 20 bytes.
    package let keyIdentifier: [UInt8]
    /// The requested subject.
    package let subject: String
    /// The protocol.
    package let kind: EnrollmentService.Kind
    /// The URL; empty for a file.
    package private(set) var url: String
    /// The token's URI.
    package private(set) var token: String
    /// The key's label.
    package let label: String
    /// The key's id in hexadecimal.
    package let objectID: String
    /// How far it is.
    package let state: PendingRequest.State
    /// When it was made, in seconds since 1970.
    package let created: Int64
    /// When to ask again, in seconds since 1970.
    package let nextPoll: Int64
    /// What the authority says beside its decision; nil for nothing.
    package let note: AuthorityNote?
    /// When the authority was asked last, in seconds since 1970; 0 if it is not known.
    package let asked: Int64

    /// The summary of a request.
    package init(_ request: PendingRequest) {
        keyIdentifier = request.keyIdentifier
        subject = request.request.subject.description
        kind = request.service.kind
        url = request.service.url
        token = request.token
        label = request.label
        objectID = request.objectID
        state = request.state
        created = request.created
        nextPoll = request.nextPoll
        note = request.note
        asked = request.asked
    }

    /// Takes long texts that other summaries have too from a set of them: thousands may name one token.
    mutating func share(_ texts: inout Set<String>) {
        url = texts.insert(url).memberAfterInsert
        token = texts.insert(token).memberAfterInsert
    }

    /// The latest time that a file states: the end of the year 9999.
    static let timeLimit: Int64 = 253_402_300_799

    var json: CanonicalJSON {
        var members: [String: CanonicalJSON] = [
            "created": .integer(created), "identifier": .string(Hex.encode(keyIdentifier)),
            "key": .string(objectID), "label": .string(label), "next": .integer(nextPoll),
            "protocol": .string(kind.rawValue), "state": .string(state.rawValue), "subject": .string(subject),
            "token": .string(token), "url": .string(url), "version": .integer(1),
        ]
        if let note { members["note"] = note.json }
        if asked > 0 { members["asked"] = .integer(asked) }
        return .object(members)
    }

    init(_ value: CanonicalJSON) throws(EncodingError) {
        var object = try CanonicalJSONObject(value)
        guard try object.integer("version", in: 1...1) == 1,
            let kind = EnrollmentService.Kind(rawValue: try object.string("protocol")),
            let state = PendingRequest.State(rawValue: try object.string("state"))
        else { throw EncodingError(.unexpectedValue, at: 0) }
        self.kind = kind
        self.state = state
        keyIdentifier = try object.hex("identifier", count: 20)
        subject = try object.string("subject", limit: 65_536)
        url = try object.string("url")
        token = try object.string("token", limit: 8192)
        label = try object.string("label")
        objectID = try object.string("key", limit: 510)
        created = try object.integer("created", in: 0...PendingSummary.timeLimit)
        nextPoll = try object.integer("next", in: 0...PendingSummary.timeLimit)
        note = object.has("note") ? try AuthorityNote(.object(object.object("note"))) : nil
        asked = object.has("asked") ? try object.integer("asked", in: 0...PendingSummary.timeLimit) : 0
        try object.finish()
    }
}
