import Foundation
import TestRig
import Testing

@Suite("Jobs that ask for files of the user's")
struct JobAttachTests {
    private let place: Workplace
    private let jobs: JobPlace
    private static var pdf: [String: Any] {
        ["label": "The plan of the house", "mediaTypes": ["application/pdf"], "size": 100_000]
    }
    private static var text: [String: Any] {
        ["label": "A letter", "mediaTypes": ["text/plain", "text/csv"], "size": 100]
    }

    init() async throws {
        place = try Workplace(modules: [])
        try await place.makeAuthority()
        jobs = try await JobPlace(place)
        try place.directory.write(MadePDF().bytes(), to: "plan.pdf")
        try place.directory.write("Dear Sirs\nissuer: https://other.example\n", to: "note.txt")
    }

    private func make(_ name: String, _ files: [[String: Any]], _ more: [String: Any?] = [:]) async throws {
        let members: [String: Any?] = [
            "op": "attach", "params": ["form": "file", "files": files], "documents": [], "key": nil,
        ]
        try await jobs.make(name, members.merging(more) { $1 })
    }

    private func digest(_ name: String) async throws -> String {
        String(try await place.openssl("dgst", "-sha256", "-r", name).text.prefix(64))
    }

    @Test("The files that the user names go up with their names, types and contents; the log has name and digest")
    func attached() async throws {
        try await make("a", [Self.pdf, Self.text])
        try await place.jeton("job", "show", "a.jeton-job").exits(0).prints(
            "a file that you pick:",
            "for:        The plan of the house",
            "type:       pdf; at most 100000 bytes"
        )
        let run = try await jobs.run("a", ["--yes", "--attach", "plan.pdf", "--attach", "note.txt"], pin: []).exits(0)
        #expect(JSONSchema.faults(inOutput: run.output.standardOutput).isEmpty)
        let reply = try JSONNode(place.contents("reply.json") ?? [])["results"].list
        #expect(reply.map { $0["name"].text } == ["plan.pdf", "note.txt"])
        #expect(reply.map { $0["mediaType"].text } == ["application/pdf", "text/plain"])
        #expect(Array(Data(base64Encoded: reply[1]["file"].text ?? "") ?? Data()) == place.contents("note.txt"))
        #expect(Array(Data(base64Encoded: reply[0]["file"].text ?? "") ?? Data()) == place.contents("plan.pdf"))
        let log = try await place.jeton("job", "log", "--json").exits(0).json()["entries"].list
        let (plan, note) = (try await digest("plan.pdf"), try await digest("note.txt"))
        #expect(log.first?["reason"].text == "'plan.pdf' sha256 \(plan), 'note.txt' sha256 \(note)")
        try await jobs.run("a", ["--yes", "--attach", "plan.pdf", "--attach", "note.txt"], pin: []).exits(1)
    }

    @Test("On a terminal the user types the path, and sees where it is, how it begins and to whom it goes")
    func typed() async throws {
        try await make("t", [Self.text])
        let words = ["job", "run", "t.jeton-job", "--server-trust", "ca.pem"]
        let screen = try Terminal.start(place, words)
        try await Terminal.converse(screen, [("The path of the file", "note.txt"), ("Type 'yes'", "yes")])
        let said = try await screen.finish().text
        #expect(said.contains("this file goes to \(jobs.server.address):"))
        // The whole path is there, in as many rows as it needs.
        #expect(said.contains("file:       \(place.directory.path.prefix(40))"))
        // A line of the file can't look like one of ours.
        #expect(said.contains("begins:     Dear Sirs") && !said.contains("\nissuer:     https://other.example"))
        #expect(try JSONNode(place.contents("reply.json") ?? [])["results"][0]["name"].text == "note.txt")
    }

    @Test("Consent beforehand picks no file; another type, size, a link, a pipe or a secret place is refused")
    func refusals() async throws {
        try await make("r", [Self.text])
        try await jobs.run("r", ["--yes"], pin: []).exits(2).says("none is named", "--attach FILE names one")
        try place.directory.write([UInt8](repeating: 65, count: 101), to: "long.txt")
        try FileManager.default.createSymbolicLink(
            atPath: place.directory.path("link.txt"),
            withDestinationPath: place.directory.path("note.txt")
        )
        _ = try await place.run("mkfifo", "pipe.txt")
        // Below the user's secrets, by their own path and by a link of a directory.
        _ = try place.directory.makeDirectory("home/.ssh")
        try place.directory.write("key", to: "home/.ssh/key.txt")
        try FileManager.default.createSymbolicLink(
            atPath: place.directory.path("elsewhere"),
            withDestinationPath: place.directory.path("home/.ssh")
        )
        try place.directory.write("kept", to: "data/kept.txt")
        for (file, code, words) in [
            ("long.txt", 7, "larger than 100 bytes"), ("plan.pdf", 7, "larger than"),
            ("link.txt", 7, "is a symbolic link"), ("pipe.txt", 7, "not a regular file"),
            ("none.txt", 3, "can't be read"),
            ("ca.key", 7, "larger than"),
            ("home/.ssh/key.txt", 2, "which has secrets"), ("elsewhere/key.txt", 2, "which has secrets"),
            ("data/kept.txt", 2, "which has secrets"),
        ] as [(String, Int32, String)] {
            let answer = try await place.jeton(
                ["job", "run", "r.jeton-job", "--server-trust", "ca.pem", "--yes", "--attach", file],
                environment: ["HOME": place.directory.path("home")]
            )
            answer.exits(code).says(words)
        }
        #expect(place.contents("reply.json") == nil)
        try await make("two", [Self.text, Self.text])
        let twice = ["--yes", "--attach", "note.txt"]
        try await jobs.run("two", twice, pin: []).exits(2).says("asks for 2 file(s), not 1")
        let same = try await jobs.run("two", twice + ["--attach", "./note.txt"], pin: []).exits(2)
        same.says("have one name")
        // None of that was taken: the job can be done still.
        let any = ["--server-trust", "ca.pem", "--yes", "--attach", "elsewhere/key.txt", "--any-file"]
        let home = ["HOME": place.directory.path("home")]
        try await place.jeton(["job", "run", "r.jeton-job"] + any, environment: home).exits(0)
        let reply = try JSONNode(place.contents("reply.json") ?? [])["results"][0]
        #expect(reply["name"].text == "key.txt")
        try await jobs.make("s")
        let other = try await jobs.run("s", ["--yes", "--attach", "note.txt"], pin: []).exits(2)
        other.says("go with a job that asks for files")
    }

    @Test("A job of the older form asks for a file, and gets it in SOAP")
    func older() async throws {
        try await place.jeton("job", "trust", jobs.server.address, "--older-form").exits(0)
        try place.directory.write(
            """
            <Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><SignRequest xmlns="urn:jeton:older-job">
            <Operation>attach</Operation><Title>Attach it</Title><File types="text/plain" size="100">A letter</File>
            <Reply>\(jobs.server.address)/reply</Reply></SignRequest></Body></Envelope>
            """,
            to: "older.xml"
        )
        try await place.openssl(
            "cms",
            "-sign",
            "-binary",
            "-nodetach",
            "-in",
            "older.xml",
            "-signer",
            "portal.pem",
            "-inkey",
            "portal.key",
            "-outform",
            "DER",
            "-out",
            "older.jeton-job"
        )
        let words = ["job", "run", "older.jeton-job", "--server-trust", "ca.pem", "--attach", "note.txt"]
        let screen = try Terminal.start(place, words)
        try await Terminal.converse(screen, [("Type 'yes'", "yes")])
        #expect(try await screen.finish().exitStatus == 0)
        let reply = String(decoding: place.contents("reply.json") ?? [], as: UTF8.self)
        let content = Data(place.contents("note.txt") ?? []).base64EncodedString()
        #expect(reply.contains("<File name=\"note.txt\">\(content)</File>"))
    }
}
