internal import BenchmarkSupport
internal import Glibc

/// Whole programs, run in turns; times of each and their ratio to the first.
struct ProgramComparison {
    private struct Program {
        let name: String
        let words: [String]
        var wall = Sample()
        var processor = Sample()
        var memory = Sample()
    }

    private let times: Int
    private var programs: [Program] = []

    /// Reads `TIMES NAME WORD... -- NAME WORD...`.
    init(arguments: [String]) throws {
        guard let times = Int(arguments[0]), times > 0 else { throw BenchmarkFailure("'\(arguments[0])' is no number") }
        self.times = times
        for words in arguments.dropFirst().split(separator: "--") {
            guard let name = words.first, words.count > 1 else { throw BenchmarkFailure("a program has no words") }
            programs.append(Program(name: name, words: Array(words.dropFirst())))
        }
    }

    /// Runs all programs in turns and prints a line for each.
    func run() throws {
        var programs = programs
        // The first run of each fills the page cache and does not count. The order is drawn anew in each round: processes go
        // to the processors in turns, and with a fixed order a program would meet the same one, and its load, each time.
        for round in 0...times {
            for index in programs.indices.shuffled() {
                let (wall, processor, memory) = try ProgramComparison.time(programs[index].words)
                if round == 0 { continue }
                programs[index].wall.add(wall)
                programs[index].processor.add(processor)
                programs[index].memory.add(memory)
            }
        }
        let first = programs[0]
        print(
            "                          wall min       med   CPU min       med   peak MB   wall min ratio   CPU med ratio"
        )
        for program in programs {
            let columns = [
                Sample.text(program.wall.minimum, width: 10), Sample.text(program.wall.median, width: 10),
                Sample.text(program.processor.minimum, width: 10), Sample.text(program.processor.median, width: 10),
                Sample.text(program.memory.maximum, digits: 1, width: 10),
                Sample.text(program.wall.minimum / first.wall.minimum, digits: 3, width: 17),
                Sample.text(program.processor.median / first.processor.median, digits: 3, width: 16),
            ]
            print(program.name + String(repeating: " ", count: max(1, 24 - program.name.count)) + columns.joined())
        }
    }

    /// Runs a program with nowhere to write to: milliseconds on the clock, milliseconds of CPU, megabytes at the peak.
    private static func time(_ words: [String]) throws -> (Double, Double, Double) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
        for descriptor in 1...2 as ClosedRange<Int32> {
            _ = unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var vector = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe vector.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let start = ContinuousClock.now
        guard unsafe posix_spawnp(&child, words[0], &actions, nil, &vector, environ) == 0 else {
            throw BenchmarkFailure("\(words[0]) can't be started")
        }
        var status: Int32 = 0
        var usage = rusage()
        guard unsafe wait4(child, &status, 0, &usage) == child, status == 0 else {
            throw BenchmarkFailure("\(words.joined(separator: " ")) failed")
        }
        let wall = (ContinuousClock.now - start) / .milliseconds(1)
        let processor = milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
        return (wall, processor, Double(usage.ru_maxrss) / 1024)
    }

    private static func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000
    }
}
