extension PKCS11URI {
    /// The token's label; up to 32 octets, blanks at the end removed.
    public var token: [UInt8]? {
        get { pathValues[.token] }
        set { pathValues[.token] = newValue }
    }

    /// The token's serial number; up to 16 octets, blanks at the end removed.
    public var serial: [UInt8]? {
        get { pathValues[.serial] }
        set { pathValues[.serial] = newValue }
    }

    /// The token's model; up to 16 octets, blanks at the end removed.
    public var model: [UInt8]? {
        get { pathValues[.model] }
        set { pathValues[.model] = newValue }
    }

    /// The token's manufacturer; up to 32 octets, blanks at the end removed.
    public var manufacturer: [UInt8]? {
        get { pathValues[.manufacturer] }
        set { pathValues[.manufacturer] = newValue }
    }

    /// The object's label, in any encoding and of any length.
    public var object: [UInt8]? {
        get { pathValues[.object] }
        set { pathValues[.object] = newValue }
    }

    /// The object's identifier, of any length.
    public var id: [UInt8]? {
        get { pathValues[.id] }
        set { pathValues[.id] = newValue }
    }

    /// The object's class.
    public var type: ObjectType? {
        get { text(of: .type).flatMap(ObjectType.init(rawValue:)) }
        set { pathValues[.type] = newValue?.octets }
    }

    /// The SHA-256 of the object's value, in lowercase hexadecimal.
    public var objectDigest: String? {
        get { text(of: .objectDigest)?.lowercased() }
        set { pathValues[.objectDigest] = newValue.map { Array($0.utf8) } }
    }

    /// The slot's description; up to 64 octets, blanks at the end removed.
    public var slotDescription: [UInt8]? {
        get { pathValues[.slotDescription] }
        set { pathValues[.slotDescription] = newValue }
    }

    /// The slot's manufacturer; up to 32 octets, blanks at the end removed.
    public var slotManufacturer: [UInt8]? {
        get { pathValues[.slotManufacturer] }
        set { pathValues[.slotManufacturer] = newValue }
    }

    /// The slot's number.
    public var slotID: UInt? {
        get { pathValues[.slotID].flatMap { Decimal.parse($0[...], as: UInt.self) } }
        set { pathValues[.slotID] = newValue.map { Array(String($0).utf8) } }
    }

    /// The library's description; up to 32 octets, blanks at the end removed.
    public var libraryDescription: [UInt8]? {
        get { pathValues[.libraryDescription] }
        set { pathValues[.libraryDescription] = newValue }
    }

    /// The library's manufacturer; up to 32 octets, blanks at the end removed.
    public var libraryManufacturer: [UInt8]? {
        get { pathValues[.libraryManufacturer] }
        set { pathValues[.libraryManufacturer] = newValue }
    }

    /// The library's version.
    public var libraryVersion: LibraryVersion? {
        get { pathValues[.libraryVersion].flatMap(LibraryVersion.init(octets:)) }
        set { pathValues[.libraryVersion] = newValue?.octets }
    }

    /// The library's name without prefix and suffix.
    public var moduleName: [UInt8]? {
        get { self[.moduleName].first }
        set { replace(.moduleName, with: newValue) }
    }

    /// The library's path, or a directory in which to look for it.
    public var modulePath: [UInt8]? {
        get { self[.modulePath].first }
        set { replace(.modulePath, with: newValue) }
    }

    /// Where to read the PIN, as written; a value that is not a known form of source must never be used as a PIN.
    ///
    /// Setting it lets go of a `pin-value`, since a URI carries one of the two at most.
    ///
    /// - SeeAlso: RFC 7512, 2.4.
    public var pinSource: [UInt8]? {
        get { self[.pinSource].first }
        set {
            if newValue != nil { pinValueHolder = nil }
            replace(.pinSource, with: newValue)
        }
    }

    private mutating func replace(_ attribute: QueryAttribute, with value: [UInt8]?) {
        queryFields.removeAll { $0.attribute == attribute }
        if let value { insert(QueryField(attribute: attribute, value: value)) }
    }
}
