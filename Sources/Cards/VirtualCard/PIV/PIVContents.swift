/// What the PIV application remembers.
struct PIVContents: Sendable {
    /// The application PIN (key reference 80).
    var pin: PINReference
    /// The PIN unblocking key (key reference 81).
    var unblockingKey: PINReference
    /// The card management key (key reference 9B).
    var managementKey: ManagementKey
    /// The algorithm that the management key has after RESET.
    var factoryManagementAlgorithm: ManagementAlgorithm
    /// The private keys, by key reference.
    var keys: [UInt8: StoredKey]
    /// The data objects' values, by tag.
    var objects: [UInt32: [UInt8]]

    /// How many octets all objects may take together, their tags not counted.
    static let maximumObjectsLength = 262_144
    /// How many octets one object may take; an iris or face image has at most 12,704.
    static let maximumObjectLength = 16_384
    /// How many objects there may be.
    static let maximumObjectCount = 256
}
