import Synchronization

/// What a token in clear may be called: not as a token that is paired.
///
/// A card can show another label at each reading, and callers choose tokens by their labels.
struct LabelCheck: Sendable {
    /// The label that was accepted last.
    var label: String
    /// Why a label is refused; nil if it is not.
    let refusal: @Sendable (String) -> TokenFault?
}

extension Token {
    /// The label on the card, or the one that stands for it.
    func currentLabel() throws(TokenFault) -> String {
        try state.withLock { (state) throws(TokenFault) in
            try refreshDirectory(&state)
            return state.directory.label ?? facts.standardLabel
        }
    }

    /// Has every label that the card shows from now on judged.
    func setLabelCheck(_ check: LabelCheck) { state.withLock { $0.labelCheck = check } }

    /// Refuses the card, which is given up, if it shows a label now that it may not have.
    func checkLabel(_ state: inout EngineTokenState) throws(TokenFault) {
        let label = state.directory.label ?? facts.standardLabel
        guard let check = state.labelCheck, check.label != label else { return }
        if let fault = check.refusal(label) {
            card.markRemoved()
            throw fault
        }
        state.labelCheck?.label = label
    }

    /// Refuses a new label that the token may not have.
    func requireLabel(_ label: String, _ state: EngineTokenState) throws(TokenFault) {
        if let fault = state.labelCheck?.refusal(label) { throw fault }
    }
}
