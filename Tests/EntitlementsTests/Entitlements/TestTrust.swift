import Foundation
import Keystore

/// A trust directory in which two teams are pinned, and their keys.
final class TestTrust: Sendable {
    let folder: TestFolder
    let key: TeamSigningKey
    let otherKey: TeamSigningKey
    let directory: TeamTrust.Directory

    init() throws {
        folder = try TestFolder()
        key = try TeamSigningKey.generate()
        otherKey = try TeamSigningKey.generate()
        directory = TeamTrust.Directory(folder["teams.d"], owner: geteuid())
        try pin(key.publicKey, TestProgram.team)
        try pin(otherKey.publicKey, TestProgram.otherTeam)
    }

    var trust: TeamTrust { TeamTrust([directory]) }

    func pin(_ key: TeamPublicKey, _ team: String) throws {
        guard let identifier = TeamIdentifier(rawValue: team) else { return }
        try trust.pin(key, for: identifier, in: directory)
    }
}
