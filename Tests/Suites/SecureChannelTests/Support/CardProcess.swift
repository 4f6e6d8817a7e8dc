import Foundation
import JetonOctets
import SmartCard
import TestRig

/// A card in a process of its own, which can be killed at any moment.
final class CardProcess: CardTransport {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    /// What happens to a command.
    enum Fate {
        case answered
        /// The card gets the command, and its answer is not waited for.
        case unanswered
        /// The card never gets the command.
        case unsent
    }

    /// Decides before a command is sent.
    var fate: (_ command: [UInt8]) -> Fate = { _ in .answered }
    /// Called with each answer that comes.
    var onAnswer: (_ command: [UInt8], _ answer: [UInt8]) -> Void = { _, _ in }
    /// Called after a command was sent whose answer is not waited for.
    var onUnanswered: () -> Void = {}

    let supportsExtendedLength = true

    /// A virtual card.
    convenience init(image: String) throws {
        try self.init([try BuildProducts.path("virtual-card-tool"), "answer", image])
    }

    /// A program that answers each line of hexadecimal octets by one.
    init(_ arguments: [String]) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        let fate = fate(command)
        if fate == .unsent { throw CardError(.transmissionFailed) }
        do {
            try input.fileHandleForWriting.write(contentsOf: Data((Hex.encode(command) + "\n").utf8))
            if fate == .unanswered {
                onUnanswered()
                throw CardError(.transmissionFailed)
            }
            var line: [UInt8] = []
            while let octet = try output.fileHandleForReading.read(upToCount: 1)?.first, octet != 0x0A {
                line.append(octet)
            }
            guard let answer = Hex.decode(String(decoding: line, as: UTF8.self)), answer.count >= 2 else {
                throw CardError(.cardRemoved)
            }
            onAnswer(command, answer)
            return answer
        } catch {
            throw error as? CardError ?? CardError(.cardRemoved, underlying: error)
        }
    }

    /// Ends the process at once, in whatever it is doing.
    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit { if process.isRunning { kill() } }
}
