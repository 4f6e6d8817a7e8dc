public import SmartCard

extension CardError.Code {
    /// The secure channel to the card could not be used; see ``CardError/underlying``, which is a ``ChannelError``.
    public static let secureChannelFailed = Self(rawValue: "the secure channel to the card failed")
}

extension CardError {
    /// What a transport says when its session fails: a session that is over is a card that was reset.
    ///
    /// The channel's error is ``underlying``, unless the exchange itself failed.
    public init(_ error: ChannelError) {
        if let card = error.card {
            self = card
            return
        }
        let code: Code =
            switch error.code {
            case .commandUnsuitable: .commandTooLong
            default: error.endsSession ? .cardReset : .secureChannelFailed
            }
        self.init(code, statusWord: error.statusWord, underlying: error)
    }
}
