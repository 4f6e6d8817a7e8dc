/// One class key: its class, and how often the class keys had been replaced when it was made.
///
/// In files the class is the low byte of a 16-bit number, and the epoch the high one.
struct ClassKeyName: Hashable, Sendable {
    let protection: ProtectionClass
    /// 0 for the keys that the store was made with; always 0 for the class that the device key opens.
    let epoch: UInt8

    init(_ protection: ProtectionClass, epoch: UInt8) {
        self.protection = protection
        self.epoch = protection == .always ? 0 : epoch
    }

    init?(rawValue: UInt16) {
        guard let protection = ProtectionClass(rawValue: rawValue & 0xFF) else { return nil }
        self.init(protection, epoch: UInt8(rawValue >> 8))
        guard self.rawValue == rawValue else { return nil }
    }

    var rawValue: UInt16 { UInt16(epoch) << 8 | protection.rawValue }
}
