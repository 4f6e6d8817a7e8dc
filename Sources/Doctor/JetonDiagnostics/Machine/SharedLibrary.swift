/// What a shared library in ELF form tells of itself: for which machine it is, what it needs and what it exports.
///
/// Read from outside and never loaded. Little-endian files of 64 bits only; every offset and count is checked.
///
/// - SeeAlso: System V ABI, "Object Files" and "Program Loading and Dynamic Linking".
package struct SharedLibrary: Hashable, Sendable {
    /// Whether `e_type` is `ET_DYN`.
    package private(set) var isSharedObject = false
    /// Whether it is a program that may lie anywhere in memory: `DF_1_PIE` in `DT_FLAGS_1`.
    package private(set) var isProgram = false
    /// The names in `DT_NEEDED`, at most 256.
    package private(set) var needed: [String] = []
    /// The directories in `DT_RUNPATH`, or without that in `DT_RPATH`, at most 64, `$ORIGIN` not yet put in.
    package private(set) var runPath: [String] = []
    /// The names that it defines and exports and that start with `C_`, at most 1,024.
    package private(set) var entryPoints: Set<String> = []

    private let octets: [UInt8]
    private var segments: [(address: UInt64, offset: UInt64, size: UInt64)] = []

    /// Reads a library; nil if this is not a 64-bit ELF file, or it is truncated.
    package init?(_ octets: [UInt8]) {
        self.octets = octets
        guard let header = ELFHeader(octets), header.elfClass == 2, octets[5] == 1, octets.count >= 64,
            let type = number(16, 2), let start = number(32, 8), let size = number(54, 2), let count = number(56, 2),
            size >= 56
        else { return nil }
        isSharedObject = type == 3
        var dynamic: (offset: UInt64, size: UInt64)?
        for index in 0..<count {
            let entry = start &+ index &* size
            guard let kind = number(entry, 4), let offset = number(entry &+ 8, 8),
                let address = number(entry &+ 16, 8), let length = number(entry &+ 32, 8)
            else { return nil }
            guard length == 0 || offset < UInt64(octets.count),
                length <= UInt64(octets.count) &- min(offset, UInt64(octets.count))
            else { return nil }
            if kind == 1 { segments.append((address, offset, length)) }
            if kind == 2 { dynamic = (offset, length) }
        }
        if let dynamic { readDynamic(dynamic.offset, dynamic.size) }
    }

    private mutating func readDynamic(_ offset: UInt64, _ size: UInt64) {
        var values: [UInt64: UInt64] = [:]
        var neededNames: [UInt64] = []
        for index in 0..<min(size / 16, 4096) {
            guard let tag = number(offset &+ index &* 16, 8), let value = number(offset &+ index &* 16 &+ 8, 8),
                tag != 0
            else { break }
            if tag == 1 { neededNames.append(value) } else { values[tag] = value }
        }
        isProgram = (values[0x6FFF_FFFB] ?? 0) & 0x0800_0000 != 0
        // DT_STRTAB is 5, DT_SYMTAB 6, DT_STRSZ 10, DT_RPATH 15, DT_RUNPATH 29.
        guard let texts = values[5].flatMap({ fileOffset($0) }), let length = values[10] else { return }
        func text(_ at: UInt64) -> String? {
            guard at < length, texts &+ at < UInt64(octets.count) else { return nil }
            let rest = octets[Int(texts &+ at)...].prefix(4096)
            guard let end = rest.firstIndex(of: 0) else { return nil }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
        needed = neededNames.prefix(256).compactMap(text)
        let path = (values[29] ?? values[15]).flatMap(text) ?? ""
        runPath = path.split(separator: ":").prefix(64).map(String.init)
        guard let symbols = values[6].flatMap({ fileOffset($0) }) else { return }
        // The symbol table ends where the string table begins, in the layout that all linkers write.
        let count = texts > symbols ? min((texts &- symbols) / 24, 1_000_000) : 0
        for index in 0..<count {
            let entry = symbols &+ index &* 24
            guard let name = number(entry, 4), let section = number(entry &+ 6, 2), section != 0,
                name > 0, name < length, texts &+ name &+ 1 < UInt64(octets.count),
                // Most names are others: two octets tell.
                octets[Int(texts &+ name)] == UInt8(ascii: "C"), octets[Int(texts &+ name &+ 1)] == UInt8(ascii: "_"),
                entryPoints.count < 1024, let found = text(name)
            else { continue }
            entryPoints.insert(found)
        }
    }

    private func fileOffset(_ address: UInt64) -> UInt64? {
        for segment in segments where address >= segment.address && address &- segment.address < segment.size {
            return segment.offset &+ (address &- segment.address)
        }
        return nil
    }

    private func number(_ offset: UInt64, _ count: Int) -> UInt64? {
        guard offset <= UInt64(octets.count), UInt64(count) <= UInt64(octets.count) &- offset else { return nil }
        return (0..<count).reduce(0) { $0 | UInt64(octets[Int(offset) + $1]) << (8 * UInt64($1)) }
    }

    /// Whether two libraries are equal octet for octet.
    package static func == (left: SharedLibrary, right: SharedLibrary) -> Bool { left.octets == right.octets }

    /// Hashes the octets.
    package func hash(into hasher: inout Hasher) { hasher.combine(octets) }
}
