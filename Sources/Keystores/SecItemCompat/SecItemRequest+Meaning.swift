import JetonKeystore

extension SecItemRequest {
    /// What an addition says.
    var attributes: ItemAttributes {
        var attributes = ItemAttributes(
            service: texts[kSecAttrService] ?? "",
            account: texts[kSecAttrAccount] ?? "",
            accessGroup: group,
            accessible: accessible ?? .whenUnlocked,
            isSynchronizable: isSynchronizable ?? false
        )
        attributes.details = details
        return attributes
    }

    /// What a query means.
    var query: ItemQuery {
        var query = ItemQuery(
            service: texts[kSecAttrService],
            account: texts[kSecAttrAccount],
            accessGroup: group,
            scope: matchesAnySynchronizable ? .any : isSynchronizable == true ? .synchronizableOnly : .localOnly
        )
        query.details = details
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
        changes.details = details
        changes.accessGroup = group
        changes.accessible = accessible
        changes.isSynchronizable = isSynchronizable
        return changes
    }

    private var details: ItemDetails {
        var details = ItemDetails(label: texts[kSecAttrLabel], generic: generic)
        details.comment = texts[kSecAttrComment]
        details.kind = texts[kSecAttrDescription]
        details.creator = numbers[kSecAttrCreator]
        details.type = numbers[kSecAttrType]
        details.isInvisible = flags[kSecAttrIsInvisible]
        details.isNegative = flags[kSecAttrIsNegative]
        return details
    }
}
