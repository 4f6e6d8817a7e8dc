import JetonOctets

/// An entry of a KeePass database.
struct KeePassEntry {
    /// The groups around it, with slashes between.
    var group = ""
    var title = ""
    var user = ""
    var address = ""
    var password: SharedSecret?
    var notes: SharedSecret?
    var oneTimePassword: SharedSecret?
    /// Protected fields of the user's own, by name.
    var further: [(name: String, value: SharedSecret)] = []
    var created: UInt64?
    var modified: UInt64?

    /// The entry as items: the password, and one for each further secret.
    var items: [ForeignItem] {
        let service = [group, title].filter { !$0.isEmpty }.joined(separator: "/")
        guard !service.isEmpty else { return [] }
        var item = ForeignItem(
            service: service,
            account: user,
            secret: password ?? SharedSecret(copying: [UInt8]().span)
        )
        item.label = title.isEmpty ? nil : title
        item.comment = address.isEmpty ? nil : address
        item.created = created
        item.modified = modified
        var items = (password?.count ?? 0) > 0 ? [item] : []
        if let notes, notes.count > 0 { items.append(notes.withBytes { item.notes($0) }) }
        let others = oneTimePassword.map { [(name: "TOTP", value: $0)] } ?? []
        for (name, value) in others + further where value.count > 0 {
            var other = item
            other.account = user.isEmpty ? "(\(name))" : "\(user) (\(name))"
            other.kind = name
            other.secret = value
            items.append(other)
        }
        return items
    }
}
