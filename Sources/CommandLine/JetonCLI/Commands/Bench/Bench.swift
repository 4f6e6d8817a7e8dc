internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk
internal import Synchronization
internal import TokenKit
internal import X509

/// The measurements of one `jeton bench`.
struct Bench {
    let use: SigningSession
    let duration: Duration

    /// How often each of the other calls is made at most, and for how long.
    private static let callLimit = 1000
    private static let callDuration = Duration.seconds(1)

    /// Measures the other calls, then signing with each number of threads.
    func run(threads numbers: [Int]) throws -> BenchReport {
        guard let algorithm = use.key.algorithms.first else {
            throw CommandError("the key can't sign with anything that is known", exitCode: .refused)
        }
        var progress = Progress()
        progress.show("measuring calls")
        let calls = try measureCalls()
        let keys = try keys(numbers.max() ?? 1)
        var rounds: [BenchReport.Round] = []
        for number in capped(numbers, at: keys.count) {
            progress.show("signing with \(number) thread\(number == 1 ? "" : "s")")
            rounds.append(try sign(Array(keys.prefix(number)), algorithm))
        }
        progress.finish()
        return BenchReport(use: use, algorithm: algorithm, rounds: rounds, calls: calls)
    }

    // MARK: - Signing

    /// The key once for each thread, with a session of its own; fewer if the token gives no more sessions.
    private func keys(_ count: Int) throws -> [TokenSigningKey] {
        var keys = [use.key]
        guard try !use.token.slot.module.lacksLocking else {
            if count > 1 { Console.note("note: the module takes calls from one thread only") }
            return keys
        }
        while keys.count < count {
            do {
                keys.append(try TokenSigningKey(use.record.handle, session: use.token.openSession()))
            } catch let error as CryptokiError where error.code == .sessionCount {
                Console.note("note: the token gives sessions for \(keys.count) of \(count) threads")
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
    private func sign(_ keys: [TokenSigningKey], _ algorithm: SignatureAlgorithm) throws -> BenchReport.Round {
        let message = Array("jeton bench".utf8)
        // Hashing is not measured, unless it is the token that hashes.
        let input = keys.contains(where: \.hashesMessages) ? message : try algorithm.input(for: message)
        let outcomes = Mutex<[Result<Latencies, any Error>]>([])
        // The first signature of a session may be slower: it is made beforehand, by each.
        for key in keys { try Bench.sign(input, key, algorithm) }
        let start = ContinuousClock.now
        let end = start + duration
        let body: @Sendable (Int) -> Void = { number in
            let outcome = Result { try Bench.sign(input, keys[number], algorithm, until: end) }
            outcomes.withLock { $0.append(outcome) }
        }
        try ThreadGroup.run(keys.count, body)
        let elapsed = ContinuousClock.now - start
        var latencies = Latencies()
        for outcome in outcomes.withLock({ $0 }) { latencies.add(try outcome.get()) }
        latencies.sort()
        return BenchReport.Round(threads: keys.count, elapsed: elapsed / .seconds(1), latencies: latencies)
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
    private func measureCalls() throws -> [BenchReport.Call] {
        let token = use.token
        var session: Session
        do {
            session = try token.openSession()
        } catch let error as CryptokiError where error.code == .sessionCount {
            Console.note("note: the token gives one session only, so only signing is measured")
            return []
        }
        var template = [Attribute.objectClass(.privateKey)]
        if let id = use.record.values.id { template.append(.id(id)) }
        let find = try measure { _ = try session.find(template) }
        let read = try measure { _ = try session.attributes(ObjectRecord.types, of: use.record.handle) }
        try session.close()
        let open = try measure { try token.openSession().close() }
        return [
            BenchReport.Call(name: "find", words: "find the key", latencies: find),
            BenchReport.Call(
                name: "read",
                words: "read \(ObjectRecord.types.count) attributes",
                latencies: read
            ),
            BenchReport.Call(name: "session", words: "open and close a session", latencies: open),
        ]
    }

    private func measure(_ call: () throws -> Void) throws -> Latencies {
        try call()
        var latencies = Latencies()
        let end = ContinuousClock.now + Bench.callDuration
        var before = ContinuousClock.now
        repeat {
            try call()
            let after = ContinuousClock.now
            latencies.add(after - before)
            before = after
        } while before < end && latencies.count < Bench.callLimit
        latencies.sort()
        return latencies
    }
}
