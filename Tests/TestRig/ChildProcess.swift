import Foundation
import Synchronization

/// A program that a test has started; it and all it has started are killed when nobody holds it any more.
///
/// Standard output and standard error are read as they come, so the program never waits for the test.
public final class ChildProcess: Sendable {
    /// How a program ended.
    public enum Ending: Hashable, Sendable {
        /// It returned, or called exit.
        case exited(Int32)
        /// A signal killed it.
        case killed(signal: Int32)
    }

    /// What a program that has ended left behind.
    public struct Output: Sendable {
        /// How it ended.
        public let ending: Ending
        /// All of standard output.
        public let standardOutput: [UInt8]
        /// All of standard error.
        public let standardError: [UInt8]

        /// The exit status, or nil if a signal killed the program.
        public var exitStatus: Int32? { if case .exited(let status) = ending { status } else { nil } }
        /// Standard output as text; octets that are not UTF-8 are replaced.
        public var text: String { String(decoding: standardOutput, as: UTF8.self) }
        /// Standard error as text; octets that are not UTF-8 are replaced.
        public var errorText: String { String(decoding: standardError, as: UTF8.self) }
    }

    private struct State {
        var standardOutput: [UInt8] = []
        var standardError: [UInt8] = []
        var readLength = 0
        var inputDescriptor: Int32
        var ending: Ending?
    }

    /// The process id; also that of its process group.
    public let processIdentifier: Int32
    private let arguments: [String]
    private let state: Mutex<State>

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: The program, looked up in the PATH it gets unless it has a slash, and its arguments.
    ///   - environment: The whole environment; nil takes over that of the test.
    ///   - workingDirectory: Where it starts; nil takes over that of the test.
    /// - Throws: ``TestRigError`` if it cannot be started.
    public init(
        _ arguments: [String],
        environment: [String: String]? = nil,
        workingDirectory: String? = nil
    ) throws {
        let spawned = try Spawner.spawn(
            arguments,
            environment: environment ?? ProcessInfo.processInfo.environment,
            workingDirectory: workingDirectory
        )
        self.arguments = arguments
        processIdentifier = spawned.processIdentifier
        LeftChildren.add(processIdentifier)
        state = Mutex(State(inputDescriptor: spawned.input))
        let collect: @Sendable ([UInt8], Bool) -> Bool = { [weak self] octets, isError in
            guard let self else { return false }
            state.withLock {
                if isError { $0.standardError += octets } else { $0.standardOutput += octets }
            }
            return true
        }
        let identifier = processIdentifier
        let end: @Sendable (Ending) -> Void = { [weak self] ending in
            LeftChildren.remove(identifier)
            self?.state.withLock { $0.ending = ending }
        }
        Thread.detachNewThread { Spawner.drain(spawned, collect: collect, end: end) }
    }

    deinit {
        closeInput()
        // Until the thread above has waited for it the number can't belong to anybody else.
        if state.withLock({ $0.ending == nil }) { kill(-processIdentifier, SIGKILL) }
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - arguments: The program and its arguments.
    ///   - environment: The whole environment; nil takes over that of the test.
    ///   - input: Standard input; it is closed afterwards.
    ///   - workingDirectory: Where it starts; nil takes over that of the test.
    ///   - deadline: After which it is killed.
    /// - Returns: What the program wrote, and how it ended.
    /// - Throws: ``TestRigError`` if it cannot be started or the deadline passes.
    public static func run(
        _ arguments: [String],
        environment: [String: String]? = nil,
        input: [UInt8] = [],
        workingDirectory: String? = nil,
        deadline: Duration = .seconds(60)
    ) async throws -> Output {
        let child = try ChildProcess(arguments, environment: environment, workingDirectory: workingDirectory)
        child.send(input)
        child.closeInput()
        return try await child.finish(within: deadline)
    }

    /// Writes to the program's standard input; does nothing once it is closed.
    ///
    /// Blocks while the pipe is full.
    public func send(_ octets: [UInt8]) {
        let descriptor = state.withLock(\.inputDescriptor)
        if descriptor >= 0 { Spawner.writeAll(octets, to: descriptor) }
    }

    /// Writes a line to the program's standard input.
    public func send(line: String) { send(Array((line + "\n").utf8)) }

    /// Closes the program's standard input.
    public func closeInput() {
        let descriptor = state.withLock { state in
            defer { state.inputDescriptor = -1 }
            return state.inputDescriptor
        }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Sends a signal to the program alone.
    public func signal(_ number: Int32) {
        if state.withLock({ $0.ending == nil }) { kill(processIdentifier, number) }
    }

    /// The next octets of standard output, at least one, or nil at its end.
    public func nextOctets(within deadline: Duration = .seconds(120)) async throws -> [UInt8]? {
        try await poll(within: deadline, for: "output") { state in
            guard state.readLength < state.standardOutput.count else { return nil }
            defer { state.readLength = state.standardOutput.count }
            return Array(state.standardOutput[state.readLength...])
        }
    }

    /// The next line of standard output without its end, or nil at the end of output.
    public func nextLine(within deadline: Duration = .seconds(120)) async throws -> String? {
        try await poll(within: deadline, for: "a line") { state in
            let rest = state.standardOutput[state.readLength...]
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { state.readLength = end + 1 }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
    }

    /// Waits for a line of standard output that satisfies a condition, and gives all lines up to it.
    public func lines(
        upTo condition: (String) -> Bool,
        within deadline: Duration = .seconds(120)
    ) async throws -> [String] {
        var lines: [String] = []
        while let line = try await nextLine(within: deadline) {
            lines.append(line)
            if condition(line) { return lines }
        }
        throw TestRigError("\(arguments) ended without the line expected, after \(lines): \(collectedError)")
    }

    /// Waits for the end of the program and of its output.
    ///
    /// - Throws: ``TestRigError`` if the deadline passes; the program is killed then.
    public func finish(within deadline: Duration = .seconds(60)) async throws -> Output {
        do {
            let output = try await poll(within: deadline, for: "end", stopsAtEnd: false) { state in
                state.ending.map {
                    Output(ending: $0, standardOutput: state.standardOutput, standardError: state.standardError)
                }
            }
            if let output { return output }
        } catch {
            kill(-processIdentifier, SIGKILL)
            throw error
        }
        throw TestRigError("\(arguments) ended without an ending")
    }

    /// What came on standard error up to now.
    public var collectedError: String { state.withLock { String(decoding: $0.standardError, as: UTF8.self) } }

    /// What came on standard output up to now.
    public var collectedOutput: String { state.withLock { String(decoding: $0.standardOutput, as: UTF8.self) } }

    /// Looks again and again until there is a value, the program has ended, or the deadline passes.
    private func poll<Value>(
        within deadline: Duration,
        for wanted: String,
        stopsAtEnd: Bool = true,
        _ look: (inout State) -> Value?
    ) async throws -> Value? {
        let start = ContinuousClock.now
        while true {
            let (value, hasEnded) = state.withLock { state in (look(&state), state.ending != nil) }
            if let value { return value }
            if hasEnded && stopsAtEnd { return nil }
            guard ContinuousClock.now - start < deadline else {
                throw TestRigError(
                    "\(arguments) gave no \(wanted) within \(deadline); output: \(collectedOutput) errors: \(collectedError)"
                )
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
