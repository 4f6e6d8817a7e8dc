internal import JetonOctets

extension Machine {
    /// How long the machine has slept since pcscd started.
    struct Sleep {
        /// Milliseconds.
        let milliseconds: Int64
        /// Whether the time counts from boot, because pcscd's start is unknown.
        let isSinceBoot: Bool
    }

    private static let sleepOfService = Fact<Sleep?>()

    /// How long the machine has slept since pcscd started; nil if pcscd is not in sight.
    ///
    /// The kernel tells a process's start in time that includes sleep, and systemd tells it in time that does not: the
    /// difference is what the machine had slept before.
    var sleepOfService: Sleep? {
        remember(Self.sleepOfService) {
            guard let process = serviceProcess, let start = startMilliseconds(of: process) else { return nil }
            let asleep = probe.clocks.asleepMilliseconds
            let arguments = ["show", "pcscd.service", "--property=ExecMainStartTimestampMonotonic", "--value"]
            guard asleep > 0, case .ended(0, let output) = probe.run(["systemctl"] + arguments),
                let awake = Int64(String(output.filter(\.isNumber))), awake > 0
            else { return Sleep(milliseconds: asleep, isSinceBoot: true) }
            return Sleep(milliseconds: max(0, asleep - max(0, start - awake / 1000)), isSinceBoot: false)
        }
    }

    /// When a process started, in milliseconds since the machine's start, sleep included; nil if that can't be read.
    ///
    /// - SeeAlso: proc(5), `/proc/PID/stat`, field 22, in ticks of which Linux shows programs 100 a second.
    func startMilliseconds(of process: RunningProcess) -> Int64? {
        guard let line = text("/proc/\(process.id)/stat"), let name = line.lastIndex(of: ")") else { return nil }
        let fields = line[line.index(after: name)...].split(separator: " ")
        guard fields.count > 19, let ticks = Int64(fields[19]), ticks >= 0, ticks < Int64.max / 10 else { return nil }
        return ticks * 10
    }
}
