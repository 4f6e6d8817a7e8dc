/// The slots of an engine, by identifier: the index of ``CardConnector/place`` in a list that only grows.
struct SlotTable: Sendable {
    /// The places' names, including those of places that an earlier engine knew and that are not there now.
    private(set) var names: [String]
    private var slots: [UInt: EngineSlot] = [:]
    private let channels: ChannelKeys?
    private let owner: @Sendable () -> SessionKeyOwner?

    init(names: [String], _ channels: ChannelKeys?, _ owner: @escaping @Sendable () -> SessionKeyOwner?) {
        self.names = names
        self.channels = channels
        self.owner = owner
    }

    /// The slots, ascending by identifier.
    var all: [EngineSlot] { slots.values.sorted { $0.identifier < $1.identifier } }

    var isEmpty: Bool { slots.isEmpty }

    subscript(_ identifier: UInt) -> EngineSlot? { slots[identifier] }

    /// Adds a slot for each place that has none; of two that are one place, the first.
    mutating func add(_ connectors: [any CardConnector]) {
        for connector in connectors {
            let index = names.firstIndex(of: connector.place) ?? names.count
            if index == names.count { names.append(connector.place) }
            let identifier = UInt(index)
            if slots[identifier] == nil { slots[identifier] = EngineSlot(identifier, connector, channels, owner) }
        }
    }

    /// Removes the slots; their identifiers stay taken.
    mutating func removeAll() { slots = [:] }
}
