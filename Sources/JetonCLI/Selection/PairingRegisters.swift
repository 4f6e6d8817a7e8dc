internal import Glibc
internal import TokenKit

/// What this user's data folder knows of pairings.
struct PairingRegisters {
    private let registers: [any PairingRegister]

    /// The registers of this user.
    static func ofThisUser() throws(CommandError) -> PairingRegisters {
        guard let directory = Process.dataDirectory else {
            throw CommandError(
                "there is no folder for Jeton's data: neither JETON_DATA nor HOME is set",
                exitCode: .inputOutput
            )
        }
        return PairingRegisters(registers: [PairingIndex(directory: directory + "/pairings")])
    }

    /// All pairings, sorted by media, each once.
    func pairings() throws -> [PairingRecord] {
        var records: [String: PairingRecord] = [:]
        for register in registers { for record in try register.pairings() { records[record.media] = record } }
        return records.values.sorted { $0.media < $1.media }
    }

    /// The one pairing that is meant.
    ///
    /// - Throws: ``CommandError`` with exit code 3 for none and 6 for several.
    func pairing(named name: String) throws -> PairingRecord {
        let records = try pairings().filter { $0.matches(name: name) }
        guard records.count <= 1 else {
            throw CommandError(
                "'\(name)' fits several pairings",
                hints: ["name one by its media"],
                exitCode: .ambiguous,
                candidates: records.map(\.media)
            )
        }
        guard let record = records.first else {
            throw CommandError.notFound(
                "there is no pairing with '\(name)'",
                hints: ["`jeton pairings list` shows those that there are"]
            )
        }
        return record
    }

    /// Notes that a token is paired; if that fails it is a warning, for the token is paired all the same.
    func note(_ token: TokenEntry) {
        do {
            for register in registers { try register.remember(PairingRecord(of: token, at: time(nil))) }
        } catch {
            Console.note("warning: \(error)")
        }
    }

    /// Forgets a pairing.
    func forget(_ record: PairingRecord) throws {
        for register in registers { try register.forget(media: record.media) }
    }
}
