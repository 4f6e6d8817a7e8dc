import AgeFiles
import Foundation
import JetonKeystoreBase
import JetonOctets
import TestRig
import Testing

@Suite("age v1 files")
struct AgeFileTests {
    /// Lengths around the borders of octets, chunks and nothing at all.
    static let lengths = [0, 1, 100, 65_535, 65_536, 65_537, 131_072, 200_000]

    private static func secret(_ octets: [UInt8]) -> Secret { Secret(copying: octets.span) }
    private static func octets(_ secret: borrowing Secret) -> [UInt8] {
        secret.withBytes { span in (0..<span.count).map { span[$0] } }
    }
    private static func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) } }

    @Test("What is encrypted to two recipients is decrypted by each of them", arguments: lengths)
    func roundTrip(length: Int) throws {
        let one = try AgeIdentity.generate()
        let two = try AgeIdentity.generate()
        let three = try AgeIdentity.generate()
        let plain = Self.pattern(length)
        let file = try AgeFile.encrypt(Self.secret(plain), to: [one.recipient, two.recipient])
        #expect(Self.octets(try AgeFile.decrypt(file, with: one)) == plain)
        #expect(Self.octets(try AgeFile.decrypt(file, with: two)) == plain)
        let error = #expect(throws: KeystoreError.self) { _ = try AgeFile.decrypt(file, with: three) }
        #expect(error?.code == .authenticationFailed)
    }

    @Test("Debian's age opens what is encrypted here", arguments: lengths)
    func openedByAge(length: Int) throws {
        let identity = try AgeIdentity.generate()
        let plain = Self.pattern(length)
        let folder = try TemporaryDirectory()
        try folder.write(Self.octets(identity.makeText()), to: "key", mode: 0o600)
        let file = try AgeFile.encrypt(Self.secret(plain), to: [identity.recipient])
        let result = try TestCommand("age", "--decrypt", "--identity", folder.path("key"), input: file)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == plain)
        let recipient = try TestCommand("age-keygen", "-y", folder.path("key"))
        #expect(recipient.text == identity.recipient.rawValue)
    }

    @Test("What Debian's age encrypts is opened here", arguments: lengths)
    func encryptedByAge(length: Int) throws {
        let folder = try TemporaryDirectory()
        let made = try TestCommand("age-keygen", "-o", folder.path("key"))
        #expect(made.status == 0, "\(made.errors)")
        let identity = try AgeIdentity(text: Self.secret(try folder.read("key")))
        let other = try AgeIdentity.generate()
        let plain = Self.pattern(length)
        let result = try TestCommand(
            "age",
            "--encrypt",
            "--recipient",
            other.recipient.rawValue,
            "--recipient",
            identity.recipient.rawValue,
            input: plain
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(Self.octets(try AgeFile.decrypt(result.output, with: identity)) == plain)
        #expect(Self.octets(try AgeFile.decrypt(result.output, with: other)) == plain)
    }

    /// age asks for a passphrase on a terminal only; expect(1) is one.
    private static func age(_ arguments: String, passphrase: String) throws -> TestCommand {
        try TestCommand(
            "expect",
            "-c",
            """
            set timeout 60
            spawn age \(arguments)
            expect {
                -re "(Enter|Confirm) passphrase.*: " { send "\(passphrase)\\r"; exp_continue }
                eof
            }
            lassign [wait] pid spawn_id os status
            exit $status
            """
        )
    }

    @Test("A passphrase works in both directions")
    func passphrase() throws {
        let folder = try TemporaryDirectory()
        let plain = Self.pattern(70_000)
        let passphrase = "four words of prose"
        let file = try AgeFile.encrypt(
            Self.secret(plain),
            passphrase: Self.secret(Array(passphrase.utf8)),
            workFactor: 12
        )
        try folder.write(file, to: "ours.age")
        let opened = try Self.age("-d -o \(folder.path("opened")) \(folder.path("ours.age"))", passphrase: passphrase)
        #expect(opened.status == 0, "\(opened.text)")
        #expect(try folder.read("opened") == plain)

        try folder.write(plain, to: "plain")
        let made = try Self.age("-p -o \(folder.path("theirs.age")) \(folder.path("plain"))", passphrase: passphrase)
        #expect(made.status == 0, "\(made.text)")
        let theirs = try folder.read("theirs.age")
        #expect(Self.octets(try AgeFile.decrypt(theirs, passphrase: Self.secret(Array(passphrase.utf8)))) == plain)
        let error = #expect(throws: KeystoreError.self) {
            _ = try AgeFile.decrypt(file, passphrase: Self.secret(Array("another".utf8)))
        }
        #expect(error?.code == .authenticationFailed)
    }

    @Test("Every changed or cut octet of a file is refused")
    func damage() throws {
        let identity = try AgeIdentity.generate()
        let plain = Self.pattern(50)
        let file = try AgeFile.encrypt(Self.secret(plain), to: [identity.recipient])
        for index in file.indices {
            for mask in [0x01, 0x20, 0x80] as [UInt8] {
                var damaged = file
                damaged[index] ^= mask
                #expect(throws: KeystoreError.self, "octet \(index), bits \(mask)") {
                    _ = try AgeFile.decrypt(damaged, with: identity)
                }
            }
            #expect(throws: KeystoreError.self, "\(index) octets") {
                _ = try AgeFile.decrypt(Array(file[..<index]), with: identity)
            }
        }
        #expect(throws: KeystoreError.self) { _ = try AgeFile.decrypt(file + [0], with: identity) }
    }

    @Test("Every changed octet of a header with a passphrase is refused")
    func damagedPassphraseHeader() throws {
        let passphrase = Self.secret([1, 2, 3])
        let file = try AgeFile.encrypt(Self.secret([4]), passphrase: passphrase, workFactor: 10)
        // Behind the stanza's arguments stands the work factor, "10": other digits may ask for much more work.
        for index in file.indices {
            var damaged = file
            damaged[index] ^= 1
            #expect(throws: KeystoreError.self, "octet \(index)") {
                _ = try AgeFile.decrypt(damaged, passphrase: passphrase)
            }
        }
    }

    @Test("Chunks cannot be dropped, swapped, or taken for the last one")
    func chunks() throws {
        let identity = try AgeIdentity.generate()
        let file = try AgeFile.encrypt(Self.secret(Self.pattern(3 * 65_536)), to: [identity.recipient])
        let chunk = 65_536 + 16
        let start = file.count - 3 * chunk
        func slice(_ number: Int) -> ArraySlice<UInt8> {
            file[(start + number * chunk)..<(start + (number + 1) * chunk)]
        }
        let head = Array(file[..<start])
        for order in [[0, 1], [0], [], [1, 0, 2], [0, 2], [0, 1, 2, 2], [0, 0, 1, 2]] {
            #expect(throws: KeystoreError.self, "chunks \(order)") {
                _ = try AgeFile.decrypt(head + order.flatMap { slice($0) }, with: identity)
            }
        }
    }

    struct Malformed: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        var words = "malformed"
        var testDescription: String { name }
    }

    private static let share = String(repeating: "A", count: 43)
    private static let body = String(repeating: "A", count: 43)
    private static let end = "--- " + String(repeating: "A", count: 43) + "\n"
    private static let version = "age-encryption.org/v1\n"

    static let malformed = [
        Malformed(name: "nothing", text: ""),
        Malformed(name: "another version", text: "age-encryption.org/v2\n", words: "not an age file of version 1"),
        Malformed(
            name: "ASCII armor",
            text: "-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n",
            words: "ASCII-armored"
        ),
        Malformed(name: "not start a stanza", text: version + end),
        Malformed(name: "a carriage return", text: "age-encryption.org/v1\r\n", words: "not an age file"),
        Malformed(name: "an empty argument", text: version + "-> X25519  \(share)\n\(body)\n" + end),
        Malformed(name: "no argument", text: version + "-> \n\(body)\n" + end),
        Malformed(name: "padding in the body", text: version + "-> X25519 \(share)\n\(body)=\n" + end),
        Malformed(name: "set bits behind the body", text: version + "-> X25519 \(share)\n\(body.dropLast())B\n" + end),
        Malformed(name: "a short share", text: version + "-> X25519 AAAA\n\(body)\n" + end),
        Malformed(name: "two shares", text: version + "-> X25519 \(share) \(share)\n\(body)\n" + end),
        Malformed(
            name: "a body that has no short line",
            text: version + "-> X25519 \(share)\n" + String(repeating: "A", count: 64) + "\n" + end
        ),
        Malformed(name: "a line that is too long", text: version + "-> " + String(repeating: "A", count: 10_000)),
        Malformed(
            name: "scrypt beside another stanza",
            text: version + "-> scrypt AAAAAAAAAAAAAAAAAAAAAA 10\n\(body)\n-> x\n\n" + end,
            words: "a scrypt stanza next to others"
        ),
        Malformed(
            name: "stanzas without end",
            text: version + String(repeating: "-> x\n\n", count: 10_000) + end,
            words: "too many stanzas"
        ),
    ]

    @Test("A malformed header is refused with words", arguments: malformed)
    func malformedHeader(_ row: Malformed) throws {
        let identity = try AgeIdentity.generate()
        let error = #expect(throws: KeystoreError.self) {
            _ = try AgeFile.decrypt(Array(row.text.utf8), with: identity)
        }
        #expect(error?.code == .decoding)
        #expect(error?.description.contains(row.words) == true, "\(String(describing: error))")
    }

    @Test(
        "A work factor that would take gibibytes is refused before the work",
        arguments: ["21", "63", "010", "0", "-1"]
    )
    func workFactorLimit(_ factor: String) throws {
        let text = Self.version + "-> scrypt AAAAAAAAAAAAAAAAAAAAAA \(factor)\n\(Self.body)\n" + Self.end
        #expect(throws: KeystoreError.self) {
            _ = try AgeFile.decrypt(Array(text.utf8), passphrase: Self.secret([1]))
        }
    }

    @Test("A recipient of low order is refused")
    func lowOrder() throws {
        let zero = try #require(AgeRecipient(publicKey: [UInt8](repeating: 0, count: 32)))
        #expect(throws: KeystoreError.self) { _ = try AgeFile.encrypt(Self.secret([1]), to: [zero]) }
    }

    @Test("Recipients and identities are read in their one form only")
    func texts() throws {
        let identity = try AgeIdentity.generate()
        let text = identity.recipient.rawValue
        #expect(AgeRecipient(rawValue: text) == identity.recipient)
        #expect(AgeRecipient(rawValue: text.uppercased()) == nil)
        #expect(AgeRecipient(rawValue: String(text.dropLast())) == nil)
        #expect(AgeRecipient(rawValue: text + "q") == nil)
        for index in text.indices {
            var damaged = text
            damaged.replaceSubrange(index...index, with: text[index] == "q" ? "p" : "q")
            #expect(AgeRecipient(rawValue: damaged) == nil, "\(damaged)")
        }
        let line = String(decoding: Self.octets(identity.makeText()), as: UTF8.self)
        #expect(line.hasPrefix("AGE-SECRET-KEY-1") && line.utf8.count == 75)
        #expect(throws: KeystoreError.self) { _ = try AgeIdentity(text: Self.secret(Array(line.lowercased().utf8))) }
        #expect(throws: KeystoreError.self) { _ = try AgeIdentity(text: Self.secret(Array((line + line).utf8))) }
        let commented = try AgeIdentity(text: Self.secret(Array("# made today\r\n\n\(line.dropLast())\r\n".utf8)))
        #expect(commented.recipient == identity.recipient)
    }
}
