import JetonOctets
import SmartCard

@testable import SecureChannel

/// One end of a session whose keys are known.
private func messaging(_ suite: ChannelSuite) -> SecureMessaging {
    SecureMessaging(suite, commands: direction(suite, 1), answers: direction(suite, 2))
}

private func direction(_ suite: ChannelSuite, _ octet: UInt8) -> MessageDirection {
    let root = [UInt8](repeating: octet, count: DirectionKey.rootLength)
    let salt = [UInt8](repeating: octet, count: DirectionKey.saltLength)
    return MessageDirection(suite, DirectionKey(root: Secret(copying: root.span), salt: salt))
}

/// Any octets as the data objects of a message: what is taken has one form only, so it is encoded as it was.
private func read(_ octets: [UInt8], isCommand: Bool, _ instruction: UInt8, _ suite: ChannelSuite) {
    let objects =
        isCommand
        ? try? MessageObjects(command: octets, instruction: instruction, suite)
        : try? MessageObjects(answer: octets, instruction: instruction, suite)
    guard let objects else { return }
    precondition(objects.encoded(instruction: instruction) == octets)
    precondition(objects.cryptogram.count.isMultiple(of: suite.parameters.blockLength))
}

/// Any octets as an answer of a card that knows no key: never taken.
private func openForged(_ octets: [UInt8], _ instruction: UInt8, _ suite: ChannelSuite) {
    guard let answer = try? ResponseAPDU(decoding: octets) else { return }
    var host = messaging(suite)
    precondition((try? host.open(answer, instruction: instruction)) == nil)
}

/// Any octets as what the other end has encrypted and authenticated, padding and all: what is taken has one form only,
/// so it is protected as it was.
private func openSealed(_ octets: [UInt8], isCommand: Bool, _ instruction: UInt8, _ suite: ChannelSuite) {
    guard octets.count >= 2 else { return }
    let clear = [isCommand ? MessageObjects.Tag.expectedLength : MessageObjects.Tag.status, 2] + octets.prefix(2)
    let plaintext = Array(octets.dropFirst(2))
    let header = CommandHeader(0x0C, instruction, 0x00, 0x00)
    var sender = direction(suite, isCommand ? 1 : 2)
    guard let sealed = try? sender.seal(plaintext, authenticating: (isCommand ? header.octets : []) + clear) else {
        return
    }
    let data = MessageObjects(cryptogram: sealed.ciphertext, clear: clear, checkValue: sealed.tag)
        .encoded(instruction: instruction)
    var receiver = messaging(suite)
    var again = messaging(suite)
    if isCommand {
        guard let command = try? receiver.open(CommandAPDU(header: header, data: data)) else { return }
        precondition((try? again.protect(command).data) == data)
    } else {
        let message = ResponseAPDU(data: data, status: StatusWord(octets[0], octets[1]))
        guard let answer = try? receiver.open(message, instruction: instruction) else { return }
        precondition((try? again.protect(answer, instruction: instruction)) == message)
    }
}

/// Unwrapping of messages, at both ends.
///
/// Bit 1 of the first octet says whether it is an answer, bit 2 the suite, bit 3 the instruction's parity; bits 4 and 5
/// what the rest is.
@c(LLVMFuzzerTestOneInput)
public func fuzzMessageObjects(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let form = input.first else { return 0 }
    let octets = Array(input.dropFirst())
    let suite: ChannelSuite = form & 2 == 0 ? .modern : .legacy
    let instruction: UInt8 = form & 4 == 0 ? 0x10 : 0x11
    switch form & 0x18 {
    case 0x08: openSealed(octets, isCommand: form & 1 == 0, instruction, suite)
    case 0x10: openForged(octets, instruction, suite)
    default: read(octets, isCommand: form & 1 == 0, instruction, suite)
    }
    return 0
}
