internal import CJetonHost
internal import Cryptoki
internal import Glibc
package import JetonOctets

/// What a program and its children did with files and sockets, as the kernel saw it.
///
/// Observed by ptrace(2) in a child process. Paths are absolute. What the program read is not recorded, and of what it
/// wrote only the beginning of each piece of its standard output and error.
package struct SystemCallTrace: Hashable, Sendable {
    /// What a call did.
    package enum Kind: UInt8, Sendable {
        /// Opened a file or directory.
        case open = 1
        /// Asked for a path's status, access or link target.
        case look = 2
        /// Executed a program.
        case execute = 3
        /// Connected a socket.
        case connect = 4
        /// Took an address for a socket.
        case bind = 5
        /// Mapped a file as code.
        case map = 6
        /// Wrote.
        case write = 7
        /// Made, removed or renamed something, or changed its mode.
        case change = 8
        /// Read or received.
        case read = 9
        /// Made a process or thread.
        case fork = 10
        /// Made a socket.
        case socket = 11
        /// Waited for a descriptor or for another thread.
        case wait = 12
        /// Another call, without a path, that was refused; its name stands for the path.
        case other = 13
    }

    /// One call.
    package struct Call: Hashable, Sendable {
        /// What it did.
        package var kind: Kind
        /// The path, or the address of the socket; of a descriptor what it leads to.
        package var path: String
        /// `errno`; 0 if it succeeded.
        package var error: Int32
        /// The flags of an opened file.
        package var flags: Int32
        /// The process or thread.
        package var process: Int32

        /// Makes a call.
        package init(_ kind: Kind, _ path: String, error: Int32 = 0, flags: Int32 = 0, process: Int32 = 1) {
            self.kind = kind
            self.path = path
            self.error = error
            self.flags = flags
            self.process = process
        }
    }

    /// How the program ended.
    package enum End: Hashable, Sendable {
        /// By itself, with an exit code.
        case exited(Int32)
        /// By a signal; its name.
        case killed(String)
        /// It did not end in time.
        case hung
    }

    /// The calls in their order, at most 200,000.
    package var calls: [Call] = []
    /// The calls that were not done when the time was up; their `error` is 0.
    package var blocked: [Call] = []
    /// What was written to the standard output and error: of more than 64 KiB the first and the last 32 KiB.
    package var output = ForeignText("")
    /// How it ended.
    package var end: End
    /// Whether it was still at work when the time was up, so that what it tried last may be no obstacle.
    package var isMoving = false

    /// Makes a trace.
    package init(end: End) { self.end = end }

    private static let callLimit = 200_000
    private static let outputLimit = 65_536

    /// Runs a program under observation and waits for its end.
    ///
    /// Its standard input is empty, and what it writes is not shown; it has the terminal all the same.
    ///
    /// - Parameters:
    ///   - arguments: The program, which is looked for in PATH, and its arguments.
    ///   - milliseconds: How long it may take; it is killed then.
    ///   - quiet: For how many milliseconds it may sleep before it is killed; 0 for no limit.
    ///   - whileWaiting: Called about five times a second.
    /// - Returns: What it did; nil if programs can't be observed here, or this process can't fork.
    package static func observe(
        _ arguments: [String],
        atMost milliseconds: Int,
        quiet: Int = 0,
        whileWaiting: () -> Void = {}
    ) -> SystemCallTrace? {
        let work = IsolatedWork { output in
            var words = unsafe arguments.map { unsafe strdup($0) }
            unsafe words.append(nil)
            unsafe host_trace(&words, output, Int32(clamping: milliseconds), Int32(clamping: quiet))
            return 0
        }
        guard let outcome = work?.outcome(atMost: milliseconds + 2000, whileWaiting: whileWaiting) else { return nil }
        return SystemCallTrace(records: outcome.octets)
    }

    /// Reads the records; nil if the program was not observed.
    package init?(records: [UInt8]) {
        self.init(end: .hung)
        var descriptors: [UInt64: String] = [:]
        var said = ""
        var position = 0
        func number(_ offset: Int, _ count: Int) -> UInt64 {
            (0..<count).reduce(0) { $0 | UInt64(records[position + offset + $1]) << (8 * UInt64($1)) }
        }
        // host_trace_record, in this machine's order.
        let header = 24
        while position + header <= records.count {
            let kind = Int32(records[position])
            let call = Kind(rawValue: records[position + 1])
            let length = Int(number(2, 2))
            let process = Int32(truncatingIfNeeded: number(4, 4))
            let result = Int64(bitPattern: number(8, 8))
            let detail = Int32(truncatingIfNeeded: number(16, 4))
            guard position + header + length <= records.count else { break }
            let octets = records[(position + header)..<(position + header + length)]
            position += header + length
            let text = String(decoding: octets, as: UTF8.self)
            let key = { (descriptor: Int32) in
                UInt64(UInt32(bitPattern: process)) << 32 | UInt64(UInt32(bitPattern: descriptor))
            }
            switch kind {
            case HOST_TRACE_NONE: return nil
            case HOST_TRACE_MOVING: isMoving = true
            case HOST_TRACE_OUTPUT:
                said += text
                if said.utf8.count > 2 * SystemCallTrace.outputLimit { said = SystemCallTrace.shortened(said) }
            case HOST_TRACE_END where detail == 1:
                let status = Int32(truncatingIfNeeded: result)
                let signal = host_signal_of(status)
                end = signal == 0 ? .exited(host_exit_code_of(status)) : .killed(ChildEnd.name(ofSignal: signal))
            case HOST_TRACE_CALL:
                guard let call, calls.count < SystemCallTrace.callLimit else { continue }
                let error = result < 0 && result > -4096 ? Int32(-result) : 0
                if call == .open, error == 0 { descriptors[key(Int32(truncatingIfNeeded: result))] = text }
                if call == .connect { descriptors[key(detail)] = text }
                let name = text.hasPrefix("socket:") ? descriptors[key(detail)] ?? text : text
                calls.append(
                    Call(call, name.withoutControlCharacters, error: error, flags: detail, process: process)
                )
            case HOST_TRACE_BLOCKED:
                guard let call else { continue }
                let name = text.isEmpty || text.hasPrefix("socket:") ? descriptors[key(detail)] ?? text : text
                blocked.append(Call(call, name.withoutControlCharacters, process: process))
            default: continue
            }
        }
        output = ForeignText(SystemCallTrace.shortened(said))
    }

    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > outputLimit else { return text }
        let half = outputLimit / 2
        return String(decoding: text.utf8.prefix(half), as: UTF8.self) + "\n"
            + String(decoding: text.utf8.suffix(half), as: UTF8.self)
    }

    /// Whether the program did what it was meant to do, by its exit code.
    package var isSuccess: Bool { end == .exited(0) }

    /// The paths and addresses that were used, each once, in their order.
    package var paths: [String] {
        var seen: Set<String> = []
        return calls.compactMap { seen.insert($0.path).inserted ? $0.path : nil }
    }
}
