import Foundation
import JetonEntitlements
import JetonKeystoreBase
import JetonOctets
import TestRig
import Testing

@Suite("Signed manifests")
struct SignedManifestTests {
    private static func octets(_ secret: borrowing Secret) -> [UInt8] {
        secret.withBytes { span in (0..<span.count).map { span[$0] } }
    }

    private static func manifest(_ groups: [String]? = ["ABCDE12345.rutoken", "ABCDE12345.*"]) throws
        -> EntitlementManifest
    {
        try TestProgram.manifest(
            groups,
            executables: [try FileDigest.of("/bin/true"), try FileDigest.of("/bin/false")],
            libraries: [try FileDigest.of("/bin/cat")],
            level: .executableMatch,
            serial: 17
        )
    }

    @Test("The same manifest and key give the same octets, and they are read back")
    func roundTrip() throws {
        let key = try Ed25519SigningKey.generate()
        for groups in [nil, [], ["ABCDE12345.rutoken"]] as [[String]?] {
            let manifest = try Self.manifest(groups)
            let signed = try SignedManifest(signing: manifest, with: key)
            #expect(try SignedManifest(signing: manifest, with: key).encoded == signed.encoded)
            let read = try SignedManifest(signed.encoded)
            #expect(read == signed)
            #expect(read.claim == manifest)
            #expect(read.encoded == signed.encoded)
            #expect(read.isSigned(by: key.publicKey))
        }
    }

    @Test("The payload is the text that docs describe")
    func payload() throws {
        let digest = try #require(FileDigest(sha256: [UInt8](repeating: 0xAB, count: 32), size: 7))
        let manifest = try TestProgram.manifest(["ABCDE12345.rutoken"], executables: [digest])
        let hex = String(repeating: "ab", count: 32)
        #expect(
            String(decoding: manifest.payload, as: UTF8.self)
                == #"{"application-identifier":"ABCDE12345.org.example.signer","executables":[{"sha256":"\#(hex)","size":7}],"#
                + #""keychain-access-groups":["ABCDE12345.rutoken"],"not-after":"2026-12-31T23:59:59Z","#
                + #""not-before":"2026-01-01T00:00:00Z","require":"L0","serial":1,"team-identifier":"ABCDE12345","v":1}"#
        )
    }

    @Test("Every changed or cut octet never gives another manifest that counts")
    func damage() throws {
        let key = try Ed25519SigningKey.generate()
        let signed = try SignedManifest(signing: try Self.manifest(), with: key)
        let octets = signed.encoded
        for index in octets.indices {
            for bit in 0..<8 {
                var damaged = octets
                damaged[index] ^= 1 << UInt8(bit)
                guard let read = try? SignedManifest(damaged) else { continue }
                #expect(!read.isSigned(by: key.publicKey), "octet \(index), bit \(bit)")
            }
            #expect(throws: KeystoreError.self, "\(index) octets") { _ = try SignedManifest(Array(octets[..<index])) }
        }
        #expect(throws: KeystoreError.self) { _ = try SignedManifest(octets + [0x0A]) }
    }

    @Test("A payload in another form, or with another content, is refused", arguments: 0..<16)
    func payloadForms(form: Int) throws {
        let text = String(decoding: try Self.manifest().payload, as: UTF8.self)
        let forms = [
            text + " ",
            text.replacing("\"v\":1", with: "\"v\":2"),
            text.replacing("\"v\":1", with: "\"v\":1,\"w\":1"),
            text.replacing("\"v\":1", with: "\"v\": 1"),
            text.replacing("\"serial\":17", with: "\"serial\":0"),
            text.replacing("\"serial\":17", with: "\"serial\":9007199254740992"),
            text.replacing("\"require\":\"L1\"", with: "\"require\":\"L3\""),
            text.replacing("\"ABCDE12345.rutoken\"", with: "\"ZZZZZ99999.rutoken\""),
            text.replacing("\"ABCDE12345.rutoken\"", with: "\"*\""),
            text.replacing("\"ABCDE12345.rutoken\"", with: "1"),
            text.replacing("\"ABCDE12345.rutoken\"", with: "\"ABCDE12345.*\""),
            text.replacing("[\"ABCDE12345.rutoken\",\"ABCDE12345.*\"]", with: "\"ABCDE12345.rutoken\""),
            text.replacing("\"team-identifier\":\"ABCDE12345\"", with: "\"team-identifier\":\"ZZZZZ99999\""),
            text.replacing("2026-12-31T23:59:59Z", with: "2025-12-31T23:59:59Z"),
            text.replacing("2026-12-31T23:59:59Z", with: "2026-12-32T23:59:59Z"),
            text.replacing("\"application-identifier\":\"ABCDE12345.org", with: "\"application-identifier\":\"org"),
        ]
        #expect(forms[form] != text)
        let error = #expect(throws: KeystoreError.self) {
            _ = try EntitlementManifest(payload: Array(forms[form].utf8))
        }
        #expect(error?.code == .decoding)
    }

    @Test("Either of two keys is enough, and no key signs twice")
    func twoKeys() throws {
        let old = try Ed25519SigningKey.generate()
        let new = try Ed25519SigningKey.generate()
        let signed = try SignedManifest(signing: try Self.manifest(), with: old).signed(alsoBy: new)
        let read = try SignedManifest(signed.encoded)
        #expect(read.isSigned(by: old.publicKey) && read.isSigned(by: new.publicKey))
        #expect(read.fingerprints == [old.publicKey.fingerprint, new.publicKey.fingerprint])
        #expect(throws: KeystoreError.self) { _ = try signed.signed(alsoBy: old) }
    }

    @Test("A key of openssl signs here, and openssl verifies what it signed")
    func openssl() throws {
        let folder = try TemporaryDirectory()
        #expect(try TestCommand("openssl", "genpkey", "-algorithm", "ED25519", "-out", folder.path("key")).status == 0)
        let text = try folder.read("key")
        let key = try Ed25519SigningKey(pem: Secret(copying: text.span))
        let published = try TestCommand("openssl", "pkey", "-in", folder.path("key"), "-pubout")
        #expect(try Ed25519PublicKey(pem: published.text + "\n") == key.publicKey)
        #expect(key.publicKey.pem == published.text + "\n")
        #expect(Self.octets(key.makePEM()) == text)

        let manifest = try Self.manifest()
        let signed = String(decoding: try SignedManifest(signing: manifest, with: key).encoded, as: UTF8.self)
        let field = try #require(signed.split(separator: "\"sig\":\"").last?.prefix { $0 != "\"" })
        let signature = try #require(Data(base64Encoded: String(field)))
        try folder.write(signature, to: "signature")
        try folder.write(Array("TKSE1\u{0}".utf8) + manifest.payload, to: "message")
        try folder.write(key.publicKey.pem, to: "public")
        let verified = try TestCommand(
            "openssl",
            "pkeyutl",
            "-verify",
            "-pubin",
            "-inkey",
            folder.path("public"),
            "-rawin",
            "-in",
            folder.path("message"),
            "-sigfile",
            folder.path("signature")
        )
        #expect(verified.status == 0, "\(verified.errors)")
        let made = try TestCommand(
            "openssl",
            "pkeyutl",
            "-sign",
            "-inkey",
            folder.path("key"),
            "-rawin",
            "-in",
            folder.path("message")
        )
        #expect(made.output == Array(signature))
    }

    @Test("A key file of another kind is refused without showing it")
    func otherKeys() throws {
        for text in [
            "", "-----BEGIN PRIVATE KEY-----\nQUJD\n-----END PRIVATE KEY-----\n", "-----BEGIN PRIVATE KEY-----\n",
        ] {
            let octets = Array(text.utf8)
            let error = #expect(throws: KeystoreError.self) {
                _ = try Ed25519SigningKey(pem: Secret(copying: octets.span))
            }
            #expect(error?.description.contains("QUJD") == false)
        }
        let short = Secret(copying: [1, 2, 3].span)
        #expect(throws: KeystoreError.self) { _ = try Ed25519SigningKey(seed: short.clone()) }
    }

    @Test("A manifest is made from an Entitlements.plist, and refused for each error in it")
    func fromResource() throws {
        func make(_ body: String) throws -> EntitlementManifest {
            let resource = EntitlementsResource(
                Array(EntitlementsLintTests.document(body).utf8),
                tokenMark: TestProgram.tokenMark
            )
            let claims = try resource.claims(program: "signer")
            return try EntitlementManifest(
                applicationIdentifier: claims.application,
                accessGroups: claims.groups,
                executables: [try FileDigest.of("/bin/true")],
                serial: 1,
                notBefore: TestProgram.moment("2026-01-01T00:00:00Z"),
                notAfter: TestProgram.moment("2026-12-31T00:00:00Z")
            )
        }
        let application = "<key>application-identifier</key><string>ABCDE12345.org.example.signer</string>\n"
        let groups =
            "<key>keychain-access-groups</key><array><string>ABCDE12345.rutoken</string><string>ABCDE12345.*</string></array>"
        let manifest = try make(application + groups)
        #expect(manifest.accessGroups?.map(\.rawValue) == ["ABCDE12345.rutoken", "ABCDE12345.*"])
        #expect(manifest.team.rawValue == "ABCDE12345")
        #expect(try make(application).accessGroups == nil)
        #expect(try make(groups).applicationIdentifier.rawValue == "ABCDE12345.signer")
        #expect(try make(application + groups + "<key>get-task-allow</key><true/>") == manifest)
        for (body, words) in [
            ("<key>get-task-allow</key><true/>", "has no 'application-identifier'"),
            (application + groups.replacing("ABCDE12345.rutoken", with: "ZZZZZ99999.rutoken"), "ZZZZZ99999"),
            ("<key>Entitlements</key>", "Entitlements"),
        ] {
            let error = #expect(throws: KeystoreError.self) { _ = try make(body) }
            #expect(error?.code == .invalidParameter)
            #expect(error?.context.contains(words) == true, "\(String(describing: error))")
        }
    }

    @Test(
        "Times are read and written in one form",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:34:56Z", 951_827_696), ("2026-11-21T06:00:00Z", 1_795_240_800),
            ("1969-12-31T23:59:59Z", -1), ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] as [(String, Int64)]
    )
    func times(text: String, seconds: Int64) throws {
        #expect(UTCTime(text)?.secondsSince1970 == seconds)
        #expect(UTCTime(secondsSince1970: seconds)?.description == text)
    }

    @Test(
        "Times that do not exist are refused",
        arguments: [
            "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-01T24:00:00Z",
            "2026-01-01T00:00:60Z", "0000-01-01T00:00:00Z", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00", "", "x",
            "2026-01-01T00:00:00+", "+026-01-01T00:00:00Z",
        ]
    )
    func impossibleTimes(_ text: String) { #expect(UTCTime(text) == nil) }
}
