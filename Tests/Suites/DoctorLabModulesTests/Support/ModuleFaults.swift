import Foundation
import TestRig

/// Faults of modules and of p11-kit's configuration.
enum ModuleFaults {
    static let softHSMPath = "/usr/lib/softhsm/libsofthsm2.so"

    /// A copy of SoftHSM's module with some octets changed, named for the run.
    private static func patched(_ offset: Int, _ octets: [UInt8])
        -> @Sendable (
            inout ModuleLaboratory.Setup, TemporaryDirectory
        ) async throws -> [any Sendable]
    {
        { setup, directory in
            var content = [UInt8](try Data(contentsOf: URL(fileURLWithPath: softHSMPath)))
            content.replaceSubrange(offset..<(offset + octets.count), with: octets)
            setup.arguments = ["--module", try directory.write(content, to: "module.so")]
            return []
        }
    }

    /// A module in C without slots; `C_Initialize` answers IN_CHILD in a forked child of the process that loaded it, and
    /// ANYWHERE elsewhere.
    private static let small = """
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>
        #ifndef IN_CHILD
        #define IN_CHILD 0
        #endif
        #ifndef ANYWHERE
        #define ANYWHERE 0
        #endif
        typedef unsigned long word;
        static pid_t loader;
        __attribute__((constructor)) static void start(void) { loader = getpid(); }
        static word initialize(void *a) { return getpid() == loader ? ANYWHERE : IN_CHILD; }
        static word finalize(void *a) { return 0; }
        static word info(unsigned char *i) { memset(i, 0, 88); i[0] = 2; i[1] = 40; return 0; }
        static word slots(unsigned char t, word *list, word *count) { *count = 0; return 0; }
        static struct { unsigned char version[8]; void *functions[68]; } table = {{2, 40}};
        word C_GetFunctionList(void **list) {
            table.functions[0] = initialize;
            table.functions[1] = finalize;
            table.functions[2] = info;
            table.functions[3] = C_GetFunctionList;
            table.functions[4] = slots;
            *list = &table;
            return 0;
        }

        """

    /// A module compiled from C.
    private static func compiled(_ source: String, _ flags: [String] = [], name: String = "module.so")
        -> @Sendable (
            inout ModuleLaboratory.Setup, TemporaryDirectory
        ) async throws -> [any Sendable]
    {
        { setup, directory in
            let path = directory.path(name)
            let file = try directory.write(source, to: "module.c")
            let output = try await ChildProcess.run(["gcc", "-shared", "-fPIC", "-o", path, file] + flags)
            guard output.exitStatus == 0 else { throw TestRigError("gcc: \(output.errorText)") }
            setup.arguments = ["--module", path]
            return []
        }
    }

    /// The fault module with settings.
    static func faultModule(
        _ id: String,
        severity: String = "failure",
        _ settings: String,
        _ arguments: [String] = [],
        variables: [String: String] = [:]
    ) -> ModuleFault {
        ModuleFault(id, severity: severity) { setup, _ in
            let module = try FaultModuleCopy(settings)
            setup.arguments = ["--module", module.path] + arguments
            setup.variables = variables
            return [module]
        }
    }

    /// A SoftHSM with a token, registered with p11-kit in place of all other modules, and a further script.
    static func registered(_ id: String, severity: String = "failure", arguments: [String] = [], _ script: String)
        -> ModuleFault
    {
        ModuleFault(id, severity: severity) { setup, _ in
            let softHSM = try await SoftHSM.withToken(label: "lab")
            setup.variables = [SoftHSM.configurationVariable: softHSM.configurationPath]
            setup.arguments = arguments
            setup.script = """
                layer /usr/share/p11-kit/modules
                rm /usr/share/p11-kit/modules/*
                echo 'module: \(softHSM.modulePath)' >/usr/share/p11-kit/modules/softhsm2.module
                mkdir -p /etc/pkcs11/modules
                layer /etc/pkcs11
                \(script)
                """
            return [softHSM]
        }
    }

    /// SoftHSM named for the run, with a configuration of the fault's own.
    static func softHSM(_ id: String, userID: Int = 0, _ configuration: String?, _ script: String = "") -> ModuleFault {
        ModuleFault(id) { setup, directory in
            setup.arguments = ["--module", softHSMPath]
            setup.userID = userID
            setup.script = script
            let path =
                try configuration.map {
                    try directory.write(
                        $0.replacingOccurrences(of: "DIRECTORY", with: directory.path),
                        to: "softhsm2.conf"
                    )
                } ?? directory.path("none.conf")
            setup.variables = [SoftHSM.configurationVariable: path]
            return []
        }
    }

    /// A SoftHSM with one token, named for the run, and a script that has the token's directory in `$token`.
    private static func softHSMToken(_ id: String, severity: String = "failure", _ script: String) -> ModuleFault {
        ModuleFault(id, severity: severity) { setup, _ in
            let softHSM = try await SoftHSM.withToken(label: "lab")
            setup.arguments = ["--module", softHSMPath]
            setup.variables = [SoftHSM.configurationVariable: softHSM.configurationPath]
            setup.script = "token=$(echo \(softHSM.tokenDirectory)/*)\n" + script
            return [softHSM]
        }
    }

    /// Stores that are damaged, settings that mean nothing, limits.
    static let stores: [ModuleFault] = [
        // Fault store-damaged: SoftHSM, token.object emptied and truncated
        softHSMToken("store-damaged", ": >\"$token/token.object\""),
        softHSMToken("store-damaged", "truncate -s 100 \"$token/token.object\""),
        // Fault setting-unknown (a warning): softhsm2.conf with a misspelled setting
        softHSMToken("setting-unknown", severity: "warning", "echo 'slots.removeable = false' >>\"$SOFTHSM2_CONF\""),
        // Fault env-low-limits: 48 open files
        softHSMToken("env-low-limits", "ulimit -n 48"),
        softHSMToken(
            // Fault env-bluetooth-link (information): BlueZ of python3-dbusmock, mock /sys
            "env-bluetooth-link",
            severity: "info",
            """
            mount -t tmpfs tmpfs /sys
            mkdir -p /sys/class/bluetooth/hci0
            setpriv --pdeathsig KILL dbus-daemon --session --nofork --nopidfile --address="unix:path=$work/bus" &
            export DBUS_SYSTEM_BUS_ADDRESS="unix:path=$work/bus"
            while [ ! -S "$work/bus" ]; do sleep 0.1; done
            setpriv --pdeathsig KILL /usr/bin/python3 -m dbusmock --system --template bluez5 >/dev/null 2>&1 &
            call() { busctl --system call org.bluez /org/bluez org.bluez.Mock "$@" >/dev/null 2>&1; }
            until call AddAdapter ss hci0 lab; do sleep 0.1; done
            call AddDevice sss hci0 11:22:33:44:55:66 'Rutoken ECP BT'
            call PairDevice ssi hci0 11:22:33:44:55:66 5898764
            """
        ),
        ModuleFault(
            // Fault mod-loader-refuses: C module with an undefined symbol; one on a file system mounted noexec
            "mod-loader-refuses",
            compiled(
                "extern int jeton_lab_gone(void); unsigned long C_GetFunctionList(void **l) { return jeton_lab_gone(); }\n",
                ["-Wl,-z,now"]
            )
        ),
        softHSMToken(
            "mod-loader-refuses",
            """
            mkdir "$work/noexec"
            mount -t tmpfs -o noexec tmpfs "$work/noexec"
            cp \(softHSMPath) "$work/noexec/"
            mount --bind "$work/noexec/libsofthsm2.so" \(softHSMPath)
            """
        ),
    ]

    static let files: [ModuleFault] = [
        ModuleFault("mod-path-missing") { setup, directory in
            setup.arguments = ["--module", directory.path("nothing.so")]
            return []
        },
        ModuleFault("mod-path-missing") { setup, directory in
            setup.script = "ln -s /nonexistent/module.so \"$work/module.so\""
            setup.arguments = ["--module", directory.path("module.so")]
            return []
        },
        // Fault mod-not-elf: HTML page, empty file and truncated library named as module
        ModuleFault("mod-not-elf") { setup, directory in
            setup.arguments = ["--module", try directory.write("<html>404</html>\n", to: "module.so")]
            return []
        },
        ModuleFault("mod-not-elf") { setup, directory in
            setup.arguments = ["--module", try directory.write([], to: "module.so")]
            return []
        },
        ModuleFault("mod-not-elf") { setup, directory in
            let content = [UInt8](try Data(contentsOf: URL(fileURLWithPath: softHSMPath)))
            setup.arguments = ["--module", try directory.write(Array(content.prefix(4000)), to: "module.so")]
            return []
        },
        // Fault mod-elf-machine: `e_machine` of a copy of SoftHSM changed
        // Fault mod-elf-class: `EI_CLASS` of a copy of SoftHSM changed
        ModuleFault("mod-elf-class", patched(4, [1])), ModuleFault("mod-elf-machine", patched(18, [0xB7, 0])),
        // Fault mod-no-permission: module with mode 000, and module in a inaccessible directory, user 65534
        ModuleFault("mod-no-permission") { setup, directory in
            setup.script = "cp \(softHSMPath) \"$work/module.so\"; chmod 000 \"$work/module.so\""
            setup.arguments = ["--module", directory.path("module.so")]
            setup.userID = 65_534
            return []
        },
        ModuleFault("mod-no-permission") { setup, directory in
            setup.script = "mkdir \"$work/closed\"; cp \(softHSMPath) \"$work/closed/\"; chmod 700 \"$work/closed\""
            setup.arguments = ["--module", directory.path("closed/libsofthsm2.so")]
            setup.userID = 65_534
            return []
        },
        // Fault mod-missing-needed: module compiled against a library that is then not found
        ModuleFault("mod-missing-needed") { setup, directory in
            try directory.write("int needed(void) { return 1; }\n", to: "needed.c")
            try directory.write(
                "int needed(void); unsigned long C_GetFunctionList(void **l) { *l = 0; return needed(); }\n",
                to: "module.c"
            )
            let output = try await ChildProcess.run(
                [
                    "sh", "-c",
                    """
                    gcc -shared -fPIC -Wl,-soname,libjetonlab.so.9 -o libjetonlab.so needed.c
                    gcc -shared -fPIC -o module.so module.c -L. -ljetonlab
                    """,
                ],
                workingDirectory: directory.path
            )
            guard output.exitStatus == 0 else { throw TestRigError("gcc: \(output.errorText)") }
            setup.arguments = ["--module", directory.path("module.so")]
            return []
        },
        // Fault mod-no-getfunctionlist: library without entry points
        ModuleFault("mod-no-getfunctionlist", compiled("int x;\n")),
        // Fault mod-crashes: NULL function list; fault module: SIGSEGV, SIGABRT, exit
        ModuleFault("mod-crashes", compiled("unsigned long C_GetFunctionList(void **l) { *l = 0; return 0; }\n")),
    ]

    static let behaviour: [ModuleFault] = [
        faultModule("mod-crashes", "fault.C_Initialize = crash"),
        faultModule("mod-crashes", "fault.C_GetSlotList = abort"),
        // A child that looks at a module gets 2 GiB.
        faultModule("mod-crashes", "fault.C_GetSlotList = eat"),
        faultModule("mod-crashes", "fault.C_GetInfo = exit:3"),
        // Fault mod-hangs: fault module: C_Initialize and C_GetTokenInfo hang
        faultModule("mod-hangs", "fault.C_Initialize = hang", variables: ["JETON_MODULE_DEADLINE": "1"]),
        faultModule("mod-hangs", "fault.C_GetTokenInfo = hang", variables: ["JETON_MODULE_DEADLINE": "1"]),
        // It is at work when the time is up: the file that it asked for last is no obstacle.
        ModuleFault("mod-hangs") { setup, directory in
            let source = """
                #include <fcntl.h>
                #include <stdlib.h>
                unsigned long C_GetFunctionList(void **list) {
                    open(getenv("VENDOR_CONF"), O_RDONLY);
                    for (;;) {}
                }

                """
            let kept = try await compiled(source)(&setup, directory)
            setup.variables = ["VENDOR_CONF": directory.path("none"), "JETON_MODULE_DEADLINE": "1"]
            return kept
        },
        // Fault mod-init-general-error: fault module: 0x5 and 0x6
        faultModule("mod-init-general-error", "fault.C_Initialize = rv:0x5"),
        faultModule("mod-init-general-error", "fault.C_Initialize = rv:0x6"),
        faultModule("mod-init-general-error", "list = rv:0x5"),
        // Fault mod-exit-crash: fault module; C module with a destructor that aborts
        faultModule("mod-exit-crash", "exit = crash"),
        ModuleFault(
            "mod-exit-crash",
            compiled(small + "__attribute__((destructor)) static void end(void) { abort(); }\n")
        ),
        // Fault mod-double-init-fork: C module that fails in a forked child, `--app openvpn`
        ModuleFault("mod-double-init-fork") { setup, directory in
            let make = compiled("#define IN_CHILD 0x5\n" + small)
            let kept = try await make(&setup, directory)
            setup.arguments += ["--app", "openvpn"]
            return kept
        },
        // Fault ock-config: C module with opencryptoki's name, no configuration
        ModuleFault("ock-config") { setup, directory in
            let make = compiled("#define ANYWHERE 0x5\n" + small, name: "libopencryptoki.so")
            return try await make(&setup, directory)
        },
        // Fault mod-slow-slot (a warning): fault module: C_GetTokenInfo takes 2.2 s
        faultModule("mod-slow-slot", severity: "warning", "fault.C_GetTokenInfo = sleep:2200"),
        // Fault not-explained: fault module: C_GetTokenInfo answers 0x30
        faultModule("not-explained", "fault.C_GetTokenInfo = rv:0x30"),
    ]

    static let softHSM: [ModuleFault] = [
        // Fault softhsm-conf-wrong: variable that names a missing file; SoftHSM 1 syntax; a store type this build lacks
        softHSM("softhsm-conf-wrong", nil),
        softHSM(
            "softhsm-conf-wrong",
            "0: /tmp/slot0.db\n",
            // Then SoftHSM takes its own folder, which must not have tokens of the machine.
            "mkdir -p /var/lib/softhsm; mount -t tmpfs tmpfs /var/lib/softhsm; mkdir /var/lib/softhsm/tokens"
        ),
        softHSM(
            "softhsm-conf-wrong",
            "directories.tokendir = DIRECTORY/tokens\nobjectstore.backend = db\n",
            "mkdir \"$work/tokens\""
        ),
        // Fault softhsm-conf-unreadable: configuration with mode 000, user 65534
        softHSM("softhsm-conf-unreadable", userID: 65_534, "", "chmod 000 \"$work/softhsm2.conf\""),
        // Fault softhsm-tokendir: directory missing, inaccessible, with another user's token
        softHSM("softhsm-tokendir", "directories.tokendir = /nonexistent/tokens\n"),
        softHSM(
            "softhsm-tokendir",
            userID: 65_534,
            "directories.tokendir = DIRECTORY/tokens\n",
            "mkdir -m 700 \"$work/tokens\""
        ),
        softHSM(
            "softhsm-tokendir",
            userID: 65_534,
            "directories.tokendir = DIRECTORY/tokens\n",
            "mkdir -m 777 \"$work/tokens\"; chmod 777 \"$work/tokens\"; mkdir -m 700 \"$work/tokens/token\""
        ),
        softHSM(
            // Fault token-uninitialized: new slot of SoftHSM; fault module
            "token-uninitialized",
            "directories.tokendir = DIRECTORY/tokens\n",
            "mkdir \"$work/tokens\""
        ),
    ]

    static let trustedPlatform: [ModuleFault] = [
        // Fault tpm2-device: no /dev/tpmrm0
        ModuleFault("tpm2-device") { setup, _ in
            setup.arguments = ["--module", tpmPath]
            setup.script = "mount -t tmpfs tmpfs /dev; touch /dev/null; chmod 666 /dev/null"
            return []
        },
        // Fault tpm2-store: TPM2_PKCS11_STORE names a missing directory
        ModuleFault("tpm2-store") { setup, directory in
            setup.arguments = ["--module", tpmPath]
            setup.variables = [
                "TPM2_PKCS11_STORE": directory.path("nothing"), "TPM2_PKCS11_TCTI": "swtpm:host=127.0.0.1,port=9",
            ]
            return []
        },
        // Fault tpm2-fapi: TPM2_PKCS11_BACKEND=fapi with Debian's module, which is built without it
        ModuleFault("tpm2-fapi") { setup, directory in
            setup.arguments = ["--module", tpmPath]
            setup.variables = ["TPM2_PKCS11_BACKEND": "fapi", "TPM2_PKCS11_TCTI": "swtpm:host=127.0.0.1,port=9"]
            return []
        },
    ]
    static let tpmPath = "/usr/lib/x86_64-linux-gnu/libtpm2_pkcs11.so.1"

    static let registration: [ModuleFault] = [
        // Fault p11kit-syntax-kills-all: line without colon, section, wrong `user-config`
        registered("p11kit-syntax-kills-all", "echo 'this is garbage' >/usr/share/p11-kit/modules/garbage.module"),
        registered("p11kit-syntax-kills-all", "printf '[section]\\n' >/etc/pkcs11/pkcs11.conf"),
        registered("p11kit-syntax-kills-all", "echo 'user-config: sometimes' >/etc/pkcs11/pkcs11.conf"),
        registered(
            // Fault p11kit-critical-missing-kills-all: `critical: yes` for a missing module
            "p11kit-critical-missing-kills-all",
            "printf 'module: /nonexistent.so\\ncritical: yes\\n' >/etc/pkcs11/modules/old.module"
        ),
        registered(
            "mod-path-missing",
            severity: "warning",
            "echo 'module: /nonexistent.so' >/etc/pkcs11/modules/old.module"
        ),
        registered(
            // Fault mod-duplicate (a warning): copy of a registered module; p11-kit-proxy.so next to a module in a
            // Firefox profile
            "mod-duplicate",
            severity: "warning",
            """
            cp /usr/lib/softhsm/libsofthsm2.so "$work/copy.so"
            echo "module: $work/copy.so" >/etc/pkcs11/modules/copy.module
            """
        ),
        registered(
            "mod-duplicate",
            severity: "warning",
            ApplicationFaults.profile + """
                printf 'library=/usr/lib/x86_64-linux-gnu/p11-kit-proxy.so\\nname=Proxy\\n\\n' >>"$list"
                printf 'library=\(softHSMPath)\\nname=Token\\n\\n' >>"$list"
                """
        ),
        registered(
            // Fault p11kit-enable-disable-in: `enable-in: jeton`, `--app curl`
            "p11kit-enable-disable-in",
            arguments: ["--app", "curl"],
            "echo 'enable-in: jeton' >>/usr/share/p11-kit/modules/softhsm2.module"
        ),
    ]
}
