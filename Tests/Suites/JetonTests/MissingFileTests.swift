import Foundation
import TestRig
import Testing

/// Every command that is given a file which is not there.
@Suite("Files that are not there")
struct MissingFileTests {
    private static let commands = """
        sign gone --key k P
        sign letter --key k --certificate gone P
        sign letter --key k --pin-source file:gone
        sign --from gone --key k P
        sign -r gone --key k P
        sign --watch gone --key k P
        sign prepare gone --certificate k.pem
        sign prepare letter --certificate gone
        sign complete gone --signature letter
        cert import gone P
        csr create --key k --subject CN=x --pin-source file:gone
        enroll import gone P
        enroll request --key k --subject CN=x --attestation gone P
        enroll request --key k --subject CN=x --mailbox http://127.0.0.1:1 --mailbox-form gone P
        job run gone P
        key import gone --label z P
        pin change --new-pin-source file:gone P
        """

    private static let withoutToken = """
        verify gone
        verify letter --trust gone
        verify --from gone
        verify -r gone
        timestamp gone --tsa https://127.0.0.1:1
        renew gone --older-than 1 --tsa https://127.0.0.1:1
        pdf show gone
        pdf from-image gone --out x.pdf
        xml c14n gone
        job show gone
        ats lint gone
        entitlements lint gone
        entitlements verify gone
        entitlements whoami --program gone
        keystore import gone --key-file key
        keystore add x --in gone --key-file key
        keystore file add x --in gone --key-file key
        keystore file list gone --key-file key
        keystore sync init gone --key-file key
        keystore unlock --key-file gone
        keystore unlock --passphrase-source file:gone
        config set trust gone
        list --module ./gone
        """

    /// Runs commands whose file is missing.
    private func check(_ rows: String, _ place: Workplace) async throws {
        try place.directory.write("hello", to: "letter")
        for row in rows.split(separator: "\n") {
            let words = row.split(separator: " ").flatMap { $0 == "P" ? Workplace.pinOption : [String($0)] }
            let answer = try await place.jeton(words)
            #expect([2, 3, 4, 7, 8].contains(answer.code), "\(answer.testDescription)")
            #expect(answer.errors.contains("gone"), "\(answer.testDescription)")
            let hints = answer.errors.split(separator: "\n").filter { $0.hasPrefix("hint: ") }
            // A module has the doctor's hint beside that of the list.
            #expect(hints.count == (words.contains("--module") ? 2 : 1), "\(answer.testDescription)")
        }
    }

    @Test("Each command says which file is missing, and gives one hint")
    func token() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("k")
        try await check(Self.commands, place)
    }

    @Test("So does each command that needs no token")
    func other() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("k")
        try await place.jeton("keystore", "init", "--new-key-file", "key").exits(0)
        try await check(Self.withoutToken, place)
    }

    @Test(
        "The hint is a name that is nearly the same, or the command that lists those that are there",
        arguments: [
            ("leter", "did you mean `letter`?"), ("lettre", "did you mean `letter`?"), ("gone", "`ls` shows"),
            ("dir/leter", "did you mean `dir/letter`?"), ("dri/letter", "did you mean `dir`?"),
            ("dir/gone", "`ls dir` shows"), ("a dir/gone", "`ls 'a dir'` shows"), ("/gone", "`ls /` shows"),
            ("no/such/gone", "`ls` shows"),
        ]
    )
    func hint(name: String, expected: String) async throws {
        let place = try Workplace(modules: [])
        for directory in ["dir", "a dir"] { _ = try place.directory.makeDirectory(directory) }
        for path in ["letter", "dir/letter"] { try place.directory.write("hello", to: path) }
        try await place.jeton("pdf", "show", name).exits(3).says("\(name) can't be read", "hint: \(expected)")
    }
}
