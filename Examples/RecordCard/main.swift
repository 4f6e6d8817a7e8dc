import Foundation
import JetonOctets
import PIVCard
import SmartCard
import VirtualCard

// Prints what a program and a PIV card say to each other, by a transport that stands between them.
//
//     record-card
//
// The card is one in memory. For a card in a reader, put PCSCTransport of the library PCSC in the place of
// VirtualCardTransport.

/// A transport that passes everything on to another one and records it.
struct RecordingTransport<Base: CardTransport & ~Copyable>: ~Copyable, CardTransport {
    private var base: Base
    private let record: (String) -> Void

    init(_ base: consuming Base, record: @escaping (String) -> Void) {
        self.base = base
        self.record = record
    }

    var maximumCommandLength: Int { base.maximumCommandLength }
    var supportsExtendedLength: Bool { base.supportsExtendedLength }
    var answerToReset: AnswerToReset? { base.answerToReset }

    mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        // The data of VERIFY and CHANGE REFERENCE DATA is a PIN, and no record is a place for one.
        let holdsPIN = command.count > 4 && [0x20, 0x24, 0x2C].contains(command[1])
        record("> \(Hex.encode(holdsPIN ? Array(command.prefix(4)) : command))\(holdsPIN ? " …" : "")")
        let answer = try base.transmit(command)
        record("< \(Hex.encode(answer))")
        return answer
    }

    mutating func beginTransaction() throws(CardError) { try base.beginTransaction() }
    mutating func endTransaction() throws(CardError) { try base.endTransaction() }
    mutating func reconnect() throws(CardError) { try base.reconnect() }
}

do {
    let transport = RecordingTransport(VirtualCardTransport(try SoftwareCard(inMemory: .init()))) { print($0) }
    var card = try PIVClient(CardChannel(transport))
    print("serial number: \(try card.serialNumber() ?? 0)")
    print("PIN tries left: \(try card.pinTriesLeft() ?? 0)")
} catch {
    print("error: \(error)")
    exit(1)
}
