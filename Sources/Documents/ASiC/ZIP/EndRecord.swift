import X509

/// The end of central directory record, of which an archive has exactly one.
struct EndRecord {
    private static let signature: UInt32 = 0x0605_4B50
    private static let fixedSize = 22

    let count: Int
    let directoryOffset: UInt64
    let directorySize: Int
    let comment: [UInt8]

    init(_ source: any ZIPSource) throws(SigningError) {
        guard source.size >= UInt64(EndRecord.fixedSize) else {
            throw SigningError(.malformed, "not a ZIP archive")
        }
        let tailSize = Int(min(source.size, UInt64(EndRecord.fixedSize + 0xFFFF)))
        let tailOffset = source.size - UInt64(tailSize)
        let tail = try source.read(at: tailOffset, count: tailSize)
        var places: [Int] = []
        for place in 0...(tail.count - EndRecord.fixedSize) where tail[place] == 0x50 {
            guard LittleEndian.number32(tail, place) == EndRecord.signature else { continue }
            let comment = Int(LittleEndian.number16(tail, place + 20))
            if place + EndRecord.fixedSize + comment == tail.count { places.append(place) }
        }
        guard let place = places.first else { throw SigningError(.malformed, "not a ZIP archive, or a damaged one") }
        guard places.count == 1 else { throw SigningError(.malformed, "the container has two ends") }
        func number16(_ offset: Int) -> UInt16 { LittleEndian.number16(tail, place + offset) }
        func number32(_ offset: Int) -> UInt32 { LittleEndian.number32(tail, place + offset) }
        guard number16(10) != 0xFFFF, number32(12) != 0xFFFF_FFFF, number32(16) != 0xFFFF_FFFF else {
            throw SigningError(.unsupportedAlgorithm, "a container of ZIP64 is not supported")
        }
        guard number16(4) == 0, number16(6) == 0, number16(8) == number16(10) else {
            throw SigningError(.malformed, "the container is a part of several")
        }
        count = Int(number16(10))
        directorySize = Int(number32(12))
        directoryOffset = UInt64(number32(16))
        comment = Array(tail[(place + EndRecord.fixedSize)...])
        guard directoryOffset + UInt64(directorySize) == tailOffset + UInt64(place) else {
            throw SigningError(.malformed, "the container's directory is not where its end says")
        }
    }
}
