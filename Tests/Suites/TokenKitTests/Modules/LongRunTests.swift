import Foundation
import TestRig
import Testing
import TokenKit

@Suite("Memory of a long-running process")
struct LongRunTests {
    private let size = 64 * 4096

    @Test("Unmodified pages of files are released, and modified ones stay")
    func begin() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(String(repeating: "f", count: size), to: "library")
        let read = try unsafe map(path)
        let changed = try unsafe map(path)
        defer {
            unsafe munmap(read, size)
            unsafe munmap(changed, size)
        }
        #expect(unsafe mprotect(changed, size, PROT_READ | PROT_WRITE) == 0)
        unsafe changed.storeBytes(of: UInt8(ascii: "m"), toByteOffset: 5000, as: UInt8.self)
        #expect(unsafe mprotect(changed, size, PROT_READ | PROT_EXEC) == 0)
        #expect(try unsafe resident(read) > 0)

        LongRun.begin()

        #expect(try unsafe resident(read) == 0)
        #expect(unsafe changed.load(fromByteOffset: 5000, as: UInt8.self) == UInt8(ascii: "m"))
        #expect(unsafe read.load(fromByteOffset: 5000, as: UInt8.self) == UInt8(ascii: "f"))
    }

    /// Maps a file as a library's constants are, and reads it.
    private func map(_ path: String) throws -> UnsafeMutableRawPointer {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        guard let mapped = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), unsafe mapped != MAP_FAILED else {
            throw CocoaError(.fileReadUnknown)
        }
        for offset in stride(from: 0, to: size, by: 4096) {
            #expect(unsafe mapped.load(fromByteOffset: offset, as: UInt8.self) == UInt8(ascii: "f"))
        }
        return unsafe mapped
    }

    /// How many KiB of what is mapped at an address are in memory.
    private func resident(_ address: UnsafeMutableRawPointer) throws -> Int {
        let start = String(UInt(bitPattern: address), radix: 16) + "-"
        let lines = try ProcessMaps.details().split(separator: "\n")
        let line = try #require(lines.drop { !$0.hasPrefix(start) }.first { $0.hasPrefix("Rss:") })
        return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }
}
