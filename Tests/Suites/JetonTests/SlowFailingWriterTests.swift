import Foundation
import TestRig
import Testing

/// The disk fails or is full below a command that writes, at each call that changes files.
@Suite("A failing disk below commands that write", .timeLimit(.minutes(30)))
struct SlowFailingWriterTests {
    /// A command that writes, and how what it wrote is read.
    struct Writer: Sendable, CustomTestStringConvertible {
        let command: String
        /// A command that reads what was written; it succeeds whether or not the write did.
        var reading: String?
        /// The file that is whole or not there.
        var output: String?
        /// The exit codes of the same command later, on a whole disk.
        var later: [Int32] = [0]

        var testDescription: String { command }
    }

    static let writers = [
        Writer(command: "config set token alpha", reading: "config list"),
        Writer(command: "sign letter.txt --key signer P", output: "letter.txt.p7s"),
        Writer(command: "sign letter.txt --key signer --report report P", output: "letter.txt.p7s", later: [0, 7]),
        Writer(command: "cert export signer --out out.pem", output: "out.pem"),
        Writer(command: "csr create --key signer --subject CN=x --out out.csr P", output: "out.csr"),
        Writer(
            command: "enroll request --key signer --subject CN=x --out out.csr P",
            reading: "enroll list --json",
            output: "out.csr",
            later: [0, 6]
        ),
        Writer(
            command: "job trust https://localhost:8443 --certificate portal.pem --operation sign-data",
            reading: "job trust"
        ),
        // A job that was accepted is not accepted again.
        Writer(
            command: "job run f.jeton-job --yes --out signed --document letter.txt P",
            reading: "job log --verify",
            output: "signed/letter.txt.p7s",
            later: [0, 1]
        ),
    ]

    private let storage: FailingStorage
    private let place: Workplace

    init() async throws {
        storage = try await FailingStorage()
        place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        let jobs = try await JobPlace(place)
        try await jobs.make("f", ["documents": [JobPlace.letter], "reply": nil])
        _ = try place.directory.makeDirectory("signed")
        // A first login and a first decision: later ones change files that are there.
        try await place.withPIN("key", "list").exits(0)
    }

    private func words(_ line: String) -> [String] {
        line.split(separator: " ").flatMap { $0 == "P" ? Workplace.pinOption : [String($0)] }
    }

    /// Runs shell words in the place.
    private func shell(_ line: String) async throws {
        let output = try await place.run("sh", "-c", line)
        try #require(output.exitStatus == 0, "\(output.errorText)")
    }

    /// Puts everything back that was there before the first attempt.
    private func restore() async throws {
        try await shell("find . -mindepth 1 -maxdepth 1 ! -name base -exec rm -rf {} + && cp -a base/. .")
    }

    @Test("The file is whole or not there, the error names the disk, and the next try works", arguments: writers)
    func fails(writer: Writer) async throws {
        try await shell("mkdir base && find . -mindepth 1 -maxdepth 1 ! -name base -exec cp -a {} base/ \\;")
        let log = try TemporaryDirectory()
        let noted = storage.environment(nil, below: place.directory.path, log: log.path("calls"))
        try await place.jeton(words(writer.command), environment: noted).exits(0)
        let whole = writer.output.flatMap { place.contents($0)?.count }
        let calls = try String(contentsOfFile: log.path("calls"), encoding: .utf8).split(separator: "\n")
        var attempts = 0
        for call in FailingStorage.Call.allCases {
            let count = calls.count { $0 == call.rawValue }
            for number in 0..<count {
                for systemError in [ENOSPC, EIO] {
                    try await restore()
                    let fault = FailingStorage.Fault(call, number + 1...number + 1, systemError)
                    try await attempt(writer, fault, whole)
                    attempts += 1
                }
            }
        }
        #expect(attempts >= 6, "\(calls)")
    }

    private func attempt(_ writer: Writer, _ fault: FailingStorage.Fault, _ whole: Int?) async throws {
        let variables = storage.environment(fault, below: place.directory.path)
        let answer = try await place.jeton(words(writer.command), environment: variables)
        let what = "\(fault.testDescription): \(answer.testDescription)"
        #expect([0, 4, 7, 8].contains(answer.code), "\(what)")
        if answer.code != 0 {
            let reason = fault.systemError == ENOSPC ? "No space left on device" : "Input/output error"
            #expect(answer.errors.contains(reason), "\(what)")
        }
        if let output = writer.output {
            let size = place.contents(output)?.count
            #expect(answer.code == 0 ? size != nil : true, "\(what)")
            // Signatures on a curve differ in size by a few bytes.
            if let size, let whole { #expect(abs(size - whole) < 16, "\(what): \(size) of \(whole) bytes") }
        }
        if let reading = writer.reading {
            let read = try await place.jeton(words(reading)).exits(0)
            #expect(!read.text.contains("\"damaged\": [ \""), "\(what): \(read.testDescription)")
        }
        // What a failed directory could not keep may be there all the same.
        if let output = writer.output { try await shell("rm -f \(output)") }
        let later = try await place.jeton(words(writer.command))
        #expect(writer.later.contains(later.code), "\(what), then \(later.testDescription)")
    }
}
