/// What reading one attribute gave.
public enum AttributeOutcome: Hashable, Sendable {
    /// The value's octets; possibly none.
    case value([UInt8])
    /// The object has no such attribute, or does not let it out.
    case unavailable
    /// The module failed on this attribute alone.
    case failed(ReturnValue)
    /// The module answered a length larger than the buffer it was given.
    case impossibleLength(UInt)
}

/// Attributes read from one object.
public struct AttributeValues: Sendable {
    /// The object.
    public let object: ObjectHandle
    private var types: [AttributeType] = []
    private var places: [Place] = []
    /// The octets of all values: one array for all, since most callers want a few of the many.
    private var storage: [UInt8] = []

    private enum Place {
        case value(Range<Int>)
        case other(AttributeOutcome)
    }

    init(object: ObjectHandle, capacity: Int) {
        self.object = object
        types.reserveCapacity(capacity)
        places.reserveCapacity(capacity)
        // Most values are numbers, flags and short texts.
        storage.reserveCapacity(32 * capacity)
    }

    /// Whether nothing has been read yet.
    var isEmpty: Bool { types.isEmpty }

    /// Sets the octets of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - octets: The value; copied.
    ///   - isNew: Whether it is known that the type is not there yet.
    mutating func set(_ type: AttributeType, octets: UnsafeRawBufferPointer, isNew: Bool) {
        let start = storage.count
        unsafe storage.append(contentsOf: octets)
        set(type, .value(start..<storage.count), isNew: isNew)
    }

    /// Sets an outcome without octets.
    mutating func set(_ type: AttributeType, _ outcome: AttributeOutcome, isNew: Bool = false) {
        set(type, .other(outcome), isNew: isNew)
    }

    private mutating func set(_ type: AttributeType, _ place: Place, isNew: Bool) {
        if !isNew, let index = types.firstIndex(of: type) {
            places[index] = place
        } else {
            types.append(type)
            places.append(place)
        }
    }

    private func outcome(_ place: Place) -> AttributeOutcome {
        switch place {
        case .value(let range): .value(Array(storage[range]))
        case .other(let outcome): outcome
        }
    }

    /// What was read for a type; ``AttributeOutcome/unavailable`` if it was not asked for.
    public subscript(type: AttributeType) -> AttributeOutcome {
        guard let index = types.firstIndex(of: type) else { return .unavailable }
        return outcome(places[index])
    }

    /// All types with their outcomes, in the order asked for.
    public var all: [(type: AttributeType, outcome: AttributeOutcome)] {
        Array(zip(types, places.map(outcome)))
    }

    /// The octets of an attribute, or nil if there are none to be had.
    public func octets(_ type: AttributeType) -> [UInt8]? { stored(type).map(Array.init) }

    private func stored(_ type: AttributeType) -> ArraySlice<UInt8>? {
        guard let index = types.firstIndex(of: type), case .value(let range) = places[index] else { return nil }
        return storage[range]
    }

    /// A CK_BBOOL attribute; nil unless it is one octet.
    ///
    /// Any value but 0 is true.
    public func flag(_ type: AttributeType) -> Bool? {
        guard let octets = stored(type), octets.count == 1 else { return nil }
        return octets.first != 0
    }

    /// A CK_ULONG attribute of eight octets, or of four as some modules write it; nil for any other length.
    public func number(_ type: AttributeType) -> UInt? {
        guard let octets = stored(type), octets.count == 8 || octets.count == 4 else { return nil }
        return AttributeValues.number(octets)
    }

    /// An attribute that is an array of CK_ULONG; nil for a length that is none of such an array.
    public func numbers(_ type: AttributeType) -> [UInt]? {
        guard let octets = stored(type), octets.count % 8 == 0 else { return nil }
        return stride(from: octets.startIndex, to: octets.endIndex, by: 8).map {
            AttributeValues.number(octets[$0..<$0 + 8])
        }
    }

    // The machine's byte order: PKCS #11 passes CK_ULONG as it lies in memory; Jeton's machines are little-endian.
    private static func number(_ octets: ArraySlice<UInt8>) -> UInt {
        octets.reversed().reduce(0) { $0 << 8 | UInt($1) }
    }

    /// A text attribute, lenient about its encoding and without control characters.
    public func text(_ type: AttributeType) -> String? {
        octets(type).map { FixedText($0).description }
    }

    /// `CKA_CLASS`.
    public var objectClass: ObjectClass? { number(.class).map { ObjectClass(rawValue: $0) } }
    /// `CKA_KEY_TYPE`.
    public var keyType: KeyType? { number(.keyType).map { KeyType(rawValue: $0) } }
    /// `CKA_LABEL`; nil if absent or empty.
    public var label: String? { text(.label).flatMap { $0.isEmpty ? nil : $0 } }
    /// `CKA_ID`; nil if absent or empty.
    public var id: [UInt8]? { octets(.id).flatMap { $0.isEmpty ? nil : $0 } }
}
