import FoundationEssentials
import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import SecItemCompat

/// Which of the two faces of the keystore a statement is asked of.
enum Face: String, CaseIterable, Sendable, CustomStringConvertible {
    case library = "Keychain"
    case secItem = "SecItem"

    var description: String { rawValue }
}

/// One call in the words that both faces share.
struct Request: Sendable {
    enum Sync: Sendable { case local, synchronizable, any }

    var service: String?
    var account: String?
    var label: String?
    var generic: [UInt8]?
    var group: AccessGroup?
    var accessible: Accessible?
    var sync: Sync?
    var data: String?
    var reference: [UInt8]?
    var limit: MatchLimit?

    init(
        _ service: String? = nil,
        _ account: String? = nil,
        data: String? = nil,
        label: String? = nil,
        generic: [UInt8]? = nil,
        group: AccessGroup? = nil,
        accessible: Accessible? = nil,
        sync: Sync? = nil,
        reference: [UInt8]? = nil,
        limit: MatchLimit? = nil
    ) {
        self.service = service
        self.account = account
        self.data = data
        self.label = label
        self.generic = generic
        self.group = group
        self.accessible = accessible
        self.sync = sync
        self.reference = reference
        self.limit = limit
    }
}

/// An item as both faces answer it.
struct Found: Sendable, Equatable {
    var service: String
    var account: String
    var group: String
    var accessible: String
    var isSynchronizable: Bool
    var label: String?
    var created: Double
    var modified: Double
    var reference: [UInt8]
    var data: String?
}

/// One face of an open keystore; every method answers with a status number.
protocol Subject: Sendable {
    func add(_ request: Request) -> Int32
    /// Attributes and references, without secrets.
    func find(_ request: Request) -> (status: Int32, items: [Found])
    /// Attributes, references and secrets.
    func read(_ request: Request) -> (status: Int32, items: [Found])
    func update(_ query: Request, _ changes: Request) -> Int32
    func delete(_ query: Request) -> Int32
}

struct LibrarySubject: Subject {
    let keychain: Keychain

    func add(_ request: Request) -> Int32 {
        status { () throws(KeystoreError) in
            let attributes = ItemAttributes(
                service: request.service ?? "",
                account: request.account ?? "",
                label: request.label,
                generic: request.generic,
                accessGroup: request.group,
                accessible: request.accessible ?? ItemAttributes().accessible,
                isSynchronizable: request.sync == .synchronizable
            )
            if let data = request.data {
                try keychain.add(attributes, text: data)
            } else {
                try keychain.add(attributes)
            }
        }
    }

    func find(_ request: Request) -> (status: Int32, items: [Found]) {
        var items: [Found] = []
        let status = status { () throws(KeystoreError) in
            items = try keychain.items(query(request), limit: request.limit ?? .one).map { found($0, nil) }
            if items.isEmpty { throw KeystoreError(.itemNotFound) }
        }
        return (status, items)
    }

    func read(_ request: Request) -> (status: Int32, items: [Found]) {
        var items: [Found] = []
        do {
            try keychain.forEachSecret(query(request), limit: request.limit ?? .one) { item, octets in
                var text: [UInt8] = []
                for index in 0..<octets.count { text.append(octets[index]) }
                items.append(found(item, item.hasData ? String(decoding: text, as: UTF8.self) : nil))
            }
        } catch let error as KeystoreError {
            return (error.code.rawValue, [])
        } catch {
            return (.max, [])
        }
        return (0, items)
    }

    func update(_ query: Request, _ changes: Request) -> Int32 {
        status { () throws(KeystoreError) in
            var new = AttributeChanges()
            new.service = changes.service
            new.account = changes.account
            new.label = changes.label
            new.generic = changes.generic
            new.accessGroup = changes.group
            new.accessible = changes.accessible
            new.isSynchronizable = changes.sync.map { $0 == .synchronizable }
            if let data = changes.data {
                try keychain.update(self.query(query), new, secret: TestStore.secret(data))
            } else {
                try keychain.update(self.query(query), new)
            }
        }
    }

    func delete(_ query: Request) -> Int32 {
        status { () throws(KeystoreError) in try keychain.delete(self.query(query)) }
    }

    private func query(_ request: Request) -> ItemQuery {
        var query = ItemQuery(
            service: request.service,
            account: request.account,
            accessGroup: request.group,
            label: request.label
        )
        switch request.sync {
        case .local?, nil: query.scope = .localOnly
        case .synchronizable?: query.scope = .synchronizableOnly
        case .any?: query.scope = .any
        }
        query.generic = request.generic
        query.accessible = request.accessible
        if let reference = request.reference {
            query.persistentReference = PersistentReference(octets: reference)
            query.scope = .any
        }
        return query
    }

    private func found(_ item: Item, _ data: String?) -> Found {
        Found(
            service: item.attributes.service,
            account: item.attributes.account,
            group: item.attributes.accessGroup?.rawValue ?? "",
            accessible: item.attributes.accessible.rawValue,
            isSynchronizable: item.attributes.isSynchronizable,
            label: item.attributes.label,
            created: Double(item.created.microseconds),
            modified: Double(item.modified.microseconds),
            reference: item.persistentReference.octets,
            data: data
        )
    }

    private func status(_ body: () throws(KeystoreError) -> Void) -> Int32 {
        do throws(KeystoreError) {
            try body()
            return 0
        } catch { return error.code.rawValue }
    }
}

struct SecItemSubject: Subject {
    let keychain: Keychain

    func add(_ request: Request) -> Int32 { raw { SecItemAdd(dictionary(request), nil) } }

    func find(_ request: Request) -> (status: Int32, items: [Found]) { search(request, returnsData: false) }

    func read(_ request: Request) -> (status: Int32, items: [Found]) { search(request, returnsData: true) }

    func update(_ query: Request, _ changes: Request) -> Int32 {
        var new = dictionary(changes)
        new[kSecClass] = nil
        return raw { SecItemUpdate(dictionary(query), new) }
    }

    func delete(_ query: Request) -> Int32 { raw { SecItemDelete(dictionary(query)) } }

    /// Calls a SecItem function on this keystore.
    func raw<Result>(_ body: () -> Result) -> Result { SecItemStore.$current.withValue(keychain, operation: body) }

    func dictionary(_ request: Request) -> CFDictionary {
        var dictionary: CFDictionary = [kSecClass: kSecClassGenericPassword]
        dictionary[kSecAttrService] = request.service
        dictionary[kSecAttrAccount] = request.account
        dictionary[kSecAttrLabel] = request.label
        dictionary[kSecAttrGeneric] = request.generic.map { Data($0) }
        dictionary[kSecAttrAccessGroup] = request.group?.rawValue
        dictionary[kSecAttrAccessible] = request.accessible?.rawValue
        switch request.sync {
        case nil: break
        case .local?: dictionary[kSecAttrSynchronizable] = false
        case .synchronizable?: dictionary[kSecAttrSynchronizable] = true
        case .any?: dictionary[kSecAttrSynchronizable] = kSecAttrSynchronizableAny
        }
        dictionary[kSecValueData] = request.data.map { Data($0.utf8) }
        dictionary[kSecValuePersistentRef] = request.reference.map { Data($0) }
        switch request.limit {
        case nil: break
        case .one?: dictionary[kSecMatchLimit] = kSecMatchLimitOne
        case .all?: dictionary[kSecMatchLimit] = kSecMatchLimitAll
        case .atMost(let count)?: dictionary[kSecMatchLimit] = count
        }
        return dictionary
    }

    private func search(_ request: Request, returnsData: Bool) -> (status: Int32, items: [Found]) {
        var query = dictionary(request)
        query[kSecReturnAttributes] = true
        query[kSecReturnPersistentRef] = true
        if returnsData { query[kSecReturnData] = true }
        var result: CFTypeRef?
        let status = raw { unsafe SecItemCopyMatching(query, &result) }
        let dictionaries = result as? [CFDictionary] ?? (result as? CFDictionary).map { [$0] } ?? []
        return (status, dictionaries.map(found))
    }

    private func found(_ dictionary: CFDictionary) -> Found {
        Found(
            service: dictionary[kSecAttrService] as? String ?? "?",
            account: dictionary[kSecAttrAccount] as? String ?? "?",
            group: dictionary[kSecAttrAccessGroup] as? String ?? "?",
            accessible: dictionary[kSecAttrAccessible] as? String ?? "?",
            isSynchronizable: dictionary[kSecAttrSynchronizable] as? Bool ?? false,
            label: dictionary[kSecAttrLabel] as? String,
            created: (dictionary[kSecAttrCreationDate] as? Date)?.timeIntervalSince1970 ?? 0,
            modified: (dictionary[kSecAttrModificationDate] as? Date)?.timeIntervalSince1970 ?? 0,
            reference: (dictionary[kSecValuePersistentRef] as? Data).map { Array($0) } ?? [],
            data: (dictionary[kSecValueData] as? Data).map { String(decoding: $0, as: UTF8.self) }
        )
    }
}
