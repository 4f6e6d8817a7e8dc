import TestRig

/// States of tokens, made by the fault module.
enum TokenFaults {
    static let unpaired = "extension = 34\ntoken.0.activation = ABCDEFGH"

    static let all: [ModuleFault] = [
        // Fault token-user-pin-locked: fault module
        ModuleFaults.faultModule("token-user-pin-locked", "token.0.tries_left = 0"),
        // Fault token-user-pin-final-try (a warning): fault module
        ModuleFaults.faultModule("token-user-pin-final-try", severity: "warning", "token.0.tries_left = 1"),
        // Fault token-user-pin-unset: fault module
        ModuleFaults.faultModule("token-user-pin-unset", "token.0.user_pin_set = false"),
        ModuleFaults.faultModule("token-uninitialized", "token.0.initialized = false"),
        // Fault token-so-pin-locked (a warning): fault module
        ModuleFaults.faultModule("token-so-pin-locked", severity: "warning", "token.0.so_tries_left = 0"),
        // Fault token-pin-change-required: fault module
        ModuleFaults.faultModule("token-pin-change-required", "token.0.add_flags = 0x80000"),
        // Fault token-pinpad-misdetected (a warning): fault module
        ModuleFaults.faultModule("token-pinpad-misdetected", severity: "warning", "token.0.protected_path = true"),
        // Fault token-error-state: fault module
        ModuleFaults.faultModule("token-error-state", "token.0.add_flags = 0x1000000"),
        // Fault token-secure-channel: fault module that answers 0x54
        ModuleFaults.faultModule("token-secure-channel", unpaired),
        ModuleFaults.faultModule(
            // Fault token-battery-low (a warning): fault module with Rutoken's extension
            "token-battery-low",
            severity: "warning",
            "extension = 34\ntoken.0.battery = 3550\ntoken.0.extended_flags = 0xF"
        ),
        ModuleFaults.faultModule(
            // Fault token-filesystem-damaged (a warning): fault module whose C_EX_GetTokenInfoExtended fails
            "token-filesystem-damaged",
            severity: "warning",
            "extension = 34\nfault.C_EX_GetTokenInfoExtended = rv:0x30"
        ),
        ModuleFaults.faultModule(
            // Fault token-default-pin (a warning): vpcd, virtual card with a certificate; fault module with Rutoken's
            // flags
            "token-default-pin",
            severity: "warning",
            "extension = 34\ntoken.0.extended_flags = 0x7\nobject = class:public,keytype:ec,id:01,label:k"
        ),
        ModuleFaults.faultModule(
            // Fault token-flags-unreliable (a warning): fault module that claims to be ykcs11 1.7
            "token-flags-unreliable",
            severity: "warning",
            "info.manufacturer = Yubico (www.yubico.com)\ninfo.library_version = 1.70"
        ),
        // Fault token-tpm-lockout: swtpm with one try, and one wrong password
        ModuleFault("token-tpm-lockout") { setup, directory in
            let store = directory.path("store")
            setup.arguments = ["--module", ModuleFaults.tpmPath]
            setup.variables = [
                "TPM2_PKCS11_TCTI": "swtpm:host=127.0.0.1,port=2321", "TPM2_PKCS11_STORE": store,
                "TPM2TOOLS_TCTI": "swtpm:host=127.0.0.1,port=2321", "TSS2_LOG": "all+none",
            ]
            // The simulator ends with the doctor, which takes the shell's place.
            setup.script = """
                mkdir "$work/state" "$work/store"
                setpriv --pdeathsig KILL -- swtpm socket --tpm2 --tpmstate "dir=$work/state" \
                    --server type=tcp,port=2321,bindaddr=127.0.0.1 --ctrl type=tcp,port=2322,bindaddr=127.0.0.1 \
                    --flags not-need-init,startup-clear </dev/null >/dev/null 2>&1 &
                for i in $(seq 3000); do [ -n "$(ss -Hltn 'sport = :2321')" ] && break; sleep 0.02; done
                {
                    pkcs11-tool --module \(ModuleFaults.tpmPath) --slot-index 0 --init-token --so-pin 12345678 --label lab
                    pkcs11-tool --module \(ModuleFaults.tpmPath) --token-label lab --login --login-type so --init-pin \
                        --so-pin 12345678 --new-pin 1234
                    tpm2_dictionarylockout --setup-parameters --max-tries 1 --recovery-time 1000 \
                        --lockout-recovery-time 1000
                    tpm2_createprimary -C o -p right -c "$work/key"
                    tpm2_flushcontext -t
                    ! tpm2_create -C "$work/key" -P wrong
                    tpm2_flushcontext -t
                } >/dev/null 2>&1

                """
            return []
        },
        // Fault channel-pairing-forgotten: `jeton pair`, then the fault module forgets
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
