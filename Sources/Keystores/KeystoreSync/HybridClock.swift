import JetonKeystoreBase

/// The hybrid logical clock of one device.
struct HybridClock: Sendable {
    /// The greatest time made or seen so far.
    private(set) var last: HybridTime?
    private let device: SyncDeviceIdentifier

    /// Goes on behind the last time of an earlier run.
    init(device: SyncDeviceIdentifier, last: HybridTime? = nil) {
        self.device = device
        self.last = last
    }

    /// Takes notice of a time that came from elsewhere.
    mutating func observe(_ time: HybridTime) { last = last.map { max($0, time) } ?? time }

    /// A time that is later than every one made or seen so far.
    ///
    /// - Throws: ``KeystoreError/Code/notAvailable`` at the end of time, which is in the year 10889.
    mutating func tick(_ milliseconds: UInt64) throws(KeystoreError) -> HybridTime {
        let next: HybridTime? =
            if let last, last.milliseconds >= milliseconds {
                last.next(for: device)
            } else {
                HybridTime(milliseconds: milliseconds, counter: 0, device: device)
            }
        guard let next else { throw KeystoreError(.notAvailable, "the clock is out of range") }
        last = next
        return next
    }
}
