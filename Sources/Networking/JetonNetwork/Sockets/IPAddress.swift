#if canImport(Glibc)
    import Glibc
#endif

/// An IPv4 or IPv6 address.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16 bytes in network order.
    public let bytes: [UInt8]

    /// Makes an address; nil unless there are 4 or 16 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads the standard text of an address: four decimal numbers, or the forms of RFC 4291, 2.2.
    public init?(_ text: String) {
        for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: size)
            if unsafe bytes.withUnsafeMutableBytes({ unsafe inet_pton(family, text, $0.baseAddress) }) == 1 {
                self.bytes = bytes
                return
            }
        }
        return nil
    }

    /// The standard text with a port; an IPv6 address stands in brackets.
    func text(with port: UInt16) -> String { bytes.count == 4 ? "\(self):\(port)" : "[\(self)]:\(port)" }

    /// The standard text.
    public var description: String {
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            guard let base = buffer.baseAddress,
                let text = unsafe inet_ntop(family, bytes, base, socklen_t(buffer.count))
            else { return "" }
            return unsafe String(cString: text)
        }
    }

    /// Whether the address belongs to the public internet: not loopback, link-local, private or reserved.
    ///
    /// An IPv6 address that carries an IPv4 address (mapped, NAT64, 6to4, Teredo) is as public as that.
    ///
    /// - SeeAlso: RFC 6890; the special-purpose registries of IANA.
    public var isPublic: Bool {
        if bytes.count == 4 {
            return !IPAddress.special4.contains { network, length in IPAddress.matches(bytes, network, length) }
        }
        for (network, length, start) in IPAddress.carriers where IPAddress.matches(bytes, network, length) {
            return IPAddress(bytes: Array(bytes[start..<(start + 4)]))?.isPublic ?? false
        }
        // Teredo holds the client's address inverted, behind its server's.
        if IPAddress.matches(bytes, [0x20, 0x01, 0, 0], 32) {
            return IPAddress(bytes: bytes[12...].map { ~$0 })?.isPublic ?? false
        }
        // Global unicast is 2000::/3; of it, documentation and the rest of 2001::/23 are not routed.
        return IPAddress.matches(bytes, [0x20], 3)
            && !IPAddress.special6.contains { network, length in IPAddress.matches(bytes, network, length) }
    }

    /// Whether the address belongs to a network of addresses of its family.
    package func isInNetwork(_ network: IPAddress, prefixLength: Int) -> Bool {
        bytes.count == network.bytes.count && IPAddress.matches(bytes, network.bytes, prefixLength)
    }

    /// Whether the first bits are those of a network.
    static func matches(_ bytes: [UInt8], _ network: [UInt8], _ length: Int) -> Bool {
        for index in 0..<length {
            let mask = UInt8(0x80) >> UInt8(index % 8)
            guard index / 8 < bytes.count, index / 8 < network.count,
                bytes[index / 8] & mask == network[index / 8] & mask
            else { return false }
        }
        return true
    }

    private static let special4: [([UInt8], Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
        ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24),
        ([203, 0, 113], 24), ([224], 4), ([240], 4),
    ]

    private static let special6: [([UInt8], Int)] = [
        ([0x20, 0x01, 0, 0], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x3F, 0xFF, 0], 20),
    ]

    /// IPv6 networks whose addresses carry an IPv4 address, and where: mapped, NAT64, 6to4.
    private static let carriers: [([UInt8], Int, Int)] = [
        ([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], 96, 12),
        ([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96, 12),
        ([0x20, 0x02], 16, 2),
    ]
}
