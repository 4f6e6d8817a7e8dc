import FoundationEssentials
import JetonKeystore
import JetonKeystoreBase

/// A SecItem dictionary, checked and taken apart.
struct SecItemRequest {
    /// What the dictionary belongs to; the rules differ.
    enum Role {
        case add, search, updateQuery, changes, delete
    }

    var returns: Set<String> = []
    var limit: MatchLimit?
    var data: Data?
    var reference: PersistentReference?
    var texts: [String: String] = [:]
    var generic: [UInt8]?
    var numbers: [String: UInt32] = [:]
    var flags: [String: Bool] = [:]
    var group: AccessGroup?
    var accessible: Accessible?
    var isSynchronizable: Bool?
    var matchesAnySynchronizable = false
    private var hasClass = false
    private var hasAccessControl = false
    /// The access group as text, if it is none that could exist.
    private var impossibleGroup: String?

    /// Takes a dictionary apart.
    ///
    /// - Throws: ``KeystoreError`` with the status of the first rule that is broken.
    init(_ dictionary: [String: Any], _ role: Role) throws(KeystoreError) {
        for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) { try take(key, value, role) }
        if role != .changes {
            guard hasClass else { throw SecItemRequest.invalid("\(kSecClass) is missing") }
        }
        if hasAccessControl {
            guard isSynchronizable != true else {
                throw SecItemRequest.invalid("an item with access control cannot be synchronizable")
            }
            throw KeystoreError(.unimplemented, "access control is not supported")
        }
        if reference != nil && (isSynchronizable != nil || matchesAnySynchronizable) {
            throw SecItemRequest.invalid("a persistent reference cannot be combined with these attributes")
        }
        if let impossibleGroup {
            throw KeystoreError(
                .missingEntitlement,
                "the program explicitly specifies access group \(impossibleGroup), which no program can have"
            )
        }
    }

    private static func invalid(_ context: String) -> KeystoreError { KeystoreError(.invalidParameter, context) }

    private mutating func take(_ key: String, _ value: Any, _ role: Role) throws(KeystoreError) {
        switch key {
        case kSecClass: try takeClass(value, role)
        case kSecReturnData, kSecReturnAttributes, kSecReturnPersistentRef: try takeReturn(key, value, role)
        case kSecReturnRef, kSecValueRef: throw SecItemRequest.invalid("passwords do not have in-memory references")
        case kSecMatchLimit: try takeLimit(value, role)
        case kSecValueData:
            guard role == .add || role == .changes else {
                throw SecItemRequest.invalid("\(key) is not allowed in a query")
            }
            guard let value = value as? Data else { throw SecItemRequest.wrongType(key) }
            data = value
        case kSecValuePersistentRef:
            guard role != .add else { throw SecItemRequest.invalid("\(key) is not allowed in an addition") }
            guard role != .changes else { throw SecItemRequest.notAnAttribute(key) }
            guard let value = value as? Data else { throw SecItemRequest.wrongType(key) }
            guard let reference = PersistentReference(octets: Array(value)) else {
                throw KeystoreError(.itemNotFound, "not a persistent reference from this store")
            }
            self.reference = reference
        case kSecUseDataProtectionKeychain: _ = try SecItemRequest.boolean(key, value)
        default: try takeAttribute(key, value, role)
        }
    }

    private mutating func takeClass(_ value: Any, _ role: Role) throws(KeystoreError) {
        guard role != .changes else { throw SecItemRequest.notAnAttribute(kSecClass) }
        guard let name = value as? String else { throw SecItemRequest.wrongType(kSecClass) }
        guard name == kSecClassGenericPassword else { throw KeystoreError(.noSuchClass, name) }
        hasClass = true
    }

    private mutating func takeReturn(_ key: String, _ value: Any, _ role: Role) throws(KeystoreError) {
        guard role != .changes else { throw SecItemRequest.notAnAttribute(key) }
        guard try SecItemRequest.boolean(key, value) else { return }
        guard role == .add || role == .search else {
            throw SecItemRequest.invalid("\(key) is not allowed where nothing is returned")
        }
        returns.insert(key)
    }

    private mutating func takeLimit(_ value: Any, _ role: Role) throws(KeystoreError) {
        guard role != .changes else { throw SecItemRequest.notAnAttribute(kSecMatchLimit) }
        let limit: MatchLimit
        switch value {
        case let name as String where name == kSecMatchLimitOne: limit = .one
        case let name as String where name == kSecMatchLimitAll: limit = .all
        case let count as Int where count >= 1: limit = count == 1 ? .one : .atMost(count)
        default: throw SecItemRequest.wrongType(kSecMatchLimit)
        }
        switch role {
        case .search: self.limit = limit
        case .delete where limit == .all: break
        default: throw SecItemRequest.invalid("\(kSecMatchLimit) is not allowed where every match is affected")
        }
    }

    private mutating func takeAttribute(_ key: String, _ value: Any, _ role: Role) throws(KeystoreError) {
        switch key {
        case kSecAttrAccount, kSecAttrService, kSecAttrLabel, kSecAttrComment, kSecAttrDescription:
            texts[key] = try SecItemRequest.text(key, value)
        case kSecAttrGeneric:
            guard let value = value as? Data else { throw SecItemRequest.wrongType(key) }
            generic = Array(value)
        case kSecAttrCreator, kSecAttrType:
            guard let number = (value as? any BinaryInteger).flatMap({ UInt32(exactly: $0) }) else {
                throw SecItemRequest.wrongType(key)
            }
            numbers[key] = number
        case kSecAttrIsInvisible, kSecAttrIsNegative: flags[key] = try SecItemRequest.boolean(key, value)
        case kSecAttrAccessGroup:
            guard let name = value as? String else { throw SecItemRequest.wrongType(key) }
            group = AccessGroup(rawValue: name)
            if group == nil { impossibleGroup = name }
        case kSecAttrAccessible:
            guard let accessible = (value as? String).flatMap(Accessible.init(rawValue:)) else {
                throw SecItemRequest.wrongType(key)
            }
            self.accessible = accessible
        case kSecAttrSynchronizable:
            if value as? String == kSecAttrSynchronizableAny {
                guard role != .add && role != .changes else {
                    throw SecItemRequest.invalid("an item must be either synchronizable or not")
                }
                matchesAnySynchronizable = true
            } else {
                isSynchronizable = try SecItemRequest.boolean(key, value)
            }
        case kSecAttrAccessControl: hasAccessControl = true
        case kSecAttrCreationDate, kSecAttrModificationDate:
            throw SecItemRequest.invalid("\(key) is set by the keystore")
        default:
            // Four octets are an attribute's name, and everything else some other key.
            throw key.utf8.count == 4
                ? SecItemRequest.notAnAttribute(key) : SecItemRequest.invalid("unknown key \(key)")
        }
    }

    private static func notAnAttribute(_ key: String) -> KeystoreError {
        KeystoreError(.noSuchAttribute, key)
    }

    private static func wrongType(_ key: String) -> KeystoreError { invalid("the value of \(key) is invalid") }

    private static func text(_ key: String, _ value: Any) throws(KeystoreError) -> String {
        if let text = value as? String { return text }
        guard let data = value as? Data, let text = String(validating: Array(data), as: UTF8.self) else {
            throw wrongType(key)
        }
        return text
    }

    private static func boolean(_ key: String, _ value: Any) throws(KeystoreError) -> Bool {
        if let boolean = value as? Bool { return boolean }
        switch (value as? any BinaryInteger).flatMap({ Int(exactly: $0) }) {
        case 0: return false
        case 1: return true
        default: throw wrongType(key)
        }
    }
}
