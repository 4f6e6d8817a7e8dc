/// The table of readers that pcscd sends to its clients: as many records as it was built for.
///
/// - SeeAlso: pcsc-lite 1.9.9, `eventhandler.h`, `READER_STATE`; `winscard_msg.h`, `CMD_GET_READERS_STATE`.
struct ReaderTable {
    /// Octets of one record.
    static let recordLength = 184
    /// The records that pcsc-lite has unless a distribution changes it: `PCSCLITE_MAX_READERS_CONTEXTS`.
    static let usualCount = 16

    /// How many records it has; nil if it has more than the usual number, and how many is not known.
    let count: Int?
    /// The names of the readers in it.
    let names: [String]

    /// Reads what was received; a record starts with a name of at most 128 octets.
    init(count: Int?, records: [UInt8]) {
        self.count = count
        names = stride(from: 0, through: records.count - ReaderTable.recordLength, by: ReaderTable.recordLength)
            .compactMap { start in
                let name = records[start..<(start + 128)].prefix { $0 != 0 }
                return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
            }
    }
}

extension Machine {
    private static let readerTable = Fact<ReaderTable?>()

    /// The service's table of readers; nil if it can't be had.
    ///
    /// The protocol tells nothing of the table's length, so a second exchange of versions is asked for behind it: its
    /// answer stands where the table ends.
    var readerTable: ReaderTable? {
        remember(Self.readerTable) {
            guard case .answers(let major, let minor, 0) = service else { return nil }
            func ask(_ count: Int) -> [UInt8]? {
                let length = 12 + count * ReaderTable.recordLength + 12
                guard
                    case .answered(let octets) = probe.ask(
                        socket: socketPath,
                        Machine.tableRequest,
                        answerLength: length
                    )
                else { return nil }
                return octets
            }
            let mark = [UInt8(truncatingIfNeeded: major), 0, 0, 0, UInt8(truncatingIfNeeded: minor)]
            func ends(_ octets: [UInt8]) -> Bool { octets.suffix(12).starts(with: mark) }
            guard let octets = ask(ReaderTable.usualCount) else { return nil }
            if ends(octets) {
                return ReaderTable(count: ReaderTable.usualCount, records: Array(octets.dropFirst(12).dropLast(12)))
            }
            for count in [20, 24, 32, 48, 64, 96, 128, 255, 256] {
                guard let longer = ask(count) else { break }
                if ends(longer) { return ReaderTable(count: count, records: Array(longer.dropFirst(12).dropLast(12))) }
            }
            return ReaderTable(count: nil, records: Array(octets.dropFirst(12)))
        }
    }
}
