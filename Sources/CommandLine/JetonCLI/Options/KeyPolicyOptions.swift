public import ArgumentParser
public import Cryptoki
internal import SigningDesk
internal import TokenKit

/// When a new private key asks for the PIN, and for a touch.
struct KeyPolicyOptions: ParsableArguments {
    @Option(help: "When the key requires the PIN (default: the token's choice).")
    var pinPolicy: KeyTemplates.Policy.PIN?

    @Option(help: "When the key requires a touch (default: the token's choice).")
    var touchPolicy: KeyTemplates.Policy.Touch?

    /// An error of the call that makes the key, in words where the policy is what the token can't do.
    func explained(_ error: CryptokiError, on token: SelectedToken) -> any Error {
        let codes: [ReturnValue] = [
            .functionNotSupported, .attributeTypeInvalid, .attributeValueInvalid, .templateInconsistent,
        ]
        guard let touchPolicy, touchPolicy != .never, codes.contains(error.code) else { return error }
        return CommandError(
            "token '\(token.name)' does not support keys that require a touch (\(error.codeDescription))",
            hints: ["without --touch-policy, the token decides"],
            exitCode: .refused
        )
    }

    /// Both.
    var policy: KeyTemplates.Policy { KeyTemplates.Policy(pin: pinPolicy, touch: touchPolicy) }
}

extension KeyTemplates.Policy.PIN: ExpressibleByArgument {}
extension KeyTemplates.Policy.Touch: ExpressibleByArgument {}
