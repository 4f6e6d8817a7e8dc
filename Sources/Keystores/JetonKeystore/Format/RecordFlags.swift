/// What can be said of a record without opening it.
struct RecordFlags: OptionSet, Sendable {
    let rawValue: UInt16

    static let synchronizable = RecordFlags(rawValue: 1)
    static let tombstone = RecordFlags(rawValue: 2)
    static let thisDeviceOnly = RecordFlags(rawValue: 4)
    static let hasData = RecordFlags(rawValue: 8)
    static let known: RecordFlags = [.synchronizable, .tombstone, .thisDeviceOnly, .hasData]
}
