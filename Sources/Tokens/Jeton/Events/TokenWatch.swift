internal import Cryptoki
internal import Dispatch
internal import JetonThreads
internal import SigningDesk
internal import TokenKit

/// A thread that looks twice a second for tokens and readers that came or went.
///
/// It asks slots for what is in them: modules that block in `C_WaitForSlotEvent` although asked not to would hold it.
final class TokenWatch: Sendable {
    private typealias Snapshot = [[SlotID: FixedText?]]

    private let finder: TokenFinder
    private let options: TokenOptions
    private let intervalMilliseconds: Int
    private let ended = DispatchSemaphore(value: 0)

    init(_ finder: TokenFinder, _ options: TokenOptions, intervalMilliseconds: Int) {
        self.finder = finder
        self.options = options
        self.intervalMilliseconds = intervalMilliseconds
    }

    /// Starts the thread, which ends with the stream.
    func start(_ continuation: AsyncStream<TokenEvent>.Continuation) {
        continuation.onTermination = { _ in self.ended.signal() }
        let isStarted = OwnThread.start(named: "jeton-watch") {
            self.watch(continuation)
        }
        if !isStarted { continuation.finish() }
    }

    private func watch(_ continuation: AsyncStream<TokenEvent>.Continuation) {
        // Held, so that no look has to load and initialize them.
        let modules = finder.modules.compactMap { request -> Module? in
            guard let library = try? ModuleLibrary(path: request.path) else { return nil }
            return try? Module(library, initializationString: request.initializationString)
        }
        var readers: Set<String> = []
        var tokens: [(name: String, selected: SelectedToken)] = []
        var last: Snapshot?
        repeat {
            let readersNow = Set(ReaderStatus.current().map(\.name))
            for name in readersNow.subtracting(readers).sorted() { continuation.yield(.readerAdded(name)) }
            for name in readers.subtracting(readersNow).sorted() { continuation.yield(.readerRemoved(name)) }
            readers = readersNow
            let snapshot = modules.map { (try? $0.slotSnapshot()) ?? [:] }
            guard snapshot != last else { continue }
            last = snapshot
            let now = finder.tokensHere().map { (name: Self.name($0), selected: $0) }
            for token in tokens where !now.contains(where: { $0.name == token.name }) {
                let info = token.selected.token
                continuation.yield(
                    .removed(label: token.selected.label, serialNumber: info.serialNumber.description)
                )
            }
            for token in now where !tokens.contains(where: { $0.name == token.name }) {
                continuation.yield(.inserted(Token(TokenRegister.connection(of: token.selected, options))))
            }
            tokens = now
        } while ended.wait(timeout: .now() + .milliseconds(intervalMilliseconds)) == .timedOut
    }

    /// What tells a token from all others of its module, wherever it is.
    private static func name(_ selected: SelectedToken) -> String {
        "\(selected.entry.modulePath)\n\(selected.token.serialNumber)\n\(selected.token.label)"
    }
}

extension Token {
    /// The tokens and readers that come and go, those that are there first.
    ///
    /// ```swift
    /// for await case .inserted(let token) in Token.events() { print(token) }
    /// ```
    ///
    /// A thread of its own watches until the loop over the sequence ends or its task is canceled.
    ///
    /// - Parameters:
    ///   - modules: Where to look.
    ///   - options: How tokens that come are used.
    /// - Returns: A sequence for one loop.
    public static func events(
        in modules: TokenModules = .registered,
        options: TokenOptions = TokenOptions()
    ) -> AsyncStream<TokenEvent> {
        AsyncStream { TokenWatch(modules.finder, options, intervalMilliseconds: 500).start($0) }
    }
}
