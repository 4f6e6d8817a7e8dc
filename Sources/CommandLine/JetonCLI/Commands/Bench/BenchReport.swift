internal import JetonX509
internal import SigningDesk
internal import TokenKit

/// What `jeton bench` prints.
struct BenchReport {
    let use: SigningSession
    let algorithm: SignatureAlgorithm
    let rounds: [SigningBenchmark.Round]
    let calls: [SigningBenchmark.Call]

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

    var members: JSON.Members {
        [
            "key": use.uri, "type": use.record.kind, "algorithm": algorithm.description,
            "signing": JSON.array(rounds) { round in
                .object([
                    "threads": round.threads, "seconds": round.elapsed, "signatures": round.latencies.count,
                    "perSecond": round.rate, "microseconds": round.latencies.json,
                ])
            },
            "calls": JSON.array(calls) { call in
                .object(["name": call.name, "times": call.latencies.count, "microseconds": call.latencies.json])
            },
        ]
    }
}
