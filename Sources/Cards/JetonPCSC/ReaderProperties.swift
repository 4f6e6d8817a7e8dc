import JetonOctets

/// What a reader's driver says of the reader in TLV form.
///
/// - SeeAlso: PC/SC Workgroup Specification 2.02.09, part 10, 2.6.14.
public struct ReaderProperties: Hashable, Sendable {
    /// The properties by tag; numbers are in little-endian order.
    public let values: [UInt8: [UInt8]]

    /// Reads tag, length and value of each property.
    ///
    /// - Parameter octets: Octets from a driver; reading stops at the first property that runs over the end.
    public init(_ octets: [UInt8]) {
        var cursor = ByteCursor(octets)
        var values: [UInt8: [UInt8]] = [:]
        while let tag = try? cursor.readByte(), let length = try? cursor.readByte(),
            let value = try? cursor.read(Int(length))
        {
            values[tag] = Array(value)
        }
        self.values = values
    }

    /// Octets of data that one command may have (tag 0A); 0 means that only the short form passes.
    public var maximumDataLength: UInt64? { number(0x0A) }
    /// Shortest PIN that the PIN pad takes (tag 06).
    public var minimumPINLength: UInt64? { number(0x06) }
    /// Longest PIN that the PIN pad takes (tag 07).
    public var maximumPINLength: UInt64? { number(0x07) }
    /// USB vendor (tag 0B).
    public var usbVendor: UInt64? { number(0x0B) }
    /// USB product (tag 0C).
    public var usbProduct: UInt64? { number(0x0C) }

    private func number(_ tag: UInt8) -> UInt64? {
        guard let octets = values[tag], (1...8).contains(octets.count) else { return nil }
        return octets.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
