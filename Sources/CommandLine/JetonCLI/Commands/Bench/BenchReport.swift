internal import SigningDesk
internal import TokenKit
internal import X509

/// What `jeton bench` prints.
struct BenchReport {
    /// Signing with one number of threads.
    struct Round {
        let threads: Int
        /// In seconds.
        let elapsed: Double
        let latencies: Latencies

        var rate: Double { Double(latencies.count) / elapsed }
    }

    /// One of the other calls.
    struct Call {
        /// Its name in JSON.
        let name: String
        /// Its name for people.
        let words: String
        let latencies: Latencies
    }

    let use: SigningSession
    let algorithm: SignatureAlgorithm
    let rounds: [Round]
    let calls: [Call]

    func lines(style: Style) -> [String] {
        var signing = Table(["threads", "signatures", "per second"] + Latencies.header)
        for round in rounds {
            signing.add(
                ["\(round.threads)", "\(round.latencies.count)", Latencies.tenths(round.rate)] + round.latencies.row
            )
        }
        var others = Table(["call", "times"] + Latencies.header)
        for call in calls { others.add([call.words, "\(call.latencies.count)"] + call.latencies.row) }
        let title = "key '\(use.record.label)' (\(use.record.kind)) on token '\(use.token.name)', \(algorithm)"
        return [title] + signing.lines(style: style) + (others.isEmpty ? [] : [""] + others.lines(style: style))
    }

    var json: JSON {
        return .object([
            ("schema", .string("jeton.bench/1")),
            ("key", .string(use.uri)),
            ("type", .string(use.record.kind)), ("algorithm", .string(algorithm.description)),
            (
                "signing",
                .array(
                    rounds.map { round in
                        .object([
                            ("threads", .number(round.threads)), ("seconds", .decimal(round.elapsed)),
                            ("signatures", .number(round.latencies.count)), ("perSecond", .decimal(round.rate)),
                            ("microseconds", round.latencies.json),
                        ])
                    }
                )
            ),
            (
                "calls",
                .array(
                    calls.map { call in
                        .object([
                            ("name", .string(call.name)), ("times", .number(call.latencies.count)),
                            ("microseconds", call.latencies.json),
                        ])
                    }
                )
            ),
        ])
    }
}
