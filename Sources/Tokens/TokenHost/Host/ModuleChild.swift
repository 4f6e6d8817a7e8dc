internal import CJetonHost
internal import Cryptoki
internal import Glibc
package import JetonOctets
internal import JetonPrograms
internal import Synchronization
package import TokenKit

/// A process that runs one module, and is thrown away when it fails.
///
/// Requests take turns. Each blocks until it is answered, the child ends, or one call of the module
/// takes longer than it may; the process is killed with its last reference.
package final class ModuleChild: Sendable {
    /// How children are started.
    package struct Program: Sendable {
        /// The program and its arguments; it calls ``ModuleServer/run()``.
        package var arguments: [String]
        /// Its variables; those of this process if nil.
        package var environment: [String: String]?
        /// How long the calls of a module may take.
        package var deadlines = CallDeadlines()

        /// Describes a program.
        package init(_ arguments: [String], environment: [String: String]? = nil) {
            self.arguments = arguments
            self.environment = environment
        }
    }

    /// The module's path.
    package let module: String
    /// The process, so that tests can kill it.
    package var process: Int32 { running.process }

    private let running: RunningProgram
    private let channel: ChildChannel
    private let deadlines: CallDeadlines
    private let memory: MarkerMemory
    private let isUsable = Mutex(true)

    /// Starts a child; it loads the module with its first request.
    ///
    /// - Throws: ``ChildFailure/Code/start``.
    package init(_ program: Program, module: String) throws(ChildFailure) {
        let failure = ChildFailure(.start, module: module)
        guard let memory = MarkerMemory() else { throw failure }
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw failure }
        defer { close(ends[1]) }
        var call = ProgramCall(silent: program.arguments)
        call.environment = program.environment
        call.further = [ends[1], memory.descriptor]
        call.hasOwnSession = true
        guard let running = try? call.start() else {
            close(ends[0])
            throw failure
        }
        self.module = module
        self.memory = memory
        self.running = running
        channel = ChildChannel(ends[0])
        deadlines = program.deadlines
    }

    /// Asks the child.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - pin: The PIN that goes with it; nil for none.
    /// - Returns: What the child answered.
    /// - Throws: ``ChildFailure``; the child has ended then, and every further request fails.
    package func ask(_ request: ChildRequest, pin: SharedSecret? = nil) throws(ChildFailure) -> ChildAnswer {
        let result: Result<ChildAnswer, ChildFailure> = isUsable.withLock { isUsable in
            do throws(ChildFailure) {
                guard isUsable else { throw ChildFailure(.crashed, module: module) }
                return .success(try exchange(request, pin))
            } catch {
                if isUsable { kill() }
                isUsable = false
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func exchange(_ request: ChildRequest, _ pin: SharedSecret?) throws(ChildFailure) -> ChildAnswer {
        guard channel.send(request.encoded, secret: pin) else { throw failure(.crashed) }
        try wait(hasPIN: pin != nil)
        guard let (message, _) = channel.receive() else { throw failure(.crashed) }
        guard let answer = try? ChildAnswer(message) else { throw failure(.garbled) }
        return answer
    }

    /// Waits until an answer begins to come.
    private func wait(hasPIN: Bool) throws(ChildFailure) {
        var lastCount: UInt32?
        var waited = 0
        // A quarter of the shortest deadline, so that a hang is noticed at most a quarter late.
        let step = max(10, min(1000, deadlines.machine / 4))
        while true {
            var item = pollfd(fd: channel.descriptor, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&item, 1, Int32(step))
            if ready > 0 { return }
            if ready < 0 { continue }
            let (count, function) = (memory.marker.callCount, memory.marker.function)
            guard count == lastCount else {
                (lastCount, waited) = (count, 0)
                continue
            }
            waited += step
            if waited >= deadlines.milliseconds(for: function, isUnattended: hasPIN) { throw failure(.hung) }
        }
    }

    private func failure(_ code: ChildFailure.Code) -> ChildFailure {
        ChildFailure(code, module: module, function: memory.marker.function.map { "\($0)" })
    }

    /// Whether the child still runs; waits for a request that is being answered.
    package var isRunning: Bool { isUsable.withLock { $0 } && host_has_ended(running.process) == 0 }

    /// Kills the process, also while a request waits for it, which fails then.
    package func kill() { Glibc.kill(running.process, SIGKILL) }

    deinit { running.kill() }
}
