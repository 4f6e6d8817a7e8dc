/// The end of central directory record, of which an archive has exactly one.
struct EndRecord {
    private static let signature: UInt32 = 0x0605_4B50
    private static let fixedSize = 22

    let count: Int
    let directoryOffset: UInt64
    let directorySize: Int
    let comment: [UInt8]

    init(_ source: any ZIPSource) throws(ContainerError) {
        guard source.size >= UInt64(EndRecord.fixedSize) else {
            throw ContainerError(.malformed, "not a ZIP archive")
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
        guard let place = places.first else { throw ContainerError(.malformed, "not a ZIP archive, or a damaged one") }
        guard places.count == 1 else { throw ContainerError(.malformed, "the container has two end records") }
        func number16(_ offset: Int) -> UInt16 { LittleEndian.number16(tail, place + offset) }
        func number32(_ offset: Int) -> UInt32 { LittleEndian.number32(tail, place + offset) }
        guard number16(4) == 0, number16(6) == 0, number16(8) == number16(10) else {
            throw ContainerError(.malformed, "the container is one part of a split archive")
        }
        let end = tailOffset + UInt64(place)
        var stated = Stated(
            count: UInt64(number16(10)),
            size: UInt64(number32(12)),
            offset: UInt64(number32(16)),
            end: end
        )
        let marks = [(stated.count, 0xFFFF), (stated.size, 0xFFFF_FFFF), (stated.offset, 0xFFFF_FFFF)]
        if marks.contains(where: { $0 == $1 }) || stated.offset + stated.size != end {
            let large = try EndRecord.large(source, before: end)
            let numbers = [large.count, large.size, large.offset]
            // What has room in this record stands in both.
            guard zip(marks, numbers).allSatisfy({ $0.0 == $0.1 || $0.0 == $1 }) else {
                throw ContainerError(.malformed, "the two end records of the container contradict each other")
            }
            stated = large
        }
        guard stated.offset <= stated.end, stated.size == stated.end - stated.offset, stated.count <= 0xFFFF_FFFF else {
            throw ContainerError(
                .malformed,
                "the container's directory is not at the offset that its end record states"
            )
        }
        count = Int(stated.count)
        directorySize = Int(stated.size)
        directoryOffset = stated.offset
        comment = Array(tail[(place + EndRecord.fixedSize)...])
    }

    /// What an end states of the directory, and where the directory must end.
    private struct Stated {
        var count: UInt64
        var size: UInt64
        var offset: UInt64
        var end: UInt64
    }

    /// Reads the end of ZIP64 and its locator, which lie between the directory and the other end.
    ///
    /// - SeeAlso: PKWARE APPNOTE 6.3.10, 4.3.14 and 4.3.15.
    private static func large(_ source: any ZIPSource, before end: UInt64) throws(ContainerError) -> Stated {
        let malformed = ContainerError(
            .malformed,
            "the container's directory is not at the offset that its end record states"
        )
        guard end >= 76 else { throw malformed }
        let start = end - 76
        let bytes = try source.read(at: start, count: 76)
        func number32(_ offset: Int) -> UInt32 { LittleEndian.number32(bytes, offset) }
        func number64(_ offset: Int) -> UInt64 { LittleEndian.number64(bytes, offset) }
        guard bytes.count == 76, number32(0) == 0x0606_4B50, number64(4) == 44, number32(56) == 0x0706_4B50,
            number64(64) == start
        else { throw malformed }
        guard number32(16) == 0, number32(20) == 0, number64(24) == number64(32), number32(60) == 0, number32(72) == 1
        else { throw ContainerError(.malformed, "the container is one part of a split archive") }
        return Stated(count: number64(32), size: number64(40), offset: number64(48), end: start)
    }
}
