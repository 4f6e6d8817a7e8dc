import JetonX509

/// Any octets as a revocation list, whole and in pieces: the same answer, or a refusal of both.
@c(LLVMFuzzerTestOneInput)
public func fuzzCRL(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = read(octets, pieceSize: max(1, octets.count))
    let pieces = read(octets, pieceSize: 1 + octets.count % 13)
    precondition(whole == pieces, "a list depends on how it comes")
    if let whole { precondition(whole.entries.count <= whole.entryCount) }
    return 0
}

func read(_ octets: [UInt8], pieceSize: Int) -> RevocationList? {
    guard var reader = try? RevocationListReader(serials: [[1], [2, 3], Array(octets.prefix(4))]) else { return nil }
    var start = 0
    while start < octets.count {
        let end = min(start + pieceSize, octets.count)
        guard (try? reader.update(octets.span.extracting(start..<end))) != nil else { return nil }
        start = end
    }
    return try? reader.finish()
}
