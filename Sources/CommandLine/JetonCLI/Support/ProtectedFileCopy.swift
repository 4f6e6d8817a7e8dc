internal import Keystore
internal import KeystoreBase

/// The content of protected files on its way, in constant memory that is wiped.
enum ProtectedFileCopy {
    private static let blockSize = 1 << 18

    /// Opens the file that `--in` names.
    static func source(_ path: String) throws(CommandError) -> FileSource {
        do {
            return try FileSource(path: path)
        } catch {
            var error = error
            error.hints.append("--in is a file, or - for the standard input: `jeton keystore file add NAME --in -`")
            throw error
        }
    }

    /// Appends everything that a source gives.
    static func write(_ source: consuming FileSource, to writer: inout ProtectedFileWriter) throws {
        let block = TransientSecret(capacity: blockSize)
        _ = block.append(count: blockSize) { _ in true }
        while true {
            var count = 0
            try block.withArray { octets in
                var span = octets.mutableSpan
                count = try source.read(into: &span)
            }
            if count == 0 { return }
            let octets = block.octets
            try writer.write(octets.span.extracting(..<count))
        }
    }

    /// Gives out a range of a file, block by block.
    static func read(
        _ file: borrowing ProtectedFile,
        from start: Int64 = 0,
        count: Int64? = nil,
        _ body: (Span<UInt8>) throws -> Void
    ) throws {
        let end = count.map { start.addingReportingOverflow($0).overflow ? file.size : min(start + $0, file.size) }
        let block = TransientSecret(capacity: blockSize)
        _ = block.append(count: blockSize) { _ in true }
        var offset = start
        while offset < end ?? file.size {
            let wanted = Int(min(Int64(blockSize), (end ?? file.size) - offset))
            var taken = 0
            try block.withArray { octets in
                var span = octets.mutableSpan
                var part = span._mutatingExtracting(..<wanted)
                taken = try file.read(at: offset, into: &part)
            }
            let octets = block.octets
            try body(octets.span.extracting(..<taken))
            offset += Int64(taken)
        }
    }
}
