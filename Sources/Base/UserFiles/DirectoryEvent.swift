/// What inotify tells of a directory.
///
/// - SeeAlso: inotify(7).
package struct DirectoryEvent: Hashable, Sendable {
    /// The number of the watch; -1 for an event of all.
    package let watch: Int32
    /// What happened: `IN_CREATE` and others.
    package let mask: UInt32
    /// The bytes of the file's name in the directory; empty for an event of the directory itself.
    package let octets: [UInt8]

    /// The file's name in UTF-8, with other bytes replaced.
    package var name: String { String(decoding: octets, as: UTF8.self) }

    /// Reads the events in what a descriptor of inotify gave; one that is cut off is left out, with all behind it.
    ///
    /// Each has the fields wd, mask, cookie and len of four bytes in the machine's order, and a name of `len` bytes,
    /// padded with zeros.
    package static func read(_ octets: ArraySlice<UInt8>) -> [DirectoryEvent] {
        var events: [DirectoryEvent] = []
        var rest = octets
        while rest.count >= 16 {
            func word(_ place: Int) -> UInt32 {
                (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(rest[rest.startIndex + place + $1]) }
            }
            let size = 16 + Int(word(12))
            guard size <= rest.count else { break }
            let name = rest.dropFirst(16).prefix(size - 16).prefix { $0 != 0 }
            let number = Int32(bitPattern: word(0))
            events.append(DirectoryEvent(watch: number, mask: word(4), octets: Array(name)))
            rest = rest.dropFirst(size)
        }
        return events
    }
}
