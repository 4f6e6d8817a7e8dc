import JetonJSON
import JetonOctets

/// Takes the members of an object of a job, and names the one that is wrong.
struct JobReader {
    /// The latest time of a job: the end of the year 9999.
    static let timeLimit: Int64 = 253_402_300_799

    private var rest: CanonicalJSONObject
    private var names: Set<String>
    private let noun: String

    /// Takes over an object.
    init(_ value: CanonicalJSON, _ noun: String) throws(JobRefusal) {
        guard case .object(let members) = value, let object = try? CanonicalJSONObject(value) else {
            throw JobRefusal(.content, "the \(noun) is not an object")
        }
        rest = object
        self.noun = noun
        names = Set(members.keys)
    }

    /// Whether a member is there.
    func has(_ name: String) -> Bool { rest.has(name) }

    mutating func string(_ name: String, limit: Int = 4096) throws(JobRefusal) -> String {
        try take(name) { (object) throws(EncodingError) in try object.string(name, limit: limit) }
    }

    mutating func strings(_ name: String, limit: Int) throws(JobRefusal) -> [String] {
        try take(name) { (object) throws(EncodingError) in try object.strings(name, limit: limit) }
    }

    mutating func integer(_ name: String, in range: ClosedRange<Int64>) throws(JobRefusal) -> Int64 {
        try take(name) { (object) throws(EncodingError) in try object.integer(name, in: range) }
    }

    mutating func hex(_ name: String, count: Int) throws(JobRefusal) -> [UInt8] {
        try take(name) { (object) throws(EncodingError) in try object.hex(name, count: count) }
    }

    mutating func array(_ name: String, limit: Int) throws(JobRefusal) -> [CanonicalJSON] {
        try take(name) { (object) throws(EncodingError) in try object.array(name, limit: limit) }
    }

    mutating func object(_ name: String) throws(JobRefusal) -> JobReader {
        let members = try take(name) { (object) throws(EncodingError) in try object.object(name) }
        return try JobReader(.object(members), "'\(name)' of the \(noun)")
    }

    /// A text that is shown to people: no control, format or private characters, and line ends only in a long one.
    ///
    /// - Throws: ``JobRefusal/Code/text``; ``JobRefusal/Code/content`` if it is missing or too long.
    mutating func text(_ name: String, limit: Int, isLong: Bool = false) throws(JobRefusal) -> String {
        let text = try string(name, limit: limit)
        try JobText.check(text, "'\(name)' of the \(noun)", isLong: isLong)
        return text
    }

    /// Refuses what was not taken.
    func finish() throws(JobRefusal) {
        guard (try? rest.finish()) == nil else { return }
        let unknown = names.filter { rest.has($0) }.sorted().prefix(4)
        // The name is the issuer's: nothing but plain letters of it is repeated.
        let words = unknown.map { String($0.prefix(40).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }) }
        throw JobRefusal(.content, "the \(noun) has unknown members: \(words.joined(separator: ", "))")
    }

    private mutating func take<Value>(
        _ name: String,
        _ body: (inout CanonicalJSONObject) throws(EncodingError) -> Value
    ) throws(JobRefusal) -> Value {
        do {
            return try body(&rest)
        } catch {
            let isThere = names.contains(name)
            throw JobRefusal(.content, "'\(name)' of the \(noun) is \(isThere ? "not valid" : "missing")")
        }
    }
}
