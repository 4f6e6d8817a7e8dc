public import SecureChannel

/// What a virtual card is like, without any secret.
public struct VirtualCardStatus: Hashable, Sendable {
    /// A PIN or PUK.
    public struct PIN: Hashable, Sendable {
        /// Wrong values that are still allowed; 0 means blocked.
        public let triesLeft: Int
        /// Wrong values in a row that are allowed.
        public let maximumTries: Int
        /// Whether the value is still that from the factory, which everybody knows.
        public let isFactoryValue: Bool
    }

    /// A secure channel.
    public struct Channel: Hashable, Sendable {
        /// The suites that the card has keys for; one, unless the image is older than the suite P-256.
        public let suites: [ChannelSuite]
        /// Whether the card can be paired at this moment.
        public let isInPairingMode: Bool
        /// Its password slots; that with number 1 first.
        public let slots: [ChannelInformation.Slot]
        /// The programs that it is paired with.
        public let peers: [CardPeer]
    }

    /// The serial number.
    public let serialNumber: UInt32
    /// Whether the card is in its slot.
    public let isInserted: Bool
    /// The PIN.
    public let pin: PIN
    /// The PIN unblocking key.
    public let unblockingKey: PIN
    /// The management key's algorithm.
    public let managementAlgorithm: ManagementAlgorithm
    /// Whether the management key is still that from the factory.
    public let isManagementKeyFactoryValue: Bool
    /// The key references with a private key, ascending, without the card's own attestation key.
    public let keyReferences: [UInt8]
    /// The tags of the data objects that are there, ascending.
    public let objectTags: [UInt32]
    /// The secure channel, if the card has one.
    public let channel: Channel?

    init(_ contents: CardContents, isInserted: Bool) {
        let piv = contents.piv
        serialNumber = contents.serialNumber
        self.isInserted = isInserted
        pin = PIN(piv.pin, PINReference.factoryPIN)
        unblockingKey = PIN(piv.unblockingKey, PINReference.factoryUnblockingKey)
        managementAlgorithm = piv.managementKey.algorithm
        isManagementKeyFactoryValue = piv.managementKey.isFactory
        keyReferences = piv.keys.keys.filter { $0 != KeyReference.attestation }.sorted()
        objectTags = piv.objects.keys.sorted()
        channel = contents.channel.map { records in
            Channel(
                suites: ChannelSuite.allCases.filter { records.keys[$0] != nil },
                isInPairingMode: records.isInPairingMode(at: SystemTime().seconds()),
                slots: records.slots.map { ChannelInformation.Slot(state: $0.state, suite: $0.suite) },
                peers: records.peers
            )
        }
    }
}

extension VirtualCardStatus.PIN {
    fileprivate init(_ pin: PINReference, _ factory: [UInt8]) {
        triesLeft = Int(pin.triesLeft)
        maximumTries = Int(pin.maximumTries)
        isFactoryValue = pin.isFactory(factory)
    }
}
