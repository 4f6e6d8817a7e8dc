import Cryptoki
import Glibc
import Jeton
import JetonThreads
import RawCalls

// Compares signatures by 64 tasks through the front door with the same calls in C by two threads, in turns in one process.
//
//     front-door-benchmark MODULE TOKEN PIN-SOURCE ROUNDS
//
// Makes its keys on the token. A line for each kind of key: signatures per second of both, the median of their ratios, and
// how late a task came that sleeps ten milliseconds over and over meanwhile.

@main
struct FrontDoorBenchmark {
    static let count = 10_000
    static let tasks = 64

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let rounds = Int(arguments[4]), rounds > 0 else {
            return print("usage: front-door-benchmark MODULE TOKEN PIN-SOURCE ROUNDS")
        }
        var options = TokenOptions()
        options.simultaneousCalls = 2
        let token = try await Token.find(arguments[2], in: .paths(arguments[1]), options: options)
        try await token.login(PINSource(parsing: arguments[3]))
        let slot = try slot(arguments[1], arguments[2])
        for (specification, mechanism, size) in [
            (KeySpecification.ec(.p256), Mechanism.ecdsa, 32), (.rsa(bits: 2048), .rsaPKCS, 51),
        ] {
            let key = try await token.generateKey(specification, label: "benchmark \(specification)")
            let handle = try handle(of: key, slot)
            var ratios: [Double] = []
            var (inC, byDoor, lateness) = (0.0, 0.0, 0.0)
            for _ in 0..<rounds {
                inC = try rateInC(arguments[1], slot, mechanism, handle, size)
                (byDoor, lateness) = try await rateByDoor(key, mechanism, size)
                ratios.append(byDoor / inC)
            }
            let median = ratios.sorted()[ratios.count / 2]
            print(
                "\(specification): C \(Int(inC))/s, front door \(Int(byDoor))/s, ratio \(rounded(median)),",
                terminator: " "
            )
            print("a heartbeat at most \(rounded(lateness)) ms late")
            try await token.delete(key)
        }
    }

    static func slot(_ path: String, _ label: String) throws -> Slot {
        let slot = try Module(path: path).slots(withToken: true).first { try $0.tokenInfo().label == label }
        guard let slot else { throw CryptokiError(.tokenNotPresent, .getSlotList) }
        return slot
    }

    static func handle(of key: TokenKey, _ slot: Slot) throws -> ObjectHandle {
        var session = try Session(slot: slot)
        let found = try session.find([.objectClass(.privateKey), .id(key.id)])
        guard let handle = found.first else { throw CryptokiError(.keyHandleInvalid, .findObjects) }
        return handle
    }

    static func rateInC(
        _ path: String,
        _ slot: Slot,
        _ mechanism: Mechanism,
        _ key: ObjectHandle,
        _ size: Int
    ) throws -> Double {
        let sessions = (0..<2).map { _ in unsafe raw_open_session(path, slot.id.rawValue) }
        let began = ContinuousClock.now
        try ThreadGroup.run(2) { number in
            let data = [UInt8](repeating: 1, count: size)
            let status = unsafe raw_sign(
                sessions[number],
                mechanism.type.rawValue,
                key.rawValue,
                data,
                size,
                Int32(count / 2)
            )
            if status != 0 { fatalError("C_Sign returned \(status)") }
        }
        return Double(count) / seconds(since: began)
    }

    static func rateByDoor(_ key: TokenKey, _ mechanism: Mechanism, _ size: Int) async throws -> (Double, Double) {
        let heartbeat = Task {
            var latest = 0.0
            while !Task.isCancelled {
                let began = ContinuousClock.now
                try? await Task.sleep(for: .milliseconds(10))
                if !Task.isCancelled { latest = max(latest, seconds(since: began) * 1000 - 10) }
            }
            return latest
        }
        let began = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<tasks {
                group.addTask {
                    let data = [UInt8](repeating: 1, count: size)
                    for _ in stride(from: number, to: count, by: tasks) {
                        _ = try await key.signature(for: data, with: mechanism)
                    }
                }
            }
            try await group.waitForAll()
        }
        let rate = Double(count) / seconds(since: began)
        heartbeat.cancel()
        return (rate, await heartbeat.value)
    }

    static func seconds(since began: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = (ContinuousClock.now - began).components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
