import SmartCard

/// A step that the card refuses, with the status word and data that say why.
struct CardRefusal: Error {
    let answer: ResponseAPDU

    init(_ status: StatusWord, data: [UInt8] = []) { answer = ResponseAPDU(data: data, status: status) }

    /// What an error means to the host; never which check failed.
    init(_ error: ChannelError) {
        let status: StatusWord =
            switch error.code {
            case .malformed: .incorrectData
            case .handshakeFailed, .wrongPassword: .verificationFailed
            case .storageFailed: .memoryFailure
            default: .executionFailed
            }
        self.init(status)
    }

    /// Runs a step whose errors are refusals.
    static func from<Result: ~Copyable>(
        _ body: () throws(ChannelError) -> Result
    ) throws(CardRefusal) -> Result {
        do throws(ChannelError) { return try body() } catch { throw CardRefusal(error) }
    }
}
