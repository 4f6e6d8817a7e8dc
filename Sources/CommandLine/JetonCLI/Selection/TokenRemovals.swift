internal import Glibc
internal import JetonPCSC
internal import SigningDesk

/// Waits for a chosen token to be removed from its reader, over PC/SC: without a wake-up while nothing happens.
struct TokenRemovals: Sendable {
    private let query: TokenQuery
    private let library: PCSCLibrary

    /// Seconds before PC/SC is asked again once its service has ended.
    private static let retrySeconds: UInt32 = 30
    /// pcsc-lite before 2.3.0 can miss a reader that is added just after another one.
    private static let settlingMicroseconds: UInt32 = 250_000

    /// Chooses a token, which need not be there.
    ///
    /// - Throws: `PCSCError` without PC/SC; ``CommandError`` for a token that is there, but not in a PC/SC reader, and
    ///   for an ambiguous name.
    init(_ query: TokenQuery) throws {
        self.query = query
        library = try PCSCLibrary()
        let token: SelectedToken
        do { token = try Desk.find(query) } catch {
            guard ErrorReport.describe(error).exitCode == .notFound else { throw error }
            return
        }
        let name = token.readerName
        guard Self.hasReader(name, library) else {
            throw CommandError.usage(
                "token '\(token.name)' is not in a PC/SC reader, so its removal can't be detected"
            )
        }
    }

    private static func hasReader(_ name: String, _ library: PCSCLibrary) -> Bool {
        guard let context = try? Context(library: library), let readers = try? context.readers() else { return false }
        return readers.contains { $0.description == name }
    }

    /// Calls a closure each time the token is removed, or PC/SC ends while it is there.
    func run(_ removed: () -> Void) -> Never {
        while true {
            try? serve(removed)
            sleep(Self.retrySeconds)
        }
    }

    /// Waits for signals only.
    static func waitForever() -> Never {
        while true { pause() }
    }

    private func serve(_ removed: () -> Void) throws(PCSCError) {
        let context = try Context(library: library)
        var list = ReaderState.newReaders()
        while true {
            // The states first: a removal while the token is looked for counts.
            let states = try context.states(of: context.readers())
            if let token = try? Desk.find(query),
                let state = states.first(where: { $0.reader.description == token.readerName && $0.isCardPresent })
            {
                Console.note("token '\(token.name)' is in \(token.readerName): its removal locks the keystore")
                defer { removed() }
                try waitForRemoval(context, state)
            } else {
                do throws(PCSCError) {
                    list = try context.waitForChange(from: states + [list], timeoutMilliseconds: nil).last ?? list
                } catch {
                    guard Self.isGone(error) else { throw error }
                }
                usleep(Self.settlingMicroseconds)
            }
        }
    }

    private func waitForRemoval(_ context: borrowing Context, _ state: ReaderState) throws(PCSCError) {
        var state = state
        // A count that went on is a token that was taken out and put back.
        while let new = try next(context, state), new.isCardPresent, new.eventCount == state.eventCount {
            state = new
        }
    }

    /// The reader's next state; nil if it has gone.
    private func next(_ context: borrowing Context, _ state: ReaderState) throws(PCSCError) -> ReaderState? {
        do throws(PCSCError) {
            return try context.waitForChange(from: [state], timeoutMilliseconds: nil).first
        } catch {
            guard Self.isGone(error) else { throw error }
            return nil
        }
    }

    private static func isGone(_ error: PCSCError) -> Bool {
        error.code == .unknownReader || error.code == .readerUnavailable
    }
}
