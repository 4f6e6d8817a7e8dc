@testable import JetonKeystore

/// Changes files as bit rot or an attacker would.
enum Damage {
    /// Flips a bit in the secret's tag of the first record of a vault.
    static func flipRecord(_ path: String) throws {
        var file = try Shell.read(path)
        let header = try VaultHeader(file, named: path)
        let length = Int(file.span.littleEndian(UInt32.self, at: VaultHeader.size + 24))
        file[header.recordsStart + length - 1] ^= 1
        try Shell.write(file, path)
    }
}
