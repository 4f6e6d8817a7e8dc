/// A shared library of PKCS #11 that needs nothing and does nothing, octet for octet.
enum SoundLibrary {
    /// An ELF header, a segment over all, and a dynamic section with the name of one entry point.
    static let octets = make(isProgram: false)

    /// The same as a program that may lie anywhere in memory, as `/bin/ls` does.
    static let program = make(isProgram: true)

    private static func make(isProgram: Bool) -> [UInt8] {
        #if arch(x86_64)
            let machine: UInt8 = 62
        #elseif arch(arm64)
            let machine: UInt8 = 183
        #else
            let machine: UInt8 = 243
        #endif
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let names = [0] + Array("C_GetFunctionList".utf8) + [0]
        // Header 64, two segments of 56, five dynamic entries of 16, two symbols of 24, names.
        let dynamic = 64 + 2 * 56
        let symbols = dynamic + 5 * 16
        let texts = symbols + 2 * 24
        let total = texts + names.count
        let header: [UInt8] =
            [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9) + [3, 0, machine, 0] + number(1, 4)
            + number(0, 8) + number(64, 8) + number(0, 8) + number(0, 4) + [64, 0, 56, 0, 2, 0, 0, 0, 0, 0, 0, 0]
        func segment(_ kind: Int, _ offset: Int, _ size: Int) -> [UInt8] {
            number(kind, 4) + number(4, 4) + number(offset, 8) + number(offset, 8) + number(offset, 8)
                + number(size, 8) + number(size, 8) + number(8, 8)
        }
        // DT_FLAGS_1 with DF_1_PIE stands where a library has the size of a symbol.
        let kind = isProgram ? (0x6FFF_FFFB, 0x0800_0000) : (11, 24)
        let entries = [(5, texts), (6, symbols), (10, names.count), kind, (0, 0)]
        return header + segment(1, 0, total) + segment(2, dynamic, 80)
            + entries.flatMap { number($0.0, 8) + number($0.1, 8) } + [UInt8](repeating: 0, count: 24)
            + number(1, 4) + [0x12, 0] + number(1, 2) + number(64, 8) + number(0, 8) + names
    }
}
