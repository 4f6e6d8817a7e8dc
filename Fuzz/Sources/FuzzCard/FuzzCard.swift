import JetonLibcrypto
import JetonOctets

@testable import VirtualCard

/// What each card begins with; making its attestation key anew each time would be most of the work.
private let factory = try? SoftwareCard.factoryContents(VirtualCardOptions())

/// Any sequence of commands to a virtual card, in each state that a card may be in: always an answer, never a try won
/// back without the PIN or PUK.
///
/// The first octet says what happens before; then each command stands behind its length of one octet, or of two
/// behind `FF`.
@c(LLVMFuzzerTestOneInput)
public func fuzzCard(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    guard let before = octets.first, let factory else { return 0 }
    let card = SoftwareCard(remembering: factory)
    if before & 1 != 0 { _ = try? card.transmit([0x00, 0xA4, 0x04, 0x00, 0x05, 0xA0, 0x00, 0x00, 0x03, 0x08]) }
    if before & 2 != 0 {
        _ = try? card.transmit([0x00, 0x20, 0x00, 0x80, 0x08] + Array("123456".utf8) + [0xFF, 0xFF])
    }
    if before & 4 != 0 { authenticate(card) }
    var cursor = ByteCursor(octets.dropFirst())
    while let length = try? cursor.readByte() {
        let wanted = length == 0xFF ? (try? cursor.readBigEndian(UInt16.self)).map(Int.init) ?? 0 : Int(length)
        guard let part = try? cursor.read(min(wanted, cursor.remaining)) else { break }
        let command = Array(part)
        // Making RSA keys takes seconds, which would be all that is tested.
        if command.count > 4, command[1] == 0x47,
            command.dropFirst(4).contains(where: { [0x05, 0x07, 0x16].contains($0) })
        {
            continue
        }
        guard let answer = try? card.transmit(command) else { preconditionFailure("a card in memory can't fail") }
        precondition(answer.count >= 2 && answer.count <= 65_538)
    }
    guard let status = try? card.status() else { preconditionFailure("a card in memory has a status") }
    precondition(status.pin.triesLeft <= status.pin.maximumTries)
    precondition(status.unblockingKey.triesLeft <= status.unblockingKey.maximumTries)
    return 0
}

/// Proves the management key from the factory.
private func authenticate(_ card: SoftwareCard) {
    let key = Secret(capacity: 24) { (target: inout MutableSpan<UInt8>) in
        for index in 0..<24 { target[index] = UInt8(index % 8 + 1) }
        return 24
    }
    guard let challenge = try? card.transmit([0x00, 0x87, 0x03, 0x9B, 0x04, 0x7C, 0x02, 0x81, 0x00, 0x00]),
        challenge.count == 14,
        let response = try? BlockCipher.tripleDES.encrypt(Array(challenge[4..<12]), key: key)
    else { return }
    _ = try? card.transmit([0x00, 0x87, 0x03, 0x9B, 0x0C, 0x7C, 0x0A, 0x82, 0x08] + response)
}
