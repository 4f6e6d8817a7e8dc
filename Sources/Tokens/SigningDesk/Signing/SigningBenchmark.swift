internal import Cryptoki
internal import JetonThreads
package import JetonX509
internal import Synchronization
internal import TokenKit

/// Measures how fast a key on a token signs, and how long the calls around that take.
package struct SigningBenchmark {
    /// Signing with one number of threads.
    package struct Round {
        /// How many threads signed.
        package let threads: Int
        /// In seconds.
        package let elapsed: Double
        /// How long each signature took.
        package let latencies: Latencies

        /// Signatures a second.
        package var rate: Double { Double(latencies.count) / elapsed }
    }

    /// One of the other calls.
    package struct Call {
        /// Its name for programs.
        package let name: String
        /// Its name for people.
        package let words: String
        /// How long each took.
        package let latencies: Latencies
    }

    private let use: SigningSession
    private let algorithm: SignatureAlgorithm
    private let duration: Duration
    /// Told what a person should know.
    private let note: (String) -> Void
    /// Told what is measured now.
    private let progress: (String) -> Void

    /// Prepares the measurements; nothing is signed yet.
    ///
    /// - Parameters:
    ///   - use: The key, logged in.
    ///   - algorithm: What it signs by.
    ///   - duration: How long it signs with each number of threads.
    ///   - note: Told what a person should know.
    ///   - progress: Told what is measured now.
    package init(
        _ use: SigningSession,
        _ algorithm: SignatureAlgorithm,
        for duration: Duration,
        note: @escaping (String) -> Void,
        progress: @escaping (String) -> Void
    ) {
        self.use = use
        self.algorithm = algorithm
        self.duration = duration
        self.note = note
        self.progress = progress
    }

    /// How often each of the other calls is made at most, and for how long.
    private static let callLimit = 1000
    private static let callDuration = Duration.seconds(1)

    /// Measures the other calls, then signing with each number of threads.
    ///
    /// - Parameter numbers: The numbers of threads; fewer are used if the token gives no more sessions.
    /// - Returns: A round for each number, and the other calls.
    /// - Throws: What the token answers.
    package func run(threads numbers: [Int]) throws -> (rounds: [Round], calls: [Call]) {
        progress("measuring calls")
        let calls = try measureCalls()
        let keys = try keys(numbers.max() ?? 1)
        var rounds: [Round] = []
        for number in capped(numbers, at: keys.count) {
            progress("signing with \(number) thread\(number == 1 ? "" : "s")")
            rounds.append(try sign(Array(keys.prefix(number)), algorithm))
        }
        return (rounds, calls)
    }

    // MARK: - Signing

    /// The key once for each thread, with a session of its own; fewer if the token gives no more sessions.
    private func keys(_ count: Int) throws -> [TokenSigningKey] {
        var keys = [use.key]
        guard try !use.token.slot.module.lacksLocking else {
            if count > 1 { note("note: the module accepts calls from one thread only") }
            return keys
        }
        while keys.count < count {
            do {
                keys.append(try TokenSigningKey(use.record.handle, session: use.token.openSession()))
            } catch let error as CryptokiError where error.code == .sessionCount {
                note("note: the token provides sessions for \(keys.count) of \(count) threads")
                break
            }
        }
        return keys
    }

    /// The numbers of threads that there are sessions for, each once.
    private func capped(_ numbers: [Int], at limit: Int) -> [Int] {
        var capped: [Int] = []
        for number in numbers.map({ min($0, limit) }) where !capped.contains(number) { capped.append(number) }
        return capped
    }

    /// Signs on a thread for each key until the time is up.
    private func sign(_ keys: [TokenSigningKey], _ algorithm: SignatureAlgorithm) throws -> Round {
        let message = Array("jeton bench".utf8)
        // Hashing is not measured, unless it is the token that hashes.
        let input = keys.contains(where: \.hashesMessages) ? message : try algorithm.input(for: message)
        let outcomes = Mutex<[Result<Latencies, any Error>]>([])
        // The first signature of a session may be slower: it is made beforehand, by each.
        for key in keys { try Self.sign(input, key, algorithm) }
        let start = ContinuousClock.now
        let end = start + duration
        let body: @Sendable (Int) -> Void = { number in
            let outcome = Result { try Self.sign(input, keys[number], algorithm, until: end) }
            outcomes.withLock { $0.append(outcome) }
        }
        try ThreadGroup.run(keys.count, body)
        let elapsed = ContinuousClock.now - start
        var latencies = Latencies()
        for outcome in outcomes.withLock({ $0 }) { latencies.add(try outcome.get()) }
        latencies.sort()
        return Round(threads: keys.count, elapsed: elapsed / .seconds(1), latencies: latencies)
    }

    private static func sign(_ input: [UInt8], _ key: TokenSigningKey, _ algorithm: SignatureAlgorithm) throws {
        _ =
            key.hashesMessages
            ? try key.sign(message: input, algorithm: algorithm) : try key.sign(input, algorithm: algorithm)
    }

    private static func sign(
        _ input: [UInt8],
        _ key: TokenSigningKey,
        _ algorithm: SignatureAlgorithm,
        until end: ContinuousClock.Instant
    ) throws -> Latencies {
        var latencies = Latencies()
        var before = ContinuousClock.now
        repeat {
            try sign(input, key, algorithm)
            let after = ContinuousClock.now
            latencies.add(after - before)
            before = after
        } while before < end
        return latencies
    }

    // MARK: - Other calls

    /// Measures finding the key, reading its attributes, and sessions; none if the token gives no second session.
    private func measureCalls() throws -> [Call] {
        let token = use.token
        var session: Session
        do {
            session = try token.openSession()
        } catch let error as CryptokiError where error.code == .sessionCount {
            note("note: the token provides only one session, so only signing is measured")
            return []
        }
        var template = [Attribute.objectClass(.privateKey)]
        if let id = use.record.values.id { template.append(.id(id)) }
        let find = try measure { _ = try session.find(template) }
        let read = try measure { _ = try session.attributes(ObjectRecord.types, of: use.record.handle) }
        try session.close()
        let open = try measure { try token.openSession().close() }
        return [
            Call(name: "find", words: "find the key", latencies: find),
            Call(name: "read", words: "read \(ObjectRecord.types.count) attributes", latencies: read),
            Call(name: "session", words: "open and close a session", latencies: open),
        ]
    }

    private func measure(_ call: () throws -> Void) throws -> Latencies {
        try call()
        var latencies = Latencies()
        let end = ContinuousClock.now + Self.callDuration
        var before = ContinuousClock.now
        repeat {
            try call()
            let after = ContinuousClock.now
            latencies.add(after - before)
            before = after
        } while before < end && latencies.count < Self.callLimit
        latencies.sort()
        return latencies
    }
}
