import JetonOctets
import SmartCard

/// Any octets as an answer to reset: read or refused, and what was read agrees with itself.
@c(LLVMFuzzerTestOneInput)
public func fuzzATR(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    guard let answer = try? AnswerToReset(octets) else { return 0 }
    precondition((2...33).contains(count) && answer.octets == octets)
    precondition(!answer.protocols.isEmpty && Set(answer.protocols).count == answer.protocols.count)
    let interfaceBytes = answer.interfaceGroups.flatMap { [$0.ta, $0.tb, $0.tc, $0.td] }.compactMap { $0 }
    let checkByte = answer.checkByte.map { [$0] } ?? []
    precondition(
        Array(octets.prefix(2)) + interfaceBytes + answer.historicalBytes + checkByte + answer.excess == octets
    )
    precondition(answer.isCheckByteCorrect == nil || !answer.isCheckByteMissing)
    let historical = answer.historical
    precondition(historical.dataObjects.allSatisfy { $0.value.count <= 15 })
    _ = historical.capabilities.map { ($0.supportsExtendedLength, $0.maximumLogicalChannels, $0.selectsByFullName) }
    _ = (historical.status?.description, historical.applicationIdentifier, KnownToken(answer)?.description)
    return 0
}
