import Foundation
import JetonEntitlements
import JetonKeystoreBase
import TestRig
import Testing

@Suite("Whose signatures count")
struct TeamTrustTests {
    private static func team(_ name: String = TestProgram.team) throws -> TeamIdentifier {
        try #require(TeamIdentifier(rawValue: name))
    }

    private static func signed(_ key: borrowing Ed25519SigningKey, serial: Int64 = 5) throws -> SignedManifest {
        let manifest = try TestProgram.manifest(
            ["ABCDE12345.rutoken"],
            executables: [try FileDigest.of("/bin/true")],
            serial: serial
        )
        return try SignedManifest(signing: manifest, with: key)
    }

    @Test("A pinned key counts, and another one is refused with both fingerprints")
    func pinning() throws {
        let keys = try TestTrust()
        #expect(keys.trust.rejection(of: try Self.signed(keys.key), at: TestProgram.now) == nil)
        try keys.pin(keys.key.publicKey, TestProgram.team)
        let error = #expect(throws: KeystoreError.self) { try keys.pin(keys.otherKey.publicKey, TestProgram.team) }
        #expect(error?.code.rawValue == -34018)
        #expect(error?.context.contains(keys.key.publicKey.fingerprint) == true)
        #expect(error?.context.contains(keys.otherKey.publicKey.fingerprint) == true)

        let rejection = keys.trust.rejection(of: try Self.signed(keys.otherKey), at: TestProgram.now)
        #expect(rejection?.reason == .otherKey)
        #expect(rejection?.text.contains(keys.key.publicKey.fingerprint) == true)
        #expect(rejection?.text.contains(keys.otherKey.publicKey.fingerprint) == true)
    }

    @Test("A team that nobody has trusted is unknown")
    func unknown() throws {
        let keys = try TestTrust()
        let empty = TeamTrust([.init(keys.folder.path("none"), owner: geteuid())])
        let rejection = empty.rejection(of: try Self.signed(keys.key), at: TestProgram.now)
        #expect(rejection?.reason == .unknownTeam)
        #expect(rejection?.claimedTeam == (try Self.team()))
    }

    @Test("The first and the last second count, the ones outside do not")
    func time() throws {
        let keys = try TestTrust()
        let manifest = try Self.signed(keys.key)
        for (text, reason) in [
            ("2025-12-31T23:59:59Z", ManifestRejection.Reason.notYetValid), ("2026-01-01T00:00:00Z", nil),
            ("2026-12-31T23:59:59Z", nil), ("2027-01-01T00:00:00Z", .expired),
        ] {
            #expect(keys.trust.rejection(of: manifest, at: TestProgram.moment(text))?.reason == reason, "\(text)")
        }
    }

    @Test("Revoked keys and serials do not count, and a team's second key does")
    func revocation() throws {
        let keys = try TestTrust()
        let file = "teams.d/ABCDE12345.pub"
        let application = "ABCDE12345.org.example.signer"
        func reason(_ text: String) throws -> ManifestRejection.Reason? {
            try keys.folder.write(text, to: file, mode: 0o600)
            return keys.trust.rejection(of: try Self.signed(keys.key), at: TestProgram.now)?.reason
        }
        let pem = keys.key.publicKey.pem
        #expect(try reason("# comment\n\n\(keys.otherKey.publicKey.pem)\(pem)") == nil)
        #expect(try reason(pem + "revoked-key: \(keys.key.publicKey.fingerprint)\n") == .revokedKey)
        #expect(try reason(pem + "minimum-serial: \(application) 5\n") == nil)
        #expect(try reason(pem + "minimum-serial: \(application) 6\n") == .revokedSerial)
        #expect(
            try reason(pem + "minimum-serial: \(application) 6\nminimum-serial: \(application) 2\n") == .revokedSerial
        )
        for text in [
            "anything\n", "minimum-serial: \(application) x\n", "minimum-serial: ZZZZZ99999.x 1\n", "revoked-key: 00\n",
            "-----BEGIN PUBLIC KEY-----\n", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
        ] {
            #expect(try reason(pem + text) == .unknownTeam, "\(text)")
            #expect(throws: KeystoreError.self) { _ = try keys.trust.team(try Self.team()) }
        }
    }

    @Test("The administrator's file hides the user's")
    func order() throws {
        let system = try TestTrust()
        let user = try TestTrust()
        let trust = TeamTrust([system.directory, user.directory])
        #expect(try trust.team(try Self.team())?.keys == [system.key.publicKey])
        #expect(trust.rejection(of: try Self.signed(user.key), at: TestProgram.now)?.reason == .otherKey)
    }

    @Test("A file or directory that others may write is refused, not skipped")
    func permissions() throws {
        let keys = try TestTrust()
        let file = keys.folder.path("teams.d/ABCDE12345.pub")
        let directory = keys.folder.path("teams.d")
        let manager = FileManager.default
        for (path, mode) in [(file, 0o622), (file, 0o620), (directory, 0o777)] {
            let before = try #require(try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
            try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            let error = #expect(throws: KeystoreError.self) { _ = try keys.trust.team(try Self.team()) }
            #expect(error?.code == .notAvailable)
            try manager.setAttributes([.posixPermissions: before], ofItemAtPath: path)
        }
        let stranger = TeamTrust([.init(directory, owner: 0)])
        if geteuid() != 0 {
            #expect(throws: KeystoreError.self) { _ = try stranger.team(try Self.team()) }
        } else {
            try manager.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: file)
            #expect(throws: KeystoreError.self) { _ = try stranger.team(try Self.team()) }
        }
    }
}
