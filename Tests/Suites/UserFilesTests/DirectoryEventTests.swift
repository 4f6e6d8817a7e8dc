import Testing
import UserFiles

/// Events of inotify as the kernel writes them, and as it never does.
@Suite("Events of directories")
struct DirectoryEventTests {
    private static func event(_ watch: UInt8, _ mask: UInt8, _ name: String, size: UInt8) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: max(0, Int(size) - name.utf8.count))
        return [watch, 0, 0, 0, mask, 0, 0, 0, 9, 9, 9, 9, size, 0, 0, 0] + Array(name.utf8) + padding
    }

    @Test("Several events are read with their names")
    func several() {
        let octets =
            Self.event(1, 2, "letter", size: 16) + Self.event(3, 4, "", size: 0) + Self.event(1, 8, "b", size: 1)
        #expect(
            DirectoryEvent.read(octets[...]).map { "\($0.watch) \($0.mask) \($0.name)" } == [
                "1 2 letter", "3 4 ", "1 8 b",
            ]
        )
    }

    @Test("An event that is cut off is left out", arguments: 0..<32)
    func cutOff(length: Int) {
        let octets = Self.event(1, 2, "letter", size: 16)
        #expect(DirectoryEvent.read(octets.prefix(length)).isEmpty)
        #expect(DirectoryEvent.read(octets + octets.prefix(length)).count == 1)
    }

    @Test("A length beyond what was read is no event")
    func long() {
        var octets = Self.event(1, 2, "letter", size: 16)
        octets.replaceSubrange(12..<16, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(DirectoryEvent.read(octets[...]).isEmpty)
    }
}
