/// What an item says of itself beside its name and its protection; nil is what it does not say.
///
/// Each text and ``generic`` has at most 4,096 bytes.
public struct ItemDetails: Sendable, Hashable {
    /// The name for people, `kSecAttrLabel`.
    public var label: String?
    /// Bytes that the application chooses, `kSecAttrGeneric`; not part of the primary key, and not secret.
    public var generic: [UInt8]?
    /// A comment, `kSecAttrComment`.
    public var comment: String?
    /// The kind in words, `kSecAttrDescription`.
    public var kind: String?
    /// The creator's number, `kSecAttrCreator`.
    public var creator: UInt32?
    /// The type's number, `kSecAttrType`.
    public var type: UInt32?
    /// Whether lists for people leave the item out, `kSecAttrIsInvisible`.
    public var isInvisible: Bool?
    /// Whether there is no valid password on purpose, `kSecAttrIsNegative`.
    public var isNegative: Bool?

    /// Says nothing but a label and the application's bytes; what is left out can be set afterwards.
    public init(label: String? = nil, generic: [UInt8]? = nil) {
        self.label = label
        self.generic = generic
    }

    /// These details, with others where these are nil.
    func merged(over others: ItemDetails) -> ItemDetails {
        var merged = others
        merged.label = label ?? others.label
        merged.generic = generic ?? others.generic
        merged.comment = comment ?? others.comment
        merged.kind = kind ?? others.kind
        merged.creator = creator ?? others.creator
        merged.type = type ?? others.type
        merged.isInvisible = isInvisible ?? others.isInvisible
        merged.isNegative = isNegative ?? others.isNegative
        return merged
    }
}

/// A value with an item's details, which are its own members too: `attributes.label` is `attributes.details.label`.
@dynamicMemberLookup
public protocol ItemDetailsCarrier {
    /// The details.
    var details: ItemDetails { get set }
}

extension ItemDetailsCarrier {
    /// One of the details.
    public subscript<Value>(dynamicMember member: WritableKeyPath<ItemDetails, Value>) -> Value {
        get { details[keyPath: member] }
        set { details[keyPath: member] = newValue }
    }
}
