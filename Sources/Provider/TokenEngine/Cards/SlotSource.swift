/// Where slots come from.
///
/// Any thread may call it.
public protocol SlotSource: Sendable {
    /// The places that there are now, in a stable order; two with one ``CardConnector/place`` are one.
    func connectors() -> [any CardConnector]
}
