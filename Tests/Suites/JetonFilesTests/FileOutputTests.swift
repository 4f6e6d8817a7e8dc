import Foundation
import Testing

@testable import JetonFiles

@Suite("Files that appear whole or not at all")
struct FileOutputTests {
    /// An empty directory, which goes with this object.
    private final class Place {
        let path = NSTemporaryDirectory() + "/output-\(UUID().uuidString)"

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

        func octets(_ name: String) -> [UInt8]? {
            FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init)
        }
    }

    /// Why a file does not get its name; nil if it does.
    private static func outcome(_ output: consuming FileOutput) -> FileError.Code? {
        do {
            try output.publish()
            return nil
        } catch { return (error as? FileError)?.code }
    }

    @Test("A name that is too long is refused before anything is made; the longest is given, also over another file")
    func longNames() throws {
        let place = try Place()
        let longest = String(repeating: "n", count: 255)
        #expect(throws: FileError(.writeFailed, "", "")) {
            _ = try FileOutput(at: "\(place.path)/\(longest)n", force: false)
        }
        for content in [1, 2] as [UInt8] {
            var output = try FileOutput(at: "\(place.path)/\(longest)", force: true)
            try output.write([content].span)
            try output.publish()
            #expect(place.names == [longest] && place.octets(longest) == [content])
        }
    }

    @Test("A file has its name once it is published, and no other file is left")
    func published() throws {
        let place = try Place()
        var output = try FileOutput(at: place.path + "/a", force: false)
        try output.write([1, 2].span)
        #expect(place.names == [] && output.count == 2)
        try output.publish()
        #expect(place.names == ["a"] && place.octets("a") == [1, 2])
        do { _ = try FileOutput(at: place.path + "/b", force: false) }
        #expect(place.names == ["a"])
    }

    @Test("An existing file is refused at the beginning and at the end, and replaced if that is asked for")
    func existing() throws {
        let place = try Place()
        let late = try FileOutput(at: place.path + "/a", force: false)
        try FileOutput(at: place.path + "/a", force: false).publish()
        let outcome = Self.outcome(late)
        #expect(outcome == .exists)
        #expect(throws: FileError(.exists, "", "")) { _ = try FileOutput(at: place.path + "/a", force: false) }
        var forced = try FileOutput(at: place.path + "/a", force: true)
        try forced.write([3].span)
        try forced.publish()
        #expect(place.names == ["a"] && place.octets("a") == [3])
    }

    @Test("A directory is not replaced, and a private file is its owner's alone")
    func kinds() throws {
        let place = try Place()
        #expect(throws: FileError(.notRegular, "", "")) { _ = try FileOutput(at: place.path, force: true) }
        try FileOutput(at: place.path + "/key", force: false, isPrivate: true).publish()
        let mode = try FileManager.default.attributesOfItem(atPath: place.path + "/key")[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("What goes to a stream is handed over at the end, and not at all if it is not published")
    func stream() throws {
        let place = try Place()
        var handed: [UInt8] = []
        func output() throws -> FileOutput {
            try FileOutput(named: "-", setAsideIn: place.path) { span in
                for index in span.indices { handed.append(span[index]) }
            }
        }
        var dropped = try output()
        try dropped.write([9].span)
        _ = consume dropped
        var published = try output()
        try published.write([1, 2, 3].span)
        #expect(handed == [])
        try published.publish()
        #expect(handed == [1, 2, 3] && place.names == [])
    }

    @Test("Room on the disk is not part of the file, and what was written can be read before it has a name")
    func reserved() throws {
        let place = try Place()
        var output = try FileOutput(at: place.path + "/a", force: false)
        try output.reserve(1 << 16)
        try output.write([1, 2, 3].span)
        var source = output.written()
        var buffer = [UInt8](repeating: 0, count: 3)
        var span = buffer.mutableSpan
        #expect(try source.read(into: &span) == 3)
        #expect(buffer == [1, 2, 3])
        try output.publish()
        #expect(place.octets("a") == [1, 2, 3])
    }
}
