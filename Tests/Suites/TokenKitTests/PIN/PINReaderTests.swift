import Glibc
import JetonOctets
import Testing
import TokenKit

@Suite("PIN readers: descriptors, files, variables, credentials")
struct PINReaderTests {
    private static let longest = String(repeating: "9", count: PINReader.maximumLength)

    /// Runs with a descriptor from which a text can be read.
    private func withPipe<Result>(_ text: String, _ body: (Int32) throws -> Result) throws -> Result {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        defer { close(ends[0]) }
        let octets = Array(text.utf8)
        try #require(unsafe write(ends[1], octets, octets.count) == octets.count)
        close(ends[1])
        return try body(ends[0])
    }

    @Test(
        "A descriptor gives its first line",
        arguments: [
            ("1234\n", "1234"), ("1234", "1234"), ("1234\n5678\n", "1234"), (" 12 34 \n", " 12 34 "),
            ("1\r2\n", "1\r2"), (longest + "\n", longest), (longest, longest),
        ]
    )
    func descriptor(text: String, pin: String) throws {
        #expect(try withPipe(text) { try PINReader().text(.descriptor($0)) } == pin)
    }

    @Test("Two lines of one descriptor are two PINs")
    func twoLines() throws {
        try withPipe("user\nofficer\n") { (descriptor: Int32) throws in
            #expect(try PINReader().text(.descriptor(descriptor)) == "user")
            #expect(try PINReader().text(.descriptor(descriptor)) == "officer")
            #expect(throws: PINError(.empty)) { try PINReader().text(.descriptor(descriptor)) }
        }
    }

    @Test(
        "A descriptor without a PIN is an error",
        arguments: [
            ("", PINError.Code.empty), ("\n1234\n", .empty), (longest + "9\n", .tooLong),
            ("1234\r\n", .carriageReturn),
        ]
    )
    func brokenDescriptor(text: String, code: PINError.Code) throws {
        _ = try withPipe(text) { (descriptor: Int32) throws in
            #expect(throws: PINError(code)) { try PINReader().text(.descriptor(descriptor)) }
        }
        #expect(throws: PINError(.unreadable)) { try PINReader().text(.descriptor(9999)) }
    }

    @Test(
        "A private file gives its one line",
        arguments: [
            ("1234\n", "1234"), ("1234", "1234"), ("12 34", "12 34"), (longest + "\n", longest),
        ]
    )
    func file(text: String, pin: String) throws {
        let tree = try FixtureTree()
        try tree.write("pin", octets: Array(text.utf8), mode: 0o600)
        #expect(try PINReader().text(.file(tree.path("pin"))) == pin)
    }

    @Test(
        "A file that others can read or write is refused, whatever it holds",
        arguments: [0o644, 0o640, 0o604, 0o620, 0o602, 0o666] as [mode_t]
    )
    func fileMode(mode: mode_t) throws {
        let tree = try FixtureTree()
        try tree.write("pin", octets: Array("1234".utf8), mode: mode)
        let error = try #require(throws: PINError.self) { try PINReader().text(.file(tree.path("pin"))) }
        #expect(error.code == .unsafeFile)
        #expect(!error.description.contains("1234"))
        #expect(!error.hints.isEmpty)
    }

    @Test("Links, folders, FIFOs, strangers' files and absent ones are refused")
    func unsafeFiles() throws {
        let tree = try FixtureTree()
        try tree.write("pin", octets: Array("1234".utf8), mode: 0o600)
        try tree.link("link", to: "pin")
        try tree.makeDirectory("folder")
        try #require(unsafe mkfifo(tree.path("fifo"), 0o600) == 0)
        for name in ["link", "folder", "fifo"] {
            #expect(throws: PINError(.unsafeFile)) { try PINReader().text(.file(tree.path(name))) }
        }
        #expect(throws: PINError(.unreadable)) { try PINReader().text(.file(tree.path("none"))) }
        if geteuid() == 0 {
            try #require(unsafe chown(tree.path("pin"), 12345, 0) == 0)
            #expect(throws: PINError(.unsafeFile)) { try PINReader().text(.file(tree.path("pin"))) }
        }
    }

    @Test(
        "A file without just one line of a PIN is an error",
        arguments: [
            ("", PINError.Code.empty), ("\n", .empty), ("1\n2", .tooLong), ("1\n\n", .tooLong),
            (longest + "9", .tooLong), (longest + longest, .tooLong), (longest + "9\n", .tooLong),
            ("1234\r\n", .carriageReturn), ("1234\r", .carriageReturn), ("\r\n", .carriageReturn),
        ]
    )
    func brokenFile(text: String, code: PINError.Code) throws {
        let tree = try FixtureTree()
        try tree.write("pin", octets: Array(text.utf8), mode: 0o600)
        #expect(throws: PINError(code)) { try PINReader().text(.file(tree.path("pin"))) }
    }

    @Test("A variable gives its value, if it has one")
    func variable() throws {
        let reader = PINReader(variables: ["A": "1234", "EMPTY": "", "LONG": Self.longest + "9"])
        #expect(try reader.text(.environment("A")) == "1234")
        #expect(throws: PINError(.unreadable)) { try reader.text(.environment("B")) }
        #expect(throws: PINError(.empty)) { try reader.text(.environment("EMPTY")) }
        #expect(throws: PINError(.tooLong)) { try reader.text(.environment("LONG")) }
    }

    @Test("A credential is a file in the service's folder, which systemd may open to a group")
    func credential() throws {
        let tree = try FixtureTree()
        try tree.write("token.pin", octets: Array("1234\n".utf8), mode: 0o440)
        try tree.write("open", octets: Array("1234\n".utf8), mode: 0o444)
        let reader = PINReader(credentialsDirectory: tree.root)
        #expect(try reader.text(.credential("token.pin")) == "1234")
        #expect(throws: PINError(.unsafeFile)) { try reader.text(.credential("open")) }
        #expect(throws: PINError(.unreadable)) { try reader.text(.credential("none")) }
        #expect(throws: PINError(.unreadable)) { try PINReader().text(.credential("token.pin")) }
    }

    @Test("A pinpad gives no PIN, which is not an empty one")
    func pinpad() throws {
        #expect(try PINReader().text(.pinpad) == "(protected authentication path)")
    }
}
