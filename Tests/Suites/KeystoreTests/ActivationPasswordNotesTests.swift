import Foundation
import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import TestRig
import Testing

@Suite("Notes of activation passwords")
struct ActivationPasswordNotesTests {
    private static func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }

    @Test("Consent and used passwords are of one token, and hold for every process")
    func tokens() throws {
        let directory = try TemporaryDirectory()
        let notes = ActivationPasswordNotes(dataDirectory: directory.path("data"))
        #expect(try !notes.allowsLegacy("03461b40") && !notes.wasUsed(Self.secret("K7M2QXRT4HWZ"), "03461b40"))
        #expect(!FileManager.default.fileExists(atPath: directory.path("data")), "looking makes nothing")
        #expect(try notes.setAllowsLegacy(true, "03461B40"))
        #expect(try !notes.setAllowsLegacy(true, "03461b40"), "it is allowed already")
        try notes.noteUse(Self.secret("K7M2QXRT4HWZ"), "03461b40")
        let others = ActivationPasswordNotes(dataDirectory: directory.path("data"))
        #expect(try others.allowsLegacy("03461b40") && others.wasUsed(Self.secret("K7M2QXRT4HWZ"), "03461b40"))
        #expect(try !others.allowsLegacy("03461b41") && !others.wasUsed(Self.secret("K7M2QXRT4HWZ"), "03461b41"))
        #expect(try others.setAllowsLegacy(false, "03461b40"))
        #expect(try !notes.allowsLegacy("03461b40") && notes.wasUsed(Self.secret("K7M2QXRT4HWZ"), "03461b40"))
        let path = directory.path("data/passwords/03461b40")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test("Only the newest of many used passwords are kept, and the consent with them")
    func many() throws {
        let directory = try TemporaryDirectory()
        let notes = ActivationPasswordNotes(dataDirectory: directory.path("data"))
        try notes.setAllowsLegacy(true, "1")
        for number in 0..<70 { try notes.noteUse(Self.secret("password \(number)"), "1") }
        #expect(try notes.allowsLegacy("1") && notes.wasUsed(Self.secret("password 69"), "1"))
        let lines = try String(contentsOfFile: directory.path("data/passwords/1"), encoding: .utf8).split(
            separator: "\n"
        )
        #expect(lines.count == 65)
    }

    @Test("A file that others can write is not believed, and a name that is no serial number is refused")
    func unsafeFile() throws {
        let directory = try TemporaryDirectory()
        let notes = ActivationPasswordNotes(dataDirectory: directory.path("data"))
        try notes.setAllowsLegacy(true, "1")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o666],
            ofItemAtPath: directory.path("data/passwords/1")
        )
        #expect(throws: KeystoreError(.notAvailable)) { _ = try notes.allowsLegacy("1") }
        for name in ["", "../1", "g", "01234567012345678"] {
            #expect(throws: KeystoreError(.invalidParameter)) { _ = try notes.allowsLegacy(name) }
        }
    }
}
