import PIVCard

/// How a PIN stands.
struct PINState: Sendable {
    let triesLeft: Int
    /// Wrong values in a row that are allowed; nil if the card does not tell.
    let maximumTries: Int?
    let isFactoryValue: Bool
}

extension PINState {
    init(_ metadata: PINMetadata) {
        self.init(
            triesLeft: metadata.triesLeft,
            maximumTries: metadata.maximumTries,
            isFactoryValue: metadata.isFactoryValue
        )
    }
}
