internal import BenchmarkSupport
internal import Glibc

/// The keystore beside SQLite and the secret service; `Benchmarks/keystore` drives it.
@main
enum KeystoreBenchmarks {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            switch (words.first, words.count) {
            case ("fill", 4): try Contenders.open(words[1], at: words[2]).fill(try number(words[3]))
            case ("compare", 3): try StoreComparison(folder: words[1], count: number(words[2])).run()
            case ("cold", 4): try cold(words[1], words[2], count: try number(words[3]))
            case ("write", 5):
                let contender = try Contenders.open(words[1], at: words[2])
                for index in 0..<(try number(words[4])) { try contender.add(account: "\(words[3])-\(index)") }
            case ("count", 4): print(try Contenders.open(words[1], at: words[2]).scan(label: words[3]))
            case ("unlock", 2): try KeystoreContender.printUnlocking(at: words[1])
            default:
                throw BenchmarkFailure(
                    "fill STORE PATH COUNT | compare FOLDER COUNT | cold STORE PATH COUNT | "
                        + "write STORE PATH PREFIX COUNT | count STORE PATH LABEL | unlock PATH"
                )
            }
        } catch {
            let line = Array("keystore-benchmarks: \(error)\n".utf8)
            _ = unsafe write(2, line, line.count)
            exit(1)
        }
    }

    /// Times opening a store and the first lookup, in microseconds.
    private static func cold(_ name: String, _ path: String, count: Int) throws {
        let start = ContinuousClock.now
        _ = try Contenders.open(name, at: path).find(account: Contenders.account(count / 2))
        print(Sample.text((ContinuousClock.now - start) / .microseconds(1), digits: 0, width: 0))
    }

    private static func number(_ text: String) throws -> Int {
        guard let number = Int(text), number > 0 else { throw BenchmarkFailure("'\(text)' is no number") }
        return number
    }
}
