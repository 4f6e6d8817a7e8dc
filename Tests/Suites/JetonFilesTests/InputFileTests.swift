import Foundation
import Glibc
import Testing

@testable import JetonFiles

/// Files that others may swap between the moment at which they are found and the one at which they are read.
@Suite("Files that are read")
struct InputFileTests {
    /// A directory `in` with a file and one in a directory below it, and a secret outside.
    private final class Place {
        let path: String

        init() throws {
            path = NSTemporaryDirectory() + "/input-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: path + "/in/below", withIntermediateDirectories: true)
            try FileManager.default.createDirectory(atPath: path + "/out", withIntermediateDirectories: true)
            for name in ["in/letter", "in/below/letter", "out/letter"] {
                try name.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// Lets a link stand in the place of what has that name.
        func link(_ name: String, to target: String) throws {
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/\(name)",
                withDestinationPath: "\(path)/\(target)"
            )
        }

        func found(_ name: String) -> InputFile { InputFile("\(path)/\(name)", below: path + "/in") }

        func text(_ file: InputFile) throws -> String {
            var source = try FileSource(file)
            return String(decoding: try source.contents(limit: 100), as: UTF8.self)
        }
    }

    @Test("What was found is read", arguments: ["in/letter", "in/below/letter"])
    func found(name: String) throws {
        let place = try Place()
        #expect(try place.text(place.found(name)) == name)
        var failures: [FileError] = []
        let files = FileSource.files(below: place.path + "/in", &failures)
        #expect(files.map(\.path) == ["\(place.path)/in/below/letter", "\(place.path)/in/letter"])
        #expect(try files.map(place.text) == ["in/below/letter", "in/letter"] && failures.isEmpty)
    }

    @Test(
        "What is written beside a found file stays in its directory, whatever stands in its place",
        arguments: [true, false]
    )
    func written(isNew: Bool) throws {
        let place = try Place()
        let (file, directory) = (place.found("in/below/letter"), place.path + "/in")
        let path = isNew ? file.path + ".p7s" : file.path
        #expect(file.directory(of: path) == directory && file.directory(of: "/elsewhere/letter.p7s") == nil)
        var output = try FileOutput(at: path, below: file.directory(of: path), force: !isNew)
        try output.write([1, 2, 3].span)
        // The directory gives way to a link while the signature is made.
        try FileManager.default.moveItem(atPath: directory + "/below", toPath: directory + "/moved")
        try FileManager.default.createSymbolicLink(
            atPath: directory + "/below",
            withDestinationPath: place.path + "/out"
        )
        try output.publish()
        let name = isNew ? "letter.p7s" : "letter"
        #expect(FileManager.default.contents(atPath: "\(directory)/moved/\(name)") == Data([1, 2, 3]))
        #expect(FileManager.default.contents(atPath: place.path + "/out/letter") == Data("out/letter".utf8))
        #expect(!FileManager.default.fileExists(atPath: place.path + "/out/letter.p7s"))
        #expect(throws: FileError.self) { _ = try FileOutput(at: path, below: directory, force: true) }
        // A link that the user names is followed.
        let named = try FileOutput(at: path, force: true)
        try named.publish()
        #expect(FileManager.default.contents(atPath: "\(place.path)/out/\(name)") == Data())
    }

    @Test("A file that became a link is not read, and one that the user names is")
    func linkedFile() throws {
        let place = try Place()
        try place.link("in/letter", to: "out/letter")
        #expect(throws: FileError.self) { try place.text(place.found("in/letter")) }
        #expect(try place.text(InputFile(place.path + "/in/letter")) == "out/letter")
    }

    @Test("Nothing is read below a directory that became a link")
    func linkedDirectory() throws {
        let place = try Place()
        try place.link("in/below", to: "out")
        #expect(throws: FileError.self) { try place.text(place.found("in/below/letter")) }
    }

    @Test("The directory that the user names may be a link")
    func linkedStart() throws {
        let place = try Place()
        try FileManager.default.createSymbolicLink(
            atPath: place.path + "/here",
            withDestinationPath: place.path + "/in"
        )
        let file = InputFile(place.path + "/here/below/letter", below: place.path + "/here/")
        #expect(try place.text(file) == "in/below/letter")
    }

    @Test("A pipe in the place of a file is refused, not waited for")
    func pipe() throws {
        let place = try Place()
        try FileManager.default.removeItem(atPath: place.path + "/in/letter")
        #expect(unsafe mkfifo(place.path + "/in/letter", 0o600) == 0)
        let error = #expect(throws: FileError.self) { try place.text(place.found("in/letter")) }
        #expect(error?.code == .exchanged)
    }

    @Test("A file that is gone, and a directory, are told apart")
    func failures() throws {
        let place = try Place()
        let gone = #expect(throws: FileError.self) { try place.text(place.found("in/none")) }
        #expect(gone?.code == .notFound)
        let directory = #expect(throws: FileError.self) { try place.text(InputFile(place.path + "/in")) }
        #expect(directory?.code == .readFailed)
    }
}
