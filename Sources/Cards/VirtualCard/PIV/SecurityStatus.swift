/// Who has proved what since the application was selected.
struct SecurityStatus: Sendable {
    private var pinGeneration: UInt32?
    private var managementGeneration: UInt32?
    private var unblockingKeyGeneration: UInt32?
    /// Whether the PIN was verified and no private key used since.
    private(set) var isPINFresh = false

    /// Whether the PIN that the card has now was verified.
    func isPINVerified(_ contents: PIVContents) -> Bool { pinGeneration == contents.pin.generation }

    /// Whether the management key that the card has now was proved.
    func isManagementAuthenticated(_ contents: PIVContents) -> Bool {
        managementGeneration == contents.managementKey.generation
    }

    /// Whether the PUK that the card has now was given.
    func isUnblockingKeyVerified(_ contents: PIVContents) -> Bool {
        unblockingKeyGeneration == contents.unblockingKey.generation
    }

    mutating func pinWasVerified(_ contents: PIVContents) {
        pinGeneration = contents.pin.generation
        isPINFresh = true
    }

    mutating func forgetPIN() {
        pinGeneration = nil
        isPINFresh = false
    }

    mutating func unblockingKeyWasVerified(_ contents: PIVContents) {
        unblockingKeyGeneration = contents.unblockingKey.generation
    }

    mutating func forgetUnblockingKey() { unblockingKeyGeneration = nil }

    mutating func managementWasProved(_ contents: PIVContents) {
        managementGeneration = contents.managementKey.generation
    }

    mutating func forgetManagement() { managementGeneration = nil }

    /// Takes note of the use of a private key, for those that want the PIN each time.
    mutating func keyWasUsed() { isPINFresh = false }

    /// Whether a key with this policy may be used now.
    func allows(_ policy: PINPolicy, _ contents: PIVContents) -> Bool {
        switch policy {
        case .never: true
        case .once: isPINVerified(contents)
        case .always: isPINVerified(contents) && isPINFresh
        }
    }
}
