import Glibc
import JetonOctets
import Synchronization
import Testing

@testable import TokenKit

@Suite("PIN guard")
struct PINGuardTests {
    private static let token = Array("vendor|model|42".utf8)
    private static let bootID = Array("boot-1".utf8)

    private func attempt(
        _ pin: String,
        _ outcome: PINGuard.Outcome,
        in directory: String,
        token: [UInt8] = PINGuardTests.token,
        role: PINPrompt.Role = .user,
        bootID: [UInt8] = PINGuardTests.bootID
    ) throws -> PINGuard.Report {
        let pinGuard = PINGuard(directory: directory, bootID: bootID)
        return try pinGuard.attempt(Secret(copying: Array(pin.utf8).span), token: token, role: role) { outcome }
    }

    private func contents(_ path: String) throws -> [UInt8] {
        try FileAccess.contents(of: path, limit: 1 << 20)
    }

    @Test(
        "Flags decide whether a PIN may be sent",
        arguments: [
            ([], false, []), ([.countLow], false, [.countLow]), ([.toBeChanged], false, [.toBeChanged]),
            ([.countLow, .finalTry], true, [.finalTry]),
            ([.countLow, .toBeChanged], true, [.countLow, .toBeChanged]),
        ] as [(PINFlags, Bool, [PINGuard.Notice])]
    )
    func review(flags: PINFlags, allowsLastTry: Bool, notices: [PINGuard.Notice]) throws {
        #expect(try PINGuard.review(flags, allowsLastTry: allowsLastTry) == notices)
    }

    @Test("A locked PIN is never sent, the last try only if allowed")
    func refusedByFlags() {
        #expect(throws: PINError(.finalTry)) { try PINGuard.review([.countLow, .finalTry]) }
        #expect(throws: PINError(.locked)) { try PINGuard.review([.locked]) }
        #expect(throws: PINError(.locked)) { try PINGuard.review([.locked, .finalTry], allowsLastTry: true) }
    }

    @Test("The tries that a token reported are kept with what it refused, and go with it")
    func triesLeft() throws {
        let tree = try FixtureTree()
        let directory = tree.path("data/pin-guard")
        let pinGuard = PINGuard(directory: directory, bootID: Self.bootID)
        func left() throws -> UInt? { try pinGuard.triesLeft(token: Self.token, role: .activation) }
        // Without a refusal there is nothing to note.
        try pinGuard.note(triesLeft: 9, token: Self.token, role: .activation)
        #expect(try left() == nil)
        _ = try attempt("1111", .refused, in: directory, role: .activation)
        #expect(try left() == nil)
        try pinGuard.note(triesLeft: 9, token: Self.token, role: .activation)
        #expect(try left() == 9 && pinGuard.triesLeft(token: Self.token, role: .user) == nil)
        #expect(throws: PINError(.refusedBefore)) { try attempt("1111", .accepted, in: directory, role: .activation) }
        _ = try attempt("2222", .refused, in: directory, role: .activation)
        #expect(try left() == nil, "the number is of the refusal before")
        try pinGuard.note(triesLeft: 8, token: Self.token, role: .activation)
        _ = try attempt("3333", .accepted, in: directory, role: .activation)
        #expect(try left() == nil)
        for word in ["=", "=x", "=-1", "= 1"] {
            var record = try RefusedPINRecord(bootID: Self.bootID)
            record.insert(1, for: [UInt8](repeating: 1, count: 16))
            let text = String(decoding: record.encoded.dropLast(), as: UTF8.self) + " \(word)\n"
            #expect(RefusedPINRecord(decoding: Array(text.utf8)) == nil, "\(word)")
        }
    }

    @Test("A PIN that a card refused is not sent again through another module, until that is asked for")
    func card() throws {
        let tree = try FixtureTree()
        let pinGuard = PINGuard(directory: tree.path("data/pin-guard"), bootID: Self.bootID)
        let pin = Secret(copying: Array("1111".utf8).span)
        let card = Array("reader 0, card 1".utf8)
        func attempt(
            _ module: String,
            card: [UInt8]?,
            sendsRefused: Bool = false,
            _ outcome: PINGuard.Outcome = .refused
        ) throws -> PINGuard.Outcome {
            try pinGuard.attempt(pin, token: Array(module.utf8), card: card, role: .user, sendsRefused: sendsRefused) {
                outcome
            }.outcome
        }
        #expect(try attempt("first", card: card) == .refused)
        #expect(throws: PINError(.refusedBefore)) { try attempt("second", card: card) }
        // The same token in another reader, and another card in the same one.
        #expect(throws: PINError(.refusedBefore)) { try attempt("first", card: Array("reader 1, card 1".utf8)) }
        #expect(try attempt("second", card: Array("reader 0, card 2".utf8), .undecided) == .undecided)
        #expect(try attempt("second", card: card, sendsRefused: true, .accepted) == .accepted)
        #expect(try attempt("third", card: card, .undecided) == .undecided)
        try pinGuard.forget(token: Array("first".utf8), card: card, role: .user)
        #expect(try attempt("first", card: card, .undecided) == .undecided)
        #expect(PINError(.refusedBefore).hints.contains { $0.contains("--send-refused") })
    }

    @Test("A refused PIN is not sent again, another one is, and a right one clears the record")
    func notAgain() throws {
        let tree = try FixtureTree()
        let directory = tree.path("data/pin-guard")
        #expect(try attempt("1111", .refused, in: directory).outcome == .refused)
        #expect(throws: PINError(.refusedBefore)) { try attempt("1111", .accepted, in: directory) }
        #expect(throws: PINError(.refusedBefore)) {
            try attempt("1111", .accepted, in: directory, role: .contextSpecific)
        }
        #expect(try attempt("1112", .refused, in: directory).outcome == .refused)
        #expect(throws: PINError(.refusedBefore)) { try attempt("1111", .accepted, in: directory) }
        // Another role, another token, another boot.
        #expect(try attempt("1111", .undecided, in: directory, role: .securityOfficer).outcome == .undecided)
        #expect(try attempt("1111", .undecided, in: directory, token: [1]).outcome == .undecided)
        #expect(try attempt("1111", .undecided, in: directory, bootID: [2]).outcome == .undecided)
        #expect(throws: PINError(.refusedBefore)) { try attempt("1111", .accepted, in: directory) }
        #expect(try attempt("2222", .accepted, in: directory).warnings.isEmpty)
        #expect(try attempt("1111", .accepted, in: directory).outcome == .accepted)
    }

    @Test("An outcome that tells nothing about the PIN leaves no record")
    func undecided() throws {
        let tree = try FixtureTree()
        _ = try attempt("1111", .undecided, in: tree.path("g"))
        #expect(unsafe access(tree.path("g/refused"), F_OK) != 0)
        #expect(try attempt("1111", .accepted, in: tree.path("g")).outcome == .accepted)
    }

    @Test("A changed PIN is forgotten by token and role")
    func forgotten() throws {
        let tree = try FixtureTree()
        let directory = tree.path("g")
        _ = try attempt("1111", .refused, in: directory)
        _ = try attempt("1111", .refused, in: directory, role: .securityOfficer)
        try PINGuard(directory: directory, bootID: Self.bootID).forget(token: Self.token, role: .user)
        #expect(try attempt("1111", .undecided, in: directory).outcome == .undecided)
        #expect(throws: PINError(.refusedBefore)) {
            try attempt("1111", .accepted, in: directory, role: .securityOfficer)
        }
    }

    @Test("The file is private, small, and tells neither PIN nor token")
    func file() throws {
        let tree = try FixtureTree()
        _ = try attempt("87654321", .refused, in: tree.path("a/g"))
        var status = stat()
        try #require(unsafe stat(tree.path("a/g/refused"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        try #require(unsafe stat(tree.path("a/g"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        let text = String(decoding: try contents(tree.path("a/g/refused")), as: UTF8.self)
        #expect(!text.contains("87654321") && !text.contains("vendor"))
        #expect(!text.contains(Hex.encode(Array("87654321".utf8))))
        #expect(unsafe access(tree.path("a/g/refused.new"), F_OK) != 0)
    }

    @Test("A tag is PBKDF2-HMAC-SHA-256 with 4,000 rounds, as computed by another implementation")
    func knownAnswer() throws {
        let text = """
            jeton-pin-guard 1
            000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
            9b637fc53996d374

            """
        let record = try #require(RefusedPINRecord(decoding: Array(text.utf8)))
        #expect(try record.isOf(bootID: Self.bootID))
        let key = try record.key(token: Self.token, role: .user)
        #expect(Hex.encode(key) == "7b2f797dda31d2b395fec93ab2776cf5")
        let pin = Secret(copying: Array("123456".utf8).span)
        #expect(try record.tag(of: pin, key: key, bootID: Self.bootID) == 0x717B)
        #expect(record.encoded == Array(text.utf8))
    }

    @Test(
        "A damaged file counts as empty, is told, and is replaced",
        arguments: [
            "", "\n", "jeton-pin-guard 2\n", "jeton-pin-guard 1\n00\n00\n", "nonsense", "SALTED", "SALTED\n\n",
            "SALTED\nzz 0000\n", "SALTED\n00112233445566778899aabbccddeeff\n",
            "SALTED\n00112233445566778899aabbccddeeff 000\n", "SALTED\n00112233445566778899aabbccddeeff  0000\n",
            "SALTED\n00112233445566778899aabbccddeeff 0 1 2 3 4 5 6 7 8\n",
            "SALTED\n00112233445566778899aabbccddeeff 0000\n00112233445566778899aabbccddeeff 0000\n",
            "SALTED\n00112233445566778899aabbccddeeff 0000", "LARGE",
        ]
    )
    func damaged(pattern: String) throws {
        let tree = try FixtureTree()
        _ = try attempt("1111", .refused, in: tree.path("g"))
        let good = String(decoding: try contents(tree.path("g/refused")), as: UTF8.self)
        let head = good.split(separator: "\n").prefix(3).joined(separator: "\n")
        let text =
            pattern == "LARGE"
            ? String(repeating: "x", count: RefusedPINRecord.maximumLength + 1)
            : pattern.replacing("SALTED", with: head)
        try tree.write("g/refused", octets: Array(text.utf8), mode: 0o600)
        #expect(try attempt("1111", .refused, in: tree.path("g")).warnings == [.recordDamaged])
        #expect(throws: PINError(.refusedBefore)) { try attempt("1111", .accepted, in: tree.path("g")) }
    }

    @Test("A link or a folder in the file's place is not followed")
    func notAFile() throws {
        let tree = try FixtureTree(["elsewhere": "untouched"])
        try tree.makeDirectory("g")
        try #require(unsafe chmod(tree.path("g"), 0o700) == 0)
        try tree.link("g/refused", to: "../elsewhere")
        #expect(try attempt("1111", .refused, in: tree.path("g")).warnings == [.recordDamaged])
        #expect(try contents(tree.path("elsewhere")) == Array("untouched".utf8))
        #expect(throws: PINError(.refusedBefore)) { try attempt("1111", .accepted, in: tree.path("g")) }
        try tree.makeDirectory("h/refused")
        let report = try attempt("1111", .refused, in: tree.path("h"))
        #expect(report.outcome == .refused)
        #expect(report.warnings.count == 2)
    }

    @Test("A folder that others can write to, or that can't be made, keeps a PIN from being sent")
    func unavailable() throws {
        let tree = try FixtureTree(["file": "x"])
        try tree.makeDirectory("open")
        try #require(unsafe chmod(tree.path("open"), 0o777) == 0)
        let sent = Mutex(0)
        for directory in [tree.path("open"), tree.path("file"), tree.path("file/below"), "/proc/nothing"] {
            let pinGuard = PINGuard(directory: directory, bootID: Self.bootID)
            #expect(throws: PINError(.guardUnavailable)) {
                try pinGuard.attempt(Secret(copying: [0x31].span), token: Self.token, role: .user) {
                    sent.withLock { $0 += 1 }
                    return .accepted
                }
            }
        }
        #expect(sent.withLock { $0 } == 0)
    }

    @Test("The record is bounded: eight PINs a token, 256 tokens, the oldest forgotten first")
    func bounded() throws {
        var record = try RefusedPINRecord(bootID: Self.bootID)
        for number in 0..<300 {
            let key = try record.key(token: Array("\(number)".utf8), role: .user)
            for tag in 0..<10 { record.insert(UInt16(tag), for: key) }
        }
        let first = try record.key(token: Array("0".utf8), role: .user)
        let last = try record.key(token: Array("299".utf8), role: .user)
        #expect(!record.hasTags(for: first))
        #expect(!record.contains(1, for: last))
        #expect(record.contains(2, for: last) && record.contains(9, for: last))
        #expect(record.encoded.count <= RefusedPINRecord.maximumLength)
        #expect(RefusedPINRecord(decoding: record.encoded) == record)
    }

    @Test("Of many attempts at once with one wrong PIN, one is sent")
    func concurrent() async throws {
        let tree = try FixtureTree()
        let directory = tree.path("g")
        let sent = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await onThread {
                        let pinGuard = PINGuard(directory: directory, bootID: Self.bootID)
                        _ = try? pinGuard.attempt(Secret(copying: [0x31].span), token: Self.token, role: .user) {
                            sent.value.withLock { $0 += 1 }
                            usleep(20_000)
                            return .refused
                        }
                    }
                }
            }
        }
        #expect(sent.value.withLock { $0 } == 1)
    }

    @Test("An attempt that does not end keeps none on another token waiting, and both outcomes are recorded")
    func otherToken() throws {
        let tree = try FixtureTree()
        let directory = tree.path("g")
        let pinGuard = PINGuard(directory: directory, bootID: Self.bootID)
        _ = try pinGuard.attempt(Secret(copying: Array("1111".utf8).span), token: Self.token, role: .user) {
            let inner = try? attempt("2222", .refused, in: directory, token: [1])
            #expect(inner?.outcome == .refused && inner?.warnings.isEmpty == true)
            return .refused
        }
        #expect(throws: PINError(.refusedBefore)) { try attempt("1111", .accepted, in: directory) }
        #expect(throws: PINError(.refusedBefore)) { try attempt("2222", .accepted, in: directory, token: [1]) }
    }

    @Test("A second attempt on a token waits for the first, and gives up without sending", arguments: [0, 60])
    func busy(patience: Int) throws {
        let tree = try FixtureTree()
        var pinGuard = PINGuard(directory: tree.path("g"), bootID: Self.bootID)
        pinGuard.turnPatience = patience
        let second = pinGuard
        let report = try pinGuard.attempt(Secret(copying: [0x31].span), token: Self.token, role: .user) {
            #expect(throws: PINError(.busy)) {
                try second.attempt(Secret(copying: [0x32].span), token: Self.token, role: .securityOfficer) {
                    Issue.record("a PIN was sent beside another one")
                    return .undecided
                }
            }
            return .accepted
        }
        #expect(report.outcome == .accepted)
        #expect(try attempt("2", .accepted, in: tree.path("g")).outcome == .accepted)
    }

    @Test("What another process was refused is not sent by this one")
    func otherProcess() async throws {
        let tree = try FixtureTree()
        let directory = tree.path("g")
        await #expect(processExitsWith: .success) { [directory = directory as String] in
            let pinGuard = PINGuard(directory: directory, bootID: try PINGuard.systemBootID())
            _ = try pinGuard.attempt(Secret(copying: [0x31].span), token: Self.token, role: .user) { .refused }
        }
        let bootID = try PINGuard.systemBootID()
        #expect(bootID.count == 36)
        let pinGuard = PINGuard(directory: directory, bootID: bootID)
        #expect(throws: PINError(.refusedBefore)) {
            try pinGuard.attempt(Secret(copying: [0x31].span), token: Self.token, role: .user) { .accepted }
        }
        let report = try pinGuard.attempt(Secret(copying: [0x32].span), token: Self.token, role: .user) { .accepted }
        #expect(report.outcome == .accepted)
    }
}

private final class Counter: Sendable {
    let value = Mutex(0)
}
