public import Cryptoki
internal import Synchronization
public import TokenKit

/// The one token that a query named.
///
/// Its module is loaded in this process when ``slot`` is read first; what the survey showed needs no module.
public struct SelectedToken: Sendable, CustomStringConvertible {
    /// The token as the survey showed it.
    public let entry: TokenEntry
    /// All tokens that were there with it.
    public let inventory: Inventory
    private let loaded: LoadedSlot

    package init(entry: TokenEntry, inventory: Inventory, slot: Slot? = nil) {
        self.entry = entry
        self.inventory = inventory
        loaded = LoadedSlot(slot)
    }

    /// The same token in another slot.
    package func moved(to slot: Slot) -> SelectedToken {
        SelectedToken(entry: entry, inventory: inventory, slot: slot)
    }

    /// What the module says of the token.
    public var token: TokenInfo { entry.token }
    /// One line: the name, the model and the reader.
    public var description: String { "token '\(name)' (\(token.model)) in '\(readerName)'" }
    /// The token's label.
    public var label: String { token.label.description }
    /// The token's name in a sentence: its label, or its serial number.
    public var name: String { token.name }
    /// The shortest URI that names the token.
    public var uri: String { inventory.shortestURI(of: entry).description }
    /// The name of the reader or slot that the token is in.
    public var readerName: String { inventory.readerName(of: entry) }

    /// How many functions the module's table of vendor extensions has; 0 if it has none.
    public var extendedFunctionCount: Int { inventory.extendedFunctionCount(of: entry) }

    /// The token's slot, with its module loaded.
    ///
    /// - Throws: `ModuleLoadError`, `CryptokiError`; ``SelectionError/Code/tokenGone``.
    public var slot: Slot { get throws { try loaded.slot(of: entry) } }

    /// Opens a session.
    ///
    /// - Parameter readWrite: Whether objects of the token are to be created or changed.
    /// - Returns: The session.
    /// - Throws: ``SelectionError/Code/unpaired``; `PairingError` if Jeton's own module refuses the channel;
    ///   `ModuleLoadError`, `CryptokiError`.
    public func openSession(readWrite: Bool = false) throws -> Session {
        let slot = try slot
        do {
            return try Session(slot: slot, readWrite: readWrite)
        } catch {
            if let refusal = PairingError(channelOf: slot, cause: error) { throw refusal }
            guard error.code == .functionNotSupported, entry.slot.isUnpaired else { throw error }
            throw SelectionError.unpaired(entry, in: inventory)
        }
    }

    /// The full URI of an object on the token.
    func fullURI(label: [UInt8]?, id: [UInt8]?, type: PKCS11URI.ObjectType?) -> PKCS11URI {
        var uri = entry.fullURI
        uri.object = label
        uri.id = id
        uri.type = type
        return uri
    }

    /// A slot whose module is loaded once, when it is needed first.
    private final class LoadedSlot: Sendable {
        private let slot: Mutex<Slot?>

        init(_ slot: Slot?) { self.slot = Mutex(slot) }

        func slot(of entry: TokenEntry) throws -> Slot {
            try slot.withLock { slot in
                if let slot { return slot }
                let module = try Module(
                    ModuleLibrary(path: entry.modulePath),
                    initializationString: entry.initializationString
                )
                // The survey was another process: this one's module makes its slots when it is asked for them.
                guard let found = try module.slots().first(where: { $0.id == entry.slot.id }) else {
                    throw SelectionError(.tokenGone)
                }
                slot = found
                return found
            }
        }
    }
}
