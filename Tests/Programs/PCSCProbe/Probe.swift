import Foundation
import JetonOctets
import JetonPCSC
import SmartCard

/// Does one thing with the PCSC library and prints what came of it, a line for each fact.
///
/// A test runs it inside the namespace of a private pcscd, which the test's own process cannot enter. Every error
/// is a line "error NAME FUNCTION" and exit status 1.
@main
enum Probe {
    static func main() async {
        var arguments = CommandLine.arguments.dropFirst()
        do {
            try await run(arguments.popFirst() ?? "", Array(arguments))
        } catch {
            report(error)
            exit(1)
        }
    }

    /// Writes a line at once, also into a pipe.
    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    private static func report(_ error: any Error) {
        switch error {
        case let error as PCSCError:
            say("error \(error.code.name ?? "unknown") \(error.function.rawValue)")
        case let error as CardError:
            say("card error: \(error.code.rawValue)")
        default:
            say("error \(error)")
        }
    }

    private static func run(_ command: String, _ arguments: [String]) async throws {
        switch command {
        case "list": try list()
        case "transmit": try transmit(arguments)
        case "channel": try channel(arguments)
        case "reader": try reader(arguments)
        case "connect": try connect(arguments)
        case "exclusive": try exclusive(arguments)
        case "transaction": try transaction(arguments)
        case "reset": try reset(arguments)
        case "cancel": try cancel()
        case "timeout": try timeout()
        case "hold": try hold(arguments)
        case "fork": try fork()
        case "monitor": await monitor(try library())
        default: throw ProbeError(text: "no command '\(command)'")
        }
    }

    private static func library() throws -> PCSCLibrary { try PCSCLibrary() }

    private static func open() throws -> Context { try Context(library: try library()) }

    private static func name(_ arguments: [String]) throws -> ReaderName {
        guard let name = arguments.first else { throw ProbeError(text: "a reader is missing") }
        return ReaderName(name)
    }

    /// Each reader with its flags, its event count and the answer to reset.
    private static func list() throws {
        let context = try open()
        say("valid \(context.isValid)")
        for state in try context.states(of: try context.readers()) {
            say("reader \(state.reader) [\(state.flags.subtracting(.changed))] \(Hex.encode(state.atr))")
        }
        try context.close()
        say("closed")
    }

    /// Each command of the arguments, sent as it is.
    private static func transmit(_ arguments: [String]) throws {
        let context = try open()
        let card = try context.connect(to: try name(arguments))
        say("protocol \(card.activeProtocol)")
        for command in arguments.dropFirst() {
            guard let octets = Hex.decode(command) else { throw ProbeError(text: "'\(command)' is not hexadecimal") }
            let answer = try card.transmit(octets)
            say("answer \(answer.count) \(Hex.encode(answer.suffix(16)))")
        }
        try card.disconnect(.reset)
        try context.close()
    }

    /// One command with so many octets of data and so many expected, sent through a channel.
    private static func channel(_ arguments: [String]) throws {
        let context = try open()
        var channel = CardChannel(try PCSCTransport(try context.connect(to: try name(arguments))))
        let count = Int(arguments[1]) ?? 0
        say("extended \(channel.transport.supportsExtendedLength) \(channel.transport.maximumCommandLength)")
        say("atr \(channel.transport.answerToReset.map { "\($0)" } ?? "none")")
        let command = CommandAPDU(
            0x00,
            0xCB,
            0x3F,
            0xFF,
            data: [UInt8](repeating: 0x5C, count: count),
            expectedLength: arguments.count > 2 ? Int(arguments[2]) : nil
        )
        let answer = try channel.withTransaction { (channel) throws(CardError) in try channel.send(command) }
        say("answer \(answer.data.count) \(answer.status)")
    }

    /// What can be had of a reader with or without a card.
    private static func reader(_ arguments: [String]) throws {
        let context = try open()
        let card = try context.connect(to: try name(arguments), sharing: .direct, protocols: [])
        say("protocol \(card.activeProtocol)")
        say("features \(try card.features().count)")
        for (label, attribute) in [("vendor", ReaderAttribute.vendorName), ("atr", .answerToReset)] {
            do throws(PCSCError) {
                say("\(label) \(Hex.encode(try card.attribute(attribute)))")
            } catch {
                report(error)
            }
        }
        say("status \(Hex.encode(try card.status().atr))")
    }

    /// Only the connection.
    private static func connect(_ arguments: [String]) throws {
        let context = try open()
        let protocols: CardProtocols = arguments.dropFirst().first == "T=0" ? .t0 : .any
        let card = try context.connect(to: try name(arguments), protocols: protocols)
        say("protocol \(card.activeProtocol)")
    }

    /// A second connection while a first one holds the card alone, and again after the first has ended.
    private static func exclusive(_ arguments: [String]) throws {
        let reader = try name(arguments)
        let first = try open()
        let second = try open()
        let card = try first.connect(to: reader, sharing: .exclusive)
        do throws(PCSCError) {
            _ = try second.connect(to: reader)
            say("connected")
        } catch {
            report(error)
        }
        try card.disconnect()
        say("protocol \(try second.connect(to: reader).activeProtocol)")
    }

    /// Commands inside a transaction, which a thrown error ends too.
    private static func transaction(_ arguments: [String]) throws {
        let context = try open()
        var card = try context.connect(to: try name(arguments))
        let answer = try card.withTransaction { (card) throws(PCSCError) in
            try card.transmit([0x00, 0xA4, 0x04, 0x00])
        }
        say("answer \(Hex.encode(answer))")
        do throws(PCSCError) {
            try card.withTransaction { (_) throws(PCSCError) in throw PCSCError(.endOfFile, in: .transmit) }
        } catch {
            say("ended by \(error.function.rawValue)")
        }
        do throws(PCSCError) {
            try card.endTransaction()
            say("a transaction was left open")
        } catch {
            report(error)
        }
    }

    /// A card that another connection resets, and the way back.
    private static func reset(_ arguments: [String]) throws {
        let reader = try name(arguments)
        let context = try open()
        var transport = try PCSCTransport(try context.connect(to: reader))
        try context.connect(to: reader).disconnect(.reset)
        do throws(CardError) {
            _ = try transport.transmit([0x00, 0xA4, 0x04, 0x00])
            say("no reset noticed")
        } catch {
            report(error)
        }
        try transport.reconnect()
        say("answer \(Hex.encode(try transport.transmit([0x00, 0xA4, 0x04, 0x00])))")
        try transport.close()
    }

    /// A wait without end that another thread cancels.
    private static func cancel() throws {
        let context = try open()
        let canceller = context.canceller
        let states = try context.states(of: try context.readers())
        Thread.detachNewThread {
            // The wait may not have begun: cancel until the program ends.
            while true {
                try? canceller.cancel()
                usleep(10_000)
            }
        }
        _ = try context.waitForChange(from: states, timeoutMilliseconds: nil)
        say("no cancellation")
    }

    /// A wait that nothing ends.
    private static func timeout() throws {
        let context = try open()
        let states = try context.states(of: try context.readers())
        _ = try context.waitForChange(from: states, timeoutMilliseconds: 50)
        say("no timeout")
    }

    /// Holds a transaction until the end of standard input.
    private static func hold(_ arguments: [String]) throws {
        let context = try open()
        if arguments.dropFirst().first == "exclusive" {
            let card = try context.connect(to: try name(arguments), sharing: .exclusive)
            say("holding")
            while readLine() != nil {}
            try card.disconnect()
            return
        }
        var card = try context.connect(to: try name(arguments))
        try card.beginTransaction()
        say("holding")
        while readLine() != nil {}
        try card.endTransaction()
        say("released")
    }

    /// Each event, until the end of standard input; then how the iteration ends.
    private static func monitor(_ library: PCSCLibrary) async {
        let task = Task {
            for await event in ReaderMonitor(library: library) {
                switch event {
                case .serviceAvailable: say("service available")
                case .serviceUnavailable(let error): say("service unavailable \(error.code.name ?? "")")
                case .readerAdded(let state): say("reader added \(state.reader)")
                case .readerRemoved(let reader): say("reader removed \(reader)")
                case .cardInserted(let state): say("card inserted \(state.reader) \(Hex.encode(state.atr))")
                case .cardRemoved(let state): say("card removed \(state.reader)")
                case .stateChanged(let state): say("state \(state.reader) [\(state.flags)]")
                }
            }
            say("monitor ended")
        }
        // Reading blocks: it has a thread of its own, so that the tasks go on.
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            Thread.detachNewThread {
                while readLine() != nil {}
                continuation.resume()
            }
        }
        task.cancel()
        await task.value
    }

    /// A context used in a child made by fork, and afterwards in the parent.
    private static func fork() throws {
        let context = try open()
        // Swift hides fork, for good reasons; a program that loads us may still use it.
        typealias Fork = @convention(c) () -> pid_t
        guard let address = unsafe dlsym(nil, "fork") else { throw ProbeError(text: "no fork") }
        let child = unsafe unsafeBitCast(address, to: Fork.self)()
        if child == 0 {
            do throws(PCSCError) {
                _ = try context.readers()
                say("the child was let in")
            } catch {
                report(error)
            }
            // Gives the context back, which must not reach the service.
            _ = consume context
            _exit(0)
        }
        var status: Int32 = 0
        _ = unsafe waitpid(child, &status, 0)
        say("parent has \(try context.readers().count) readers")
    }
}

/// A mistake in the command line.
struct ProbeError: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}
