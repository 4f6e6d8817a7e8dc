/// Numbers in the bytes of a font, read within bounds.
struct BigEndianBytes {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }

    /// A part; nil if it reaches beyond the end.
    func part(_ offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else { return nil }
        return bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + count)]
    }

    func uint16(_ offset: Int) -> Int? { part(offset, 2).map { $0.reduce(0) { $0 << 8 | Int($1) } } }

    func int16(_ offset: Int) -> Int? { uint16(offset).map { $0 < 0x8000 ? $0 : $0 - 0x10000 } }

    func uint32(_ offset: Int) -> Int? { part(offset, 4).map { $0.reduce(0) { $0 << 8 | Int($1) } } }
}

extension [UInt8] {
    /// Appends a number of 16 bits.
    mutating func append(uint16 value: Int) {
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }

    /// Appends a number of 32 bits.
    mutating func append(uint32 value: Int) {
        append(uint16: value >> 16)
        append(uint16: value)
    }
}
