import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// One end of a TCP connection: an address and a port.
struct SocketEnd: Hashable {
    /// 16 bytes in network order; an IPv4 address as `::ffff:a.b.c.d`.
    let address: [UInt8]
    let port: UInt16

    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// An end as the kernel writes it in `/proc/net/tcp`: words of the address as numbers of this machine's, a colon
    /// and the port.
    init?(_ text: String) {
        let parts = text.split(separator: ":")
        guard parts.count == 2, parts[0].utf8.count == 8 || parts[0].utf8.count == 32,
            let port = UInt16(parts[1], radix: 16), let digits = Hex.decode(String(parts[0]))
        else { return nil }
        // The kernel prints each four bytes as one number.
        let octets = stride(from: 0, to: digits.count, by: 4).flatMap { start in
            let number = digits[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
            return number.littleEndian == number ? Array(number.bigEndianOctets.reversed()) : number.bigEndianOctets
        }
        self.init(octets, port)
    }

    /// An end as the system calls give it: the bytes of a `sockaddr_in` or `sockaddr_in6`.
    init?(socketAddress octets: [UInt8]) {
        guard octets.count >= MemoryLayout<sockaddr_in>.size else { return nil }
        let family = unsafe octets.withUnsafeBytes { unsafe $0.loadUnaligned(as: sa_family_t.self) }
        // Both have the port in bytes 2 and 3; then 4 bytes of address, or 4 of flow information and 16 of address.
        let port = UInt16(octets[2]) << 8 | UInt16(octets[3])
        switch Int32(family) {
        case AF_INET: self.init(Array(octets[4..<8]), port)
        case AF_INET6 where octets.count >= 24: self.init(Array(octets[8..<24]), port)
        default: return nil
        }
    }

    private init(_ octets: [UInt8], _ port: UInt16) {
        address = octets.count == 4 ? Self.mappedPrefix + octets : octets
        self.port = port
    }

    /// Whether the address is one of 127.0.0.0/8, or ::1.
    var isLoopback: Bool {
        (address.starts(with: Self.mappedPrefix) && address[12] == 127)
            || address == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// Whether a socket bound here gets what is sent to another end: the same port, the same address or all addresses.
    func covers(_ end: SocketEnd) -> Bool {
        guard port == end.port else { return false }
        if address == end.address { return true }
        let isVersion4 = end.address.starts(with: Self.mappedPrefix)
        return address.allSatisfy { $0 == 0 } || (isVersion4 && address == Self.mappedPrefix + [0, 0, 0, 0])
    }
}
