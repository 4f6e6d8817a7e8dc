import Foundation
import Synchronization

/// A card in a virtual reader: the card's side of vpcd's protocol, with answers chosen by the test.
///
/// The card connects to the reader's port by TCP. Each message is a length of two octets, most significant first,
/// and that many octets: one octet is a control (00 power off, 01 power on, 02 reset, 04 answer to reset wanted),
/// anything longer a command, to which an answer in the same form goes back.
///
/// The connection lives inside the namespace, where a shell relays it; the answers are made in the test.
public final class VirtualCardServer: Sendable {
    /// What the reader has sent up to now.
    private final class Record: Sendable {
        let commands = Mutex<[[UInt8]]>([])
        let controls = Mutex<[UInt8]>([])
    }

    private let relay: ChildProcess
    private let record = Record()

    /// Inserts a card.
    ///
    /// - Parameters:
    ///   - pcscd: Where the reader is.
    ///   - port: The port of the reader's slot.
    ///   - atr: The answer to reset, 0–65,535 octets.
    ///   - reset: Is called when the reader takes power away, gives it back or resets the card.
    ///   - answer: Gives the answer to a command, 0–65,535 octets with the status word at their end. Called by one
    ///     command after the other.
    /// - Throws: ``TestRigError`` if the shell that connects to the reader cannot be started.
    public init(
        in pcscd: PrivatePCSCD,
        port: UInt16 = 35_963,
        atr: [UInt8],
        reset: @escaping @Sendable () -> Void = {},
        answer: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) throws {
        // The reader drops its listening socket for a moment when a card has gone: try for a while.
        let script = """
            for try in $(seq 200); do
                if exec 3<>/dev/tcp/127.0.0.1/\(port); then
                    cat <&3 &
                    cat >&3
                    kill $! 2>/dev/null
                    exit 0
                fi 2>/dev/null
                sleep 0.01
            done
            exit 1
            """
        let relay = try ChildProcess(pcscd.command(["bash", "-c", script]))
        self.relay = relay
        let record = record
        Task.detached {
            var pending: [UInt8] = []
            while let octets = try? await relay.nextOctets(within: .seconds(600)) {
                pending += octets
                while let message = Self.takeMessage(&pending) {
                    let reply: [UInt8]
                    switch message {
                    case [0x04]:
                        record.controls.withLock { $0 += message }
                        reply = atr
                    case let control where control.count <= 1:
                        record.controls.withLock { $0 += control }
                        reset()
                        continue
                    default:
                        record.commands.withLock { $0.append(message) }
                        reply = answer(message)
                    }
                    relay.send([UInt8(reply.count >> 8), UInt8(reply.count & 0xFF)] + reply)
                }
            }
        }
    }

    /// Inserts a card that answers the commands of a script, and any other command with 6D00.
    public convenience init(
        in pcscd: PrivatePCSCD,
        port: UInt16 = 35_963,
        atr: [UInt8],
        script: [[UInt8]: [UInt8]]
    ) throws {
        try self.init(in: pcscd, port: port, atr: atr) { script[$0] ?? [0x6D, 0x00] }
    }

    /// Removes the card and waits until the connection is closed.
    public func remove() async throws {
        relay.closeInput()
        _ = try await relay.finish(within: .seconds(10))
    }

    /// The commands received up to now.
    public var commands: [[UInt8]] { record.commands.withLock { $0 } }

    /// The controls received up to now, one octet each: 00 power off, 01 power on, 02 reset, 04 answer to reset.
    public var controls: [UInt8] { record.controls.withLock { $0 } }

    private static func takeMessage(_ pending: inout [UInt8]) -> [UInt8]? {
        guard pending.count >= 2 else { return nil }
        let length = Int(pending[0]) << 8 | Int(pending[1])
        guard pending.count >= 2 + length else { return nil }
        defer { pending.removeFirst(2 + length) }
        return Array(pending[2..<2 + length])
    }
}
