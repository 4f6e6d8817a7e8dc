internal import Glibc
internal import JetonOctets
internal import PIVCard
internal import SecureChannel
internal import SmartCard
internal import VirtualCard

/// What the secure channel costs, both ends in one process and thread, in CPU time.
@main
enum ChannelBenchmarks {
    static func main() {
        do {
            try pairings()
            try handshakes()
            try roundTrips()
            try signatures()
        } catch {
            let line = Array("channel-benchmark: \(error)\n".utf8)
            _ = unsafe write(2, line, line.count)
            exit(1)
        }
    }

    /// CPU seconds of a closure.
    private static func measure(_ body: () throws -> Void) throws -> Double {
        func now() -> Double {
            var time = timespec()
            _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        try body()
        return now() - start
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func rounded(_ value: Double) -> String { String(Double(Int(value * 100)) / 100) }

    private static func pairings() throws {
        for suite in ChannelSuite.allCases {
            var ofCard: [Double] = []
            let times = try (0..<9).map { _ in
                let card = try BenchmarkCard(suite)
                var seconds = 0.0
                let time = try measure {
                    _ = try card.pair { answer in
                        // What an answer costs can't fail to be measured.
                        seconds += (try? measure(answer)) ?? 0
                    }
                }
                ofCard.append(seconds * 1000)
                return time * 1000
            }
            let ofProgram = zip(times, ofCard).map { $0 - $1 }
            print(
                "pairing \(suite.parameters.name): median \(rounded(median(times))) ms, least \(rounded(times.min() ?? 0)) ms; "
                    + "the card alone \(rounded(median(ofCard))) and \(rounded(ofCard.min() ?? 0)) ms, "
                    + "the program alone \(rounded(median(ofProgram))) and \(rounded(ofProgram.min() ?? 0)) ms"
            )
        }
    }

    private static func handshakes() throws {
        for (suite, isEphemeral) in [(ChannelSuite.modern, true), (.p256, true), (.legacy, true), (.legacy, false)] {
            let program = try BenchmarkCard(suite).pair()
            let times = try (0..<51).map { _ in
                var transport = program.transport(ChannelPolicy(usesEphemeralKeys: isEphemeral))
                let time = try measure { try transport.open() }
                _ = try transport.close()
                return time * 1000
            }
            let form = suite.parameters.name + (isEphemeral ? "" : " without ephemeral keys")
            print("handshake \(form): median \(rounded(median(times))) ms, least \(rounded(times.min() ?? 0)) ms")
        }
    }

    private static func roundTrips() throws {
        for length in [16, 200, 2000] {
            let data = [UInt8](repeating: 0x5A, count: length)
            let command = try CommandAPDU(0x00, 0x10, 0x00, 0x00, data: data, expectedLength: 65_536).encoded()
            func rate(_ transmit: () throws -> Void) throws -> Int {
                let count = 2000
                let rates = try (0..<5).map { _ in
                    Double(count) / (try measure { for _ in 0..<count { try transmit() } })
                }
                return Int(median(rates))
            }
            let plain = BenchmarkLink(try BenchmarkCard(.modern, requiresChannel: false).link)
            var line = "round trips of \(length) octets each way: plain \(try rate { _ = plain.exchange(command) })/s"
            for suite in ChannelSuite.allCases {
                var transport = try BenchmarkCard(suite).pair().transport(ChannelPolicy())
                try transport.open()
                line += ", \(suite.parameters.name) \(try rate { _ = try transport.transmit(command) })/s"
            }
            print(line)
        }
    }

    private static func signatures() throws {
        let digest = [UInt8](repeating: 7, count: 32)
        for suite in [nil] + ChannelSuite.allCases.map(Optional.some) {
            var password = ""
            let card = try SoftwareCard(inMemory: VirtualCardOptions(channel: suite)) { slot, printed in
                if slot == 1 {
                    password = printed.withBytes { text in
                        String(decoding: (0..<text.count).map { text[$0] }, as: UTF8.self)
                    }
                }
            }
            let transport: BenchmarkTransport
            if let suite {
                transport = try BenchmarkTransport(pairing: card, password, suite)
            } else {
                transport = BenchmarkTransport(plain: card)
            }
            var piv = try PIVClient(CardChannel(transport))
            var factory = (0..<24).map { UInt8($0 % 8 + 1) }
            let key = Secret(wiping: &factory)
            try piv.authenticate(key)
            _ = try piv.generateKey(.p256, in: .cardAuthentication, pinPolicy: .never)
            let count = 500
            let times = try (0..<5).map { _ in
                try measure {
                    for _ in 0..<count { _ = try piv.sign(digest, with: .p256, in: .cardAuthentication) }
                }
            }
            print("P-256 signatures, \(suite?.parameters.name ?? "plain"): \(Int(Double(count) / median(times)))/s")
        }
    }
}
