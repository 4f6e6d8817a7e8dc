/// The form of files in which stores keep tokens: whether one can be what its name says.
///
/// - SeeAlso: SoftHSM 2.6, `ObjectFile.cpp`: a generation number of eight bytes, then attributes: type, kind and value,
///   numbers big-endian in eight bytes. SQLite, "Database File Format", 1.3.
enum StoredObjectFile {
    /// What is wrong with a file; nil if nothing can be seen, or its form is not known.
    static func fault(of path: String, _ octets: [UInt8]) -> ReportText? {
        let name = path.split(separator: "/").last ?? ""
        if name.hasSuffix(".object") { return softHSMFault(octets, isToken: name == "token.object") }
        let isDatabase = [".sqlite3", ".sqlite", ".db"].contains { name.hasSuffix($0) }
        return isDatabase ? databaseFault(octets) : nil
    }

    private static func number(_ octets: [UInt8], _ offset: Int, _ count: Int = 8) -> UInt64? {
        guard offset >= 0, offset + count <= octets.count else { return nil }
        return octets[offset..<(offset + count)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func softHSMFault(_ octets: [UInt8], isToken: Bool) -> ReportText? {
        if octets.isEmpty { return "is empty" }
        guard octets.count >= 8 else { return "is truncated" }
        guard let types = attributes(octets, 8, octets.count, depth: 0) else { return "is damaged or truncated" }
        // Label, serial number, flags and the key of the token, each sealed by a PIN.
        let needed: [UInt64] = isToken ? [0x8000_5349, 0x8000_534A, 0x8000_534B] : [0]
        return needed.allSatisfy(types.contains) ? nil : "is damaged: attributes that every object has are missing"
    }

    /// The types of the attributes between two offsets; nil if they are malformed.
    private static func attributes(_ octets: [UInt8], _ start: Int, _ end: Int, depth: Int) -> Set<UInt64>? {
        var types: Set<UInt64> = []
        var offset = start
        while offset < end {
            guard let type = number(octets, offset), let kind = number(octets, offset + 8) else { return nil }
            // Types of PKCS #11 are below 0x1000, vendors' and SoftHSM's own from 0x80000000 on.
            guard type < 0x1000 || type >> 28 == 8 || type >> 28 == 4 else { return nil }
            types.insert(type)
            offset += 16
            switch kind {
            case 1:
                guard offset < end, [0, 1, 0xFF].contains(octets[offset]) else { return nil }
                offset += 1
            case 2: offset += 8
            case 3, 4, 5:
                guard let length = number(octets, offset), length < 1 << 24 else { return nil }
                let size = Int(length) * (kind == 5 ? 8 : 1)
                offset += 8
                guard offset + size <= end else { return nil }
                if kind == 4, depth < 4, attributes(octets, offset, offset + size, depth: depth + 1) == nil {
                    return nil
                }
                offset += size
            default: return nil
            }
        }
        return offset == end ? types : nil
    }

    private static func databaseFault(_ octets: [UInt8]) -> ReportText? {
        if octets.isEmpty { return "is empty" }
        guard octets.starts(with: Array("SQLite format 3\0".utf8)) else { return "is not an SQLite database" }
        guard let written = number(octets, 16, 2), let pages = number(octets, 28, 4) else { return "is truncated" }
        let size = written == 1 ? 65_536 : written
        guard size >= 512, size & (size - 1) == 0 else { return "is damaged: its page size is \(size)" }
        let isCounted = number(octets, 24, 4) == number(octets, 92, 4)
        if UInt64(octets.count) % size != 0 || isCounted && pages * size > UInt64(octets.count) {
            return "is truncated"
        }
        // The first byte of a page of a tree is its kind.
        return [2, 5, 10, 13].contains(octets[100]) ? nil : "is damaged: its first page is not a table page"
    }
}
