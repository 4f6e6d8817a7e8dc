internal import JetonOctets
internal import SigningDesk
internal import Synchronization

/// The tokens in use in this process, so that each has one queue and one login.
enum TokenRegister {
    private struct Name: Hashable {
        let module: String
        let manufacturer: [UInt8]
        let model: [UInt8]
        let serialNumber: [UInt8]
        let label: [UInt8]
    }

    private struct Entry {
        weak var connection: TokenConnection?
    }

    private static let entries = Mutex<[Name: Entry]>([:])

    /// The connection of a token; the options of its first use count.
    static func connection(of selected: SelectedToken, _ options: TokenOptions) -> TokenConnection {
        let token = selected.token
        let name = Name(
            module: selected.entry.modulePath,
            manufacturer: token.manufacturer.octets,
            model: token.model.octets,
            serialNumber: token.serialNumber.octets,
            label: token.label.octets
        )
        return entries.withLock { entries in
            if let known = entries[name]?.connection { return known }
            entries = entries.filter { $0.value.connection != nil }
            let made = TokenConnection(selected, options)
            entries[name] = Entry(connection: made)
            return made
        }
    }
}
