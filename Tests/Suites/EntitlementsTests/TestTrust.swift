import Foundation
import JetonEntitlements
import JetonKeystoreBase
import TestRig

/// A trust directory in which two teams are pinned, and their keys.
final class TestTrust: Sendable {
    let folder: TemporaryDirectory
    let key: Ed25519SigningKey
    let otherKey: Ed25519SigningKey
    let directory: TeamTrust.Directory

    init() throws {
        folder = try TemporaryDirectory()
        key = try Ed25519SigningKey.generate()
        otherKey = try Ed25519SigningKey.generate()
        directory = TeamTrust.Directory(folder.path("teams.d"), owner: geteuid())
        try pin(key.publicKey, TestProgram.team)
        try pin(otherKey.publicKey, TestProgram.otherTeam)
    }

    var trust: TeamTrust { TeamTrust([directory]) }

    func pin(_ key: Ed25519PublicKey, _ team: String) throws {
        guard let identifier = TeamIdentifier(rawValue: team) else { return }
        try trust.pin(key, for: identifier, in: directory)
    }
}
