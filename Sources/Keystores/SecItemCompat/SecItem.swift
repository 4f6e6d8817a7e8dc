import FoundationEssentials
import JetonKeystore
import JetonKeystoreBase
import JetonOctets

// The name is the keychain's own.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Adds an item.
///
/// - Parameters:
///   - attributes: The class, attributes, the secret as ``kSecValueData``, and what to return.
///   - result: Where the returned value goes; must not be nil if one is asked for.
/// - Returns: ``errSecSuccess`` or a status number.
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    status { () throws(KeystoreError) in
        let keychain = try SecItemStore.require()
        let request = try SecItemRequest(attributes, .add)
        try requirePlace(request, unsafe result != nil)
        let reference: PersistentReference
        if let data = request.data {
            reference = try keychain.add(request.attributes, secret: secret(data))
        } else {
            reference = try keychain.add(request.attributes)
        }
        guard !request.returns.isEmpty else { return }
        let found = try answers(keychain, ItemQuery(persistentReference: reference), .one, request.returns)
        unsafe result?.pointee = found.first
    }
}

// The name is the keychain's own.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Finds items.
///
/// - Parameters:
///   - query: The class, attributes to match, a limit, and what to return.
///   - result: Where the returned value goes; must not be nil if one is asked for.
/// - Returns: ``errSecSuccess``, ``errSecItemNotFound`` or another status number.
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    status { () throws(KeystoreError) in
        let keychain = try SecItemStore.require()
        let request = try SecItemRequest(query, .search)
        try requirePlace(request, unsafe result != nil)
        let limit = request.limit ?? .one
        let found = try answers(keychain, request.query, limit, request.returns)
        guard !found.isEmpty else { throw KeystoreError(.itemNotFound) }
        guard !request.returns.isEmpty else { return }
        unsafe result?.pointee = limit == .one ? found.first : found
    }
}

// The name is the keychain's own.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Changes every item that matches.
///
/// - Parameters:
///   - query: The class and attributes to match.
///   - attributesToUpdate: New attributes, and a new secret as ``kSecValueData``.
/// - Returns: ``errSecSuccess`` or a status number; then nothing was changed.
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    status { () throws(KeystoreError) in
        let keychain = try SecItemStore.require()
        let request = try SecItemRequest(query, .updateQuery)
        let changes = try SecItemRequest(attributesToUpdate, .changes)
        if let data = changes.data {
            try keychain.update(request.query, changes.changes, secret: secret(data))
        } else {
            try keychain.update(request.query, changes.changes)
        }
    }
}

// The name is the keychain's own.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Deletes every item that matches.
///
/// - Parameter query: The class and attributes to match.
/// - Returns: ``errSecSuccess`` or a status number.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    status { () throws(KeystoreError) in
        let keychain = try SecItemStore.require()
        try keychain.delete(SecItemRequest(query, .delete).query)
    }
}

private func status(_ body: () throws(KeystoreError) -> Void) -> OSStatus {
    do throws(KeystoreError) {
        try body()
        return errSecSuccess
    } catch {
        return error.code.rawValue
    }
}

private func requirePlace(_ request: SecItemRequest, _ hasPlace: Bool) throws(KeystoreError) {
    guard request.returns.isEmpty || hasPlace else {
        throw KeystoreError(.invalidParameter, "the pointer for the result is nil")
    }
}

private func secret(_ data: Data) -> Secret {
    Secret(capacity: min(data.count, 1_048_576)) { (span: inout MutableSpan<UInt8>) in
        for (index, octet) in data.prefix(span.count).enumerated() { span[index] = octet }
        return span.count
    }
}

/// What each item that is found is answered with: bare data or reference, or a dictionary.
private func answers(
    _ keychain: Keychain,
    _ query: ItemQuery,
    _ limit: MatchLimit,
    _ returns: Set<String>
) throws(KeystoreError) -> [Any] {
    guard returns.contains(kSecReturnData) else {
        return try keychain.items(query, limit: limit).map { answer($0, nil, returns) }
    }
    var found: [Any] = []
    do {
        try keychain.forEachSecret(query, limit: limit) { item, octets in
            let data = unsafe octets.withUnsafeBytes { unsafe Data($0) }
            found.append(answer(item, data, returns))
        }
    } catch let error as KeystoreError {
        throw error
    } catch {
        throw KeystoreError(.notAvailable, "\(error)")
    }
    return found
}

private func answer(_ item: Item, _ data: Data?, _ returns: Set<String>) -> Any {
    let reference = Data(item.persistentReference.octets)
    if returns == [kSecReturnData] { return data ?? Data() }
    if returns == [kSecReturnPersistentRef] { return reference }
    var dictionary: [String: Any] = returns.contains(kSecReturnAttributes) ? attributes(item) : [:]
    if returns.contains(kSecReturnPersistentRef) { dictionary[kSecValuePersistentRef] = reference }
    if item.hasData, let data { dictionary[kSecValueData] = data }
    return dictionary
}

private func attributes(_ item: Item) -> [String: Any] {
    let attributes = item.attributes
    var dictionary: [String: Any] = [
        kSecClass: kSecClassGenericPassword,
        kSecAttrService: attributes.service,
        kSecAttrAccount: attributes.account,
        kSecAttrAccessible: attributes.accessible.rawValue,
        kSecAttrSynchronizable: attributes.isSynchronizable,
        kSecAttrCreationDate: date(item.created),
        kSecAttrModificationDate: date(item.modified),
    ]
    dictionary[kSecAttrAccessGroup] = attributes.accessGroup?.rawValue
    dictionary[kSecAttrLabel] = attributes.label
    dictionary[kSecAttrGeneric] = attributes.generic.map { Data($0) }
    dictionary[kSecAttrComment] = attributes.comment
    dictionary[kSecAttrDescription] = attributes.kind
    dictionary[kSecAttrCreator] = attributes.creator
    dictionary[kSecAttrType] = attributes.type
    dictionary[kSecAttrIsInvisible] = attributes.isInvisible
    dictionary[kSecAttrIsNegative] = attributes.isNegative
    return dictionary
}

private func date(_ moment: Timestamp) -> Date {
    Date(timeIntervalSince1970: Double(moment.microseconds) / 1_000_000)
}
