import JetonKeystoreBase

/// Where the parts of a record lie: header, sealed metadata, wrapped item key, sealed secret.
struct RecordLayout: Sendable {
    let header: RecordHeader
    let metadata: Range<Int>
    let wrap: Range<Int>
    let secret: Range<Int>

    /// Finds the parts of a record of exactly these octets.
    ///
    /// - Returns: Nil if a length does not fit, bytes are left over, or the header is not understood.
    init?(_ record: Span<UInt8>) {
        guard record.count <= RecordLimits.record, let header = RecordHeader(record) else { return nil }
        var end = RecordHeader.size
        guard
            let metadata = RecordLayout.part(record, &end, limit: RecordLimits.metadata),
            let wrap = RecordLayout.part(record, &end, limit: 256),
            let secret = RecordLayout.part(record, &end, limit: RecordLimits.secretCapacity + Primitives.sealOverhead),
            end == record.count, metadata.count >= Primitives.sealOverhead
        else { return nil }
        let hasData = header.flags.contains(.hasData)
        guard
            hasData == (header.wrapKind != .none), hasData == !wrap.isEmpty, hasData == !secret.isEmpty
        else { return nil }
        self.header = header
        self.metadata = metadata
        self.wrap = wrap
        self.secret = secret
    }

    private static func part(_ record: Span<UInt8>, _ end: inout Int, limit: Int) -> Range<Int>? {
        guard end + 4 <= record.count else { return nil }
        let count = Int(record.littleEndian(UInt32.self, at: end))
        let start = end + 4
        guard count <= limit, count <= record.count - start else { return nil }
        end = start + count
        return start..<end
    }
}
