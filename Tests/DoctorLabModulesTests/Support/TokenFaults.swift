/// States of tokens, made by the fault module.
enum TokenFaults {
    static let all: [ModuleFault] = [
        ModuleFaults.faultModule("token-user-pin-locked", "token.0.tries_left = 0"),
        ModuleFaults.faultModule("token-user-pin-final-try", severity: "warning", "token.0.tries_left = 1"),
        ModuleFaults.faultModule("token-user-pin-unset", "token.0.user_pin_set = false"),
        ModuleFaults.faultModule("token-uninitialised", "token.0.initialized = false"),
        ModuleFaults.faultModule("token-so-pin-locked", severity: "warning", "token.0.so_tries_left = 0"),
        ModuleFaults.faultModule("token-pin-change-required", "token.0.add_flags = 0x80000"),
        ModuleFaults.faultModule("token-pinpad-misdetected", severity: "warning", "token.0.protected_path = true"),
        ModuleFaults.faultModule("token-error-state", "token.0.add_flags = 0x1000000"),
        ModuleFaults.faultModule("token-secure-channel", "extension = 34\ntoken.0.activation = ABCDEFGH"),
    ]
}
