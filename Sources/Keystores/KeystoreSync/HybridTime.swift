import JetonOctets

/// A time of a hybrid logical clock: wall-clock milliseconds, a counter, and the device.
///
/// Of two changes that know of each other the later one is greater, whatever the clocks of the devices say.
///
/// - SeeAlso: Kulkarni, Demirbas, Madappa, Avva and Leone, "Logical Physical Clocks" (2014).
public struct HybridTime: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Milliseconds since 1970-01-01T00:00:00Z; below 2^48.
    public let milliseconds: UInt64
    /// Counts changes within one millisecond, or while the wall clock stands behind.
    public let counter: UInt32
    /// The device that made the change.
    public let device: SyncDeviceIdentifier

    private static let millisecondsLimit: UInt64 = 1 << 48

    /// Makes a time; nil if the milliseconds are out of range.
    public init?(milliseconds: UInt64, counter: UInt32, device: SyncDeviceIdentifier) {
        guard milliseconds < HybridTime.millisecondsLimit else { return nil }
        self.milliseconds = milliseconds
        self.counter = counter
        self.device = device
    }

    /// Reads 12 and 8 hexadecimal digits and the device, with dashes between; nil for any other text.
    public init?(rawValue: String) {
        let parts = rawValue.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 12, parts[1].utf8.count == 8,
            let milliseconds = UInt64(parts[0], radix: 16), let counter = UInt32(parts[1], radix: 16),
            let device = SyncDeviceIdentifier(rawValue: String(parts[2]))
        else { return nil }
        self.init(milliseconds: milliseconds, counter: counter, device: device)
        guard self.rawValue == rawValue else { return nil }
    }

    /// 12 and 8 hexadecimal digits and the device, with dashes between.
    public var rawValue: String {
        "\(Hex.encode(milliseconds.bigEndianOctets.dropFirst(2)))-\(Hex.encode(counter.bigEndianOctets))-\(device)"
    }

    /// The same as ``rawValue``.
    public var description: String { rawValue }

    /// Orders by milliseconds, then counter, then device.
    public static func < (left: HybridTime, right: HybridTime) -> Bool {
        (left.milliseconds, left.counter, left.device) < (right.milliseconds, right.counter, right.device)
    }

    /// The least time of a device that is later than another one.
    func next(for device: SyncDeviceIdentifier) -> HybridTime? {
        counter == .max
            ? HybridTime(milliseconds: milliseconds + 1, counter: 0, device: device)
            : HybridTime(milliseconds: milliseconds, counter: counter + 1, device: device)
    }
}

extension HybridTime {
    /// The first time of a device's clock.
    static func zero(_ device: SyncDeviceIdentifier) -> HybridTime {
        HybridTime(device: device)
    }

    private init(device: SyncDeviceIdentifier) {
        milliseconds = 0
        counter = 0
        self.device = device
    }
}
