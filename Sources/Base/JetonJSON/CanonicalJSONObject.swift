import JetonASN1
package import JetonOctets

/// The members of a JSON object, taken one by one by name and type; what is left at the end is refused.
package struct CanonicalJSONObject {
    private var members: [String: CanonicalJSON]

    /// Takes over an object.
    ///
    /// - Throws: ``EncodingError`` if the value is not an object.
    package init(_ value: CanonicalJSON) throws(EncodingError) {
        guard case .object(let members) = value else { throw EncodingError(.unexpectedValue, at: 0) }
        self.members = members
    }

    /// Whether a member is there.
    package func has(_ name: String) -> Bool { members[name] != nil }

    /// A string of at most `limit` octets that must be there.
    package mutating func string(_ name: String, limit: Int = 4096) throws(EncodingError) -> String {
        guard case .string(let string)? = members.removeValue(forKey: name) else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        guard string.utf8.count <= limit else { throw EncodingError(.limitExceeded, at: 0) }
        return string
    }

    /// A string that may be missing.
    package mutating func optionalString(_ name: String, limit: Int = 4096) throws(EncodingError) -> String? {
        has(name) ? try string(name, limit: limit) : nil
    }

    /// An integer in a range that must be there.
    package mutating func integer(_ name: String, in range: ClosedRange<Int64>) throws(EncodingError) -> Int64 {
        guard case .integer(let integer)? = members.removeValue(forKey: name), range.contains(integer) else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        return integer
    }

    /// A number of 32 bits that may be missing.
    package mutating func optionalNumber(_ name: String) throws(EncodingError) -> UInt32? {
        has(name) ? UInt32(try integer(name, in: 0...Int64(UInt32.max))) : nil
    }

    /// True or false, or nothing.
    package mutating func optionalBoolean(_ name: String) throws(EncodingError) -> Bool? {
        guard let value = members.removeValue(forKey: name) else { return nil }
        guard case .boolean(let boolean) = value else { throw EncodingError(.unexpectedValue, at: 0) }
        return boolean
    }

    /// Octets in padded base64 that must be there, `count` of them if that is given.
    package mutating func base64(_ name: String, count: Int? = nil, limit: Int = 65_536) throws(EncodingError)
        -> [UInt8]
    {
        guard let octets = Base64.decode(try string(name, limit: limit)), octets.count == count ?? octets.count
        else { throw EncodingError(.unexpectedValue, at: 0) }
        return octets
    }

    /// `count` octets in lowercase hexadecimal that must be there.
    package mutating func hex(_ name: String, count: Int) throws(EncodingError) -> [UInt8] {
        let text = try string(name, limit: count * 2)
        guard let octets = Hex.decode(text), octets.count == count, Hex.encode(octets) == text else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        return octets
    }

    /// A list of at most `limit` values that must be there.
    package mutating func array(_ name: String, limit: Int) throws(EncodingError) -> [CanonicalJSON] {
        guard case .array(let elements)? = members.removeValue(forKey: name) else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        guard elements.count <= limit else { throw EncodingError(.limitExceeded, at: 0) }
        return elements
    }

    /// A list of strings that must be there; one element that is not a string voids the list.
    package mutating func strings(_ name: String, limit: Int) throws(EncodingError) -> [String] {
        var strings: [String] = []
        for element in try array(name, limit: limit) {
            guard case .string(let string) = element else { throw EncodingError(.unexpectedValue, at: 0) }
            strings.append(string)
        }
        return strings
    }

    /// An object that must be there.
    package mutating func object(_ name: String) throws(EncodingError) -> [String: CanonicalJSON] {
        guard case .object(let object)? = members.removeValue(forKey: name) else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        return object
    }

    /// Where a deferred string stands that must be there.
    package mutating func deferred(_ name: String) throws(EncodingError) -> Range<Int> {
        guard case .deferred(let range)? = members.removeValue(forKey: name) else {
            throw EncodingError(.unexpectedValue, at: 0)
        }
        return range
    }

    /// Proves that no member is left.
    ///
    /// - Throws: ``EncodingError``, since an unknown member is not ignored.
    package func finish() throws(EncodingError) {
        guard members.isEmpty else { throw EncodingError(.unexpectedValue, at: 0) }
    }
}
