import Foundation
import TestRig
import Testing

@Suite("jeton job, with OpenSSL as the issuer")
struct JobTests {
    private let place: Workplace
    private let jobs: JobPlace

    init() async throws {
        place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer")
        jobs = try await JobPlace(place)
    }

    @Test("A document is fetched, compared, signed once, and the answer has a signature that OpenSSL verifies")
    func sign() async throws {
        try await jobs.make("a")
        try await place.jeton("job", "show", "a.jeton-job").exits(0)
            .prints(jobs.server.address, "letter.txt", "the issuer states, unchecked")
        let document = try await jobs.run("a").exits(0).json()
        #expect(document["replied"].flag == true)
        let reply = try JSONNode(place.contents("reply.json") ?? [])
        #expect(reply["status"].text == "done" && reply["log"].text == document["log"].text)
        let signature = Data(base64Encoded: reply["results"][0]["signature"].text ?? "") ?? Data()
        try place.directory.write(Array(signature), to: "letter.p7s")
        try await place.checkCMS("letter.p7s", of: "letter.txt")

        try await jobs.run("a").exits(1).says("already accepted")
        try await place.jeton("job", "show", "a.jeton-job", "--json").exits(1).says("already accepted")
        let log = try await place.jeton("job", "log", "--json").exits(0).json()
        #expect(log["entries"].list.map { $0["decision"].text } == ["accepted", "done", "refused", "refused"])
        try await place.jeton("job", "log", "--verify").exits(0).prints("4 lines, unchanged")
        let text = String(decoding: place.contents("data/jobs/log") ?? [], as: UTF8.self)
        try place.directory.write(text.replacingOccurrences(of: "accepted", with: "declined"), to: "data/jobs/log")
        let link = place.directory.path("other/jobs/log")
        try FileManager.default.createDirectory(
            atPath: place.directory.path("other/jobs"),
            withIntermediateDirectories: true
        )
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "log")
        try await place.jeton("job", "log", environment: ["JETON_DATA": place.directory.path("other")]).exits(7)
            .says("the log can't be opened")
        try await place.jeton("job", "log", "--verify").exits(1).says("line 1", "changed")
    }

    @Test("A digest is signed for an issuer who may; files get the signatures of an issuer who wants no answer")
    func digest() async throws {
        let given = JobPlace.letter
        try await jobs.make("d", ["op": "sign-digest", "documents": [given]])
        _ = try place.directory.makeDirectory("signed")
        try await jobs.run("d", ["--yes", "--out", "signed"]).exits(0).says()
        try await place.checkCMS("signed/letter.txt.p7s", of: "letter.txt")
        try await jobs.make("e", ["documents": [given], "params": ["form": "cms-attached"]])
        try await jobs.run("e", ["--yes", "--out", "signed"]).exits(2).says("--document letter.txt")
        try await jobs.run("e", ["--yes", "--out", "signed", "--document", "letter.txt"]).exits(0)
        #expect(place.contents("signed/letter.txt.p7m") != nil)
    }

    @Test("A document of the older form has no size: the question says that it is unknown, not 0 bytes")
    func unknownSize() async throws {
        try await place.jeton("job", "trust", jobs.server.address, "--older-form").exits(0)
        let digest = Data(repeating: 7, count: 32).base64EncodedString()
        try place.directory.write(
            "<e:Envelope xmlns:e=\"http://schemas.xmlsoap.org/soap/envelope/\"><e:Body>"
                + "<SignRequest xmlns=\"urn:jeton:older-job\"><Operation>timestamp</Operation>"
                + "<Document name=\"a\" algorithm=\"sha256\">\(digest)</Document></SignRequest></e:Body></e:Envelope>",
            to: "older.xml"
        )
        try await place.openssl(
            "cms -sign -binary -nodetach -in older.xml -signer portal.pem -inkey portal.key -outform DER -out older.der"
                .split(separator: " ").map(String.init)
        )
        let shown = try await place.jeton("job", "show", "older.der").exits(0).prints("size unknown, named 'a'")
        #expect(!shown.text.contains("0 bytes"), "\(shown.testDescription)")
    }

    @Test("A name that leaves no room for the result's is refused before the job is taken")
    func longName() async throws {
        var document = JobPlace.letter
        document["name"] = String(repeating: "n", count: 252)
        try await jobs.make("n", ["documents": [document], "reply": nil])
        _ = try place.directory.makeDirectory("signed")
        for _ in 0..<2 {
            let answer = try await jobs.run("n", ["--yes", "--out", "signed", "--document", "letter.txt"]).exits(7)
            answer.says("File name too long")
        }
    }

    @Test("A full disk costs no job: the same job is done once there is room")
    func fullDisk() async throws {
        try await jobs.make("f", ["documents": [JobPlace.letter], "reply": nil])
        _ = try place.directory.makeDirectory("small")
        let arguments = ["job", "run", "f.jeton-job", "--yes", "--out", "small", "--document", "letter.txt"]
        let words = try place.words(arguments + Workplace.pinOption)
        let script = """
            mount -t tmpfs -o size=64k none small && dd if=/dev/zero of=small/filler bs=4k 2>/dev/null
            "$@"; echo "full $?"; rm small/filler; umount small
            """
        let namespaces = geteuid() == 0 ? ["-m"] : ["-U", "-r", "-m"]
        let shell = ["--propagation", "private", "sh", "-c", script, "sh"]
        let output = try await place.run("unshare", and: namespaces + shell + words)
        #expect(output.text.contains("full 7"), "\(output.text) \(output.errorText)")
        #expect(output.errorText.contains("No space left on device"), "\(output.errorText)")
        let log = try await place.jeton("job", "log", "--json").exits(0).json()
        #expect(!log["entries"].list.contains { ["accepted", "done"].contains($0["decision"].text) })
        try await place.jeton(arguments + Workplace.pinOption).exits(0)
        try await place.checkCMS("small/letter.txt.p7s", of: "letter.txt")
    }

    @Test("Without agreement nothing is signed; another key than the job's is refused")
    func consent() async throws {
        try await jobs.make("a")
        try await jobs.run("a", []).exits(2).says("Sign the letter", "requires a terminal")
        try await jobs.make("k", ["key": ["skid": String(repeating: "ab", count: 20)]])
        try await jobs.run("k").exits(3).says("does not have the key")
        // Neither was done, so the first can still be.
        try await jobs.run("a").exits(0)
    }

    @Test("Of two tokens that one is used whose key the job can mean, without --token")
    func twoTokens() async throws {
        let words = ["--init-token", "--free", "--label", "other", "--so-pin", Workplace.securityOfficerPIN, "--pin"]
        let added = try await place.run("softhsm2-util", and: words + ["123456"])
        try #require(added.exitStatus == 0, "\(added.errorText)")
        try await jobs.make("two")
        try await jobs.run("two").exits(0)
        try await jobs.make("none", ["key": ["issuer": "CN=Another Authority"]])
        try await jobs.run("none").exits(3).says("none of 2 tokens has the key that the job is for")
    }
}
