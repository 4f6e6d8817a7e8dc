import JetonOctets
import SmartCard

/// A card whose answers are the fuzzer's octets: one octet of length, then that many, and so on, again from the
/// start when they are used up.
struct FuzzedCard: CardTransport {
    let octets: [UInt8]
    let supportsExtendedLength: Bool
    private(set) var count = 0
    private var position = 0

    init(octets: [UInt8], supportsExtendedLength: Bool) {
        self.octets = octets
        self.supportsExtendedLength = supportsExtendedLength
    }

    mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        count += 1
        precondition(command.count <= maximumCommandLength)
        do throws(EncodingError) {
            _ = try CommandAPDU(decoding: command)
        } catch {
            preconditionFailure("the channel sent a malformed command: \(error)")
        }
        if octets.isEmpty { return [] }
        if position >= octets.count { position = 0 }
        let length = Int(octets[position])
        let end = min(position + 1 + length, octets.count)
        defer { position = end }
        return Array(octets[position + 1..<end])
    }
}

/// A channel over a card that answers anything: an answer or an error, within the bounds.
@c(LLVMFuzzerTestOneInput)
public func fuzzAPDUResponse(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var octets = Array(UnsafeBufferPointer(start: start, count: count))
    checkCommand(octets)
    guard let choice = octets.popLast(), let length = octets.popLast() else { return 0 }
    let limit = 2048
    var channel = CardChannel(
        FuzzedCard(octets: octets, supportsExtendedLength: choice & 1 != 0),
        maximumContinuations: 32,
        maximumResponseLength: limit
    )
    let data = [UInt8](repeating: choice, count: Int(length) * Int(choice >> 4))
    let command = CommandAPDU(choice & 0xEF, 0xCB, 0, 0, data: data, expectedLength: choice & 2 != 0 ? 256 : nil)
    if let answer = try? channel.send(command) {
        precondition(answer.data.count <= limit && answer.status.octetsWaiting == nil)
        _ = (answer.description, answer.status.family, answer.status.triesLeft)
    }
    precondition(channel.transport.count <= data.count / 255 + 2 + 2 * 33)
    return 0
}

/// The same octets as a command: refused, or written back the same in one of the two forms.
func checkCommand(_ octets: [UInt8]) {
    guard let command = try? CommandAPDU(decoding: octets) else { return }
    let short = try? command.encoded(as: .short)
    let extended = try? command.encoded(as: .extended)
    precondition(short == octets || extended == octets)
    _ = command.description
}
