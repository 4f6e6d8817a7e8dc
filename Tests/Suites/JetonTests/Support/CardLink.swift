import Synchronization
import TestRig

@testable import VirtualCard

/// The wire between a reader of pcscd and a virtual card, with somebody on it.
final class CardLink: Sendable {
    /// What who is on the wire does.
    enum Mode: String, CaseIterable, Sendable {
        /// Carries every octet as it is.
        case honest
        /// Answers 6A82 to Jeton's SELECT of PIV and to INFO, so that Jeton's module sees no card.
        case hide
        /// Answers INFO, by which a card tells of its channel, with an error.
        case refuseInformation
        /// Takes "channel required" out of the answer to INFO.
        case clearRequirement
    }

    private let mode = Mutex(Mode.honest)
    private let card: SoftwareCard
    private let server: Mutex<VirtualCardServer?>

    /// Puts a card into the first slot of a reader.
    init(_ card: SoftwareCard, in pcscd: PrivatePCSCD) throws {
        self.card = card
        server = Mutex(nil)
        let made = try VirtualCardServer(
            in: pcscd,
            atr: SoftwareCard.answerToReset,
            reset: { card.reset() },
            answer: { [weak self] in self?.answer($0) ?? [0x6F, 0x00] }
        )
        server.withLock { $0 = made }
    }

    /// The commands that have crossed the wire.
    var commands: [[UInt8]] { server.withLock { $0?.commands ?? [] } }

    /// Changes what who is on the wire does.
    func set(_ new: Mode) { mode.withLock { $0 = new } }

    /// Takes the card out.
    func remove() async throws { try await server.withLock { $0 }?.remove() }

    /// SELECT with the five octets of PIV's registered identifier; other programs select by the whole name.
    private static let select: [UInt8] = [0x00, 0xA4, 0x04, 0x00, 0x05, 0xA0, 0x00, 0x00, 0x03, 0x08]
    private static let information: [UInt8] = [0x80, 0x86, 0x00]
    /// Where the flags are in the answer: behind version, suites, identifier and serial number.
    private static let flags = 22

    private func answer(_ command: [UInt8]) -> [UInt8] {
        let isInformation = command.starts(with: Self.information)
        switch mode.withLock({ $0 }) {
        case .hide where isInformation || command.starts(with: Self.select): return [0x6A, 0x82]
        case .refuseInformation where isInformation: return [0x6D, 0x00]
        case .clearRequirement where isInformation:
            var answer = transmit(command)
            if answer.count > Self.flags { answer[Self.flags] &= ~0x02 }
            return answer
        default: return transmit(command)
        }
    }

    private func transmit(_ command: [UInt8]) -> [UInt8] { (try? card.transmit(command)) ?? [0x6F, 0x00] }
}
