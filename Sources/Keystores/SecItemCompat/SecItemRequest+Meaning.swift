import Keystore

extension SecItemRequest {
    /// What an addition says.
    var attributes: ItemAttributes {
        var attributes = ItemAttributes(
            service: texts[kSecAttrService] ?? "",
            account: texts[kSecAttrAccount] ?? "",
            label: texts[kSecAttrLabel],
            generic: generic,
            accessGroup: group,
            accessible: accessible ?? .whenUnlocked,
            isSynchronizable: isSynchronizable ?? false
        )
        attributes.comment = texts[kSecAttrComment]
        attributes.kind = texts[kSecAttrDescription]
        attributes.creator = numbers[kSecAttrCreator]
        attributes.type = numbers[kSecAttrType]
        attributes.isInvisible = flags[kSecAttrIsInvisible]
        attributes.isNegative = flags[kSecAttrIsNegative]
        return attributes
    }

    /// What a query means.
    var query: ItemQuery {
        var query = ItemQuery(
            service: texts[kSecAttrService],
            account: texts[kSecAttrAccount],
            accessGroup: group,
            scope: matchesAnySynchronizable ? .any : isSynchronizable == true ? .synchronizableOnly : .localOnly,
            label: texts[kSecAttrLabel]
        )
        query.generic = generic
        query.comment = texts[kSecAttrComment]
        query.kind = texts[kSecAttrDescription]
        query.creator = numbers[kSecAttrCreator]
        query.type = numbers[kSecAttrType]
        query.isInvisible = flags[kSecAttrIsInvisible]
        query.isNegative = flags[kSecAttrIsNegative]
        query.accessible = accessible
        if let reference {
            query.persistentReference = reference
            // A reference means its item, synchronizable or not.
            query.scope = .any
        }
        return query
    }

    /// What an update changes.
    var changes: AttributeChanges {
        var changes = AttributeChanges()
        changes.service = texts[kSecAttrService]
        changes.account = texts[kSecAttrAccount]
        changes.label = texts[kSecAttrLabel]
        changes.generic = generic
        changes.comment = texts[kSecAttrComment]
        changes.kind = texts[kSecAttrDescription]
        changes.creator = numbers[kSecAttrCreator]
        changes.type = numbers[kSecAttrType]
        changes.isInvisible = flags[kSecAttrIsInvisible]
        changes.isNegative = flags[kSecAttrIsNegative]
        changes.accessGroup = group
        changes.accessible = accessible
        changes.isSynchronizable = isSynchronizable
        return changes
    }
}
