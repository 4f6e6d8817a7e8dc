internal import Glibc
internal import TokenKit

/// What this user's data folder knows of pairings.
struct PairingRegisters {
    private let registers: [any PairingRegister]

    /// The registers of this user.
    static func ofThisUser() throws(CommandError) -> PairingRegisters {
        let directory = try Process.required(Process.dataDirectory)
        return PairingRegisters(registers: [PairingIndex(directory: directory + "/pairings")])
    }

    /// All pairings, sorted by media, each once.
    func pairings() throws -> [PairingRecord] {
        var records: [String: PairingRecord] = [:]
        for register in registers { for record in try register.pairings() { records[record.media] = record } }
        return records.values.sorted { $0.media < $1.media }
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
