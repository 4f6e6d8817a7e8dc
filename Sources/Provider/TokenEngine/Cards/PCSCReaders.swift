public import JetonPCSC
import Synchronization

/// The readers of PC/SC; none where there is no PC/SC.
public final class PCSCReaders: SlotSource {
    private struct State {
        var library: PCSCLibrary?
        var service: PCSCService?
    }

    private let path: String
    private let state = Mutex(State())

    /// - Parameter path: PC/SC's client library, a file or a name that the dynamic linker looks up.
    public init(path: String = PCSCLibrary.defaultPath) { self.path = path }

    /// The readers, in the service's order.
    public func connectors() -> [any CardConnector] {
        names().map { PCSCConnector(reader: $0, readers: self) }
    }

    private func names() -> [ReaderName] { ask { (context) throws(PCSCError) in try context.readers() } ?? [] }

    /// Which card is in a reader, or nil.
    func insertion(_ reader: ReaderName) -> UInt64? {
        let states = ask { (context) throws(PCSCError) in try context.states(of: [reader]) }
        guard let state = states?.first, state.isCardPresent, !state.flags.contains(.mute) else { return nil }
        return UInt64(state.eventCount)
    }

    /// A new connection to the service, for one card.
    func makeService() throws(PCSCError) -> PCSCService { try PCSCService(try library()) }

    private func library() throws(PCSCError) -> PCSCLibrary {
        try state.withLock { (state) throws(PCSCError) in
            if let library = state.library { return library }
            let library = try PCSCLibrary(path: path)
            state.library = library
            return library
        }
    }

    /// Asks the service something; reconnects if the connection is dead, and gives nil without a service.
    private func ask<Answer: Sendable>(_ question: (borrowing Context) throws(PCSCError) -> Answer) -> Answer? {
        for _ in 0..<2 {
            do throws(PCSCError) {
                let held = state.withLock { $0.service }
                let service: PCSCService
                if let held { service = held } else { service = try makeService() }
                if held == nil { state.withLock { $0.service = service } }
                return try question(service.context)
            } catch {
                state.withLock { $0.service = nil }
                guard error.code == .noService || error.code == .serviceStopped || error.code == .invalidHandle else {
                    return nil
                }
            }
        }
        return nil
    }
}
