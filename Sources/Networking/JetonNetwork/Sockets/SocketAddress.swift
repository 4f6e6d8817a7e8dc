#if canImport(Glibc)
    import Glibc
#endif

/// Between ``IPAddress`` and the system's `sockaddr`.
enum SocketAddress {
    /// The address in a `sockaddr`; nil for other families.
    static func address(_ pointer: UnsafePointer<sockaddr>?, _ length: socklen_t) -> IPAddress? {
        guard let pointer = unsafe pointer else { return nil }
        let raw = unsafe UnsafeRawBufferPointer(start: pointer, count: Int(length))
        // The port of two bytes comes after the family; IPv6 has a flow label of four before its address.
        switch unsafe Int32(pointer.pointee.sa_family) {
        case AF_INET where raw.count >= MemoryLayout<sockaddr_in>.size:
            return unsafe IPAddress(bytes: Array(raw[4..<8]))
        case AF_INET6 where raw.count >= MemoryLayout<sockaddr_in6>.size:
            return unsafe IPAddress(bytes: Array(raw[8..<24]))
        default: return nil
        }
    }

    /// Lends the `sockaddr` of an address and a port.
    static func with<Result>(
        _ address: IPAddress,
        port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var storage = sockaddr_storage()
        let isOld = address.bytes.count == 4
        let length = isOld ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        storage.ss_family = sa_family_t(isOld ? AF_INET : AF_INET6)
        unsafe withUnsafeMutableBytes(of: &storage) { raw in
            unsafe raw[2] = UInt8(port >> 8)
            unsafe raw[3] = UInt8(truncatingIfNeeded: port)
            let start = isOld ? 4 : 8
            for (index, byte) in address.bytes.enumerated() { unsafe raw[start + index] = byte }
        }
        return unsafe withUnsafePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, socklen_t(length)) }
        }
    }
}
