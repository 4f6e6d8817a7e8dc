import TestRig

/// States of tokens, made by the fault module.
enum TokenFaults {
    private static let unpaired = "extension = 34\ntoken.0.activation = ABCDEFGH"

    static let all: [ModuleFault] = [
        ModuleFaults.faultModule("token-user-pin-locked", "token.0.tries_left = 0"),
        ModuleFaults.faultModule("token-user-pin-final-try", severity: "warning", "token.0.tries_left = 1"),
        ModuleFaults.faultModule("token-user-pin-unset", "token.0.user_pin_set = false"),
        ModuleFaults.faultModule("token-uninitialised", "token.0.initialized = false"),
        ModuleFaults.faultModule("token-so-pin-locked", severity: "warning", "token.0.so_tries_left = 0"),
        ModuleFaults.faultModule("token-pin-change-required", "token.0.add_flags = 0x80000"),
        ModuleFaults.faultModule("token-pinpad-misdetected", severity: "warning", "token.0.protected_path = true"),
        ModuleFaults.faultModule("token-error-state", "token.0.add_flags = 0x1000000"),
        ModuleFaults.faultModule("token-secure-channel", unpaired),
        ModuleFault("channel-pairing-forgotten") { setup, directory in
            // The fault module forgets what it was told when its process ends.
            let module = try FaultModuleCopy(unpaired)
            let data = directory.path("data")
            let output = try await ChildProcess.run(
                [
                    try BuildProducts.path("jeton"), "pair", "--module", module.path, "--password-source",
                    "env:PASSWORD",
                ],
                environment: ["PATH": "/usr/bin:/bin", "JETON_DATA": data, "PASSWORD": "ABCDEFGH"]
            )
            guard output.exitStatus == 0 else { throw TestRigError("pair: \(output.text) \(output.errorText)") }
            setup.arguments = ["--module", module.path]
            setup.variables = ["JETON_DATA": data]
            return [module]
        },
    ]
}
