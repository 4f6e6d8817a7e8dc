internal import BenchmarkSupport
internal import Glibc

/// The measurements that need more than a shell.
@main
enum Benchmarks {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            switch (arguments.first, arguments.count) {
            case ("calls", 4): try CallOverhead(module: arguments[1], token: arguments[2], pinFile: arguments[3]).run()
            case ("programs", 3...): try ProgramComparison(arguments: Array(arguments.dropFirst())).run()
            default:
                throw BenchmarkFailure("calls MODULE TOKEN PIN-FILE | programs TIMES NAME WORD... [-- NAME WORD...]...")
            }
        } catch {
            let line = Array("benchmarks: \(error)\n".utf8)
            _ = unsafe write(2, line, line.count)
            exit(1)
        }
    }
}
