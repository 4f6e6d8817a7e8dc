#if canImport(Glibc)
    import Glibc
#endif

/// Looks for bytes in this process's own memory.
public enum MemoryScan {
    private static let mask: UInt8 = 0xA5
    private static let chunk = 1 << 20

    /// What to look for, in a form that is not found itself.
    public struct Needle: Sendable {
        fileprivate let masked: [UInt8]

        /// Remembers what to look for.
        public init(_ octets: Span<UInt8>) {
            var masked: [UInt8] = []
            for index in 0..<octets.count { masked.append(octets[index] ^ MemoryScan.mask) }
            self.masked = masked
        }
    }

    /// How often the octets stand in memory that this process may write.
    ///
    /// Other tests map and unmap memory meanwhile, so that one reading of the map can miss a region: three scans in a row
    /// must agree.
    public static func count(_ needle: Needle) throws -> Int {
        var last = try scan(needle)
        var agreeing = 1
        for _ in 0..<24 where agreeing < 3 {
            let next = try scan(needle)
            agreeing = next == last ? agreeing + 1 : 1
            last = next
        }
        return last
    }

    private static func scan(_ needle: Needle) throws -> Int {
        // The plain needle and what is read lie in pages of their own, which are left out.
        let size = chunk + 8192
        let address = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let pages = unsafe address, unsafe pages != MAP_FAILED else {
            throw TestRigError("no pages to scan memory with")
        }
        defer {
            unsafe memset(pages, 0, size)
            unsafe munmap(pages, size)
        }
        let plain = unsafe UnsafeMutableBufferPointer(
            start: pages.assumingMemoryBound(to: UInt8.self),
            count: needle.masked.count
        )
        for (index, octet) in needle.masked.enumerated() { unsafe plain[index] = octet ^ mask }
        let memory = unsafe open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw TestRigError("/proc/self/mem can't be opened") }
        defer { close(memory) }
        let own = UInt(bitPattern: pages)..<UInt(bitPattern: pages) + UInt(size)
        var count = 0
        for region in try regions() {
            for part in parts(of: region, without: own) {
                count += unsafe scan(memory, part, pages + 4096, plain)
            }
        }
        return count
    }

    /// The address ranges that may be written, from `/proc/self/maps`.
    private static func regions() throws -> [Range<UInt>] {
        try ProcessMaps.text().split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 1, words[1].hasPrefix("rw") else { return nil }
            let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            return ends.count == 2 ? ends[0]..<ends[1] : nil
        }
    }

    // Neighboring anonymous pages are shown as one region: cut the own ones out.
    private static func parts(of region: Range<UInt>, without own: Range<UInt>) -> [Range<UInt>] {
        guard region.overlaps(own) else { return [region] }
        return [
            region.lowerBound..<max(region.lowerBound, own.lowerBound),
            min(region.upperBound, own.upperBound)..<region.upperBound,
        ].filter { !$0.isEmpty }
    }

    private static func scan(
        _ memory: Int32,
        _ range: Range<UInt>,
        _ buffer: UnsafeMutableRawPointer,
        _ needle: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var count = 0
        var start = range.lowerBound
        while start < range.upperBound {
            let wanted = min(chunk, Int(range.upperBound - start))
            let got = unsafe pread(memory, buffer, wanted, Int(bitPattern: start))
            // Memory that another thread gave back in the meantime holds nothing.
            guard got > 0 else { break }
            var offset = 0
            while offset + needle.count <= got {
                let left = got - offset - needle.count + 1
                guard
                    let start = needle.baseAddress,
                    let hit = unsafe memchr(buffer + offset, Int32(start.pointee), left)
                else { break }
                if unsafe memcmp(hit, start, needle.count) == 0 { count += 1 }
                offset = unsafe buffer.distance(to: hit) + 1
            }
            // The parts overlap by less than the needle, so that nothing is missed or counted twice.
            let isLast = start + UInt(got) >= range.upperBound
            start += UInt(isLast ? got : max(1, got - needle.count + 1))
        }
        return count
    }
}
