import Cryptoki
import Octets
import TestRig
import TokenKit

/// A fault module of a test's own, loaded.
struct FaultToken {
    let copy: FaultModuleCopy
    let module: Module
    let slot: Slot

    init(_ settings: String = "") throws {
        copy = try FaultModuleCopy(settings)
        module = try Module(path: copy.path)
        slot = Slot(module: module, id: SlotID(rawValue: 0))
    }

    /// Runs a test body with a pool on the token, closes the pool, and gives the calls that were made.
    static func counting(
        _ settings: String,
        pool configuration: SessionPool.Configuration = .init(),
        pins: PINDesk? = nil,
        _ body: (SessionPool, Slot) async throws -> Void
    ) async throws -> [String: Int] {
        let copy: FaultModuleCopy
        do {
            let token = try FaultToken(settings)
            copy = token.copy
            let pool = SessionPool(slot: token.slot, configuration: configuration, pinProvider: pins?.provider)
            try await body(pool, token.slot)
            await pool.close()
        }
        return try await copy.counts()
    }
}

extension SessionPool.Configuration {
    static func threads(_ count: Int) -> SessionPool.Configuration {
        var configuration = SessionPool.Configuration()
        configuration.maximumThreads = count
        return configuration
    }
}

/// The code of the error that work ended with; nil if it did not fail, or failed otherwise.
func returnValue(of work: () async throws -> Void) async -> ReturnValue? {
    do {
        try await work()
        return nil
    } catch {
        return (error as? CryptokiError)?.code
    }
}
