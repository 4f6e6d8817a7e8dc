import Foundation
import TestRig

/// Faults of modules, stores, certificates and programs that were found outside of the catalogue.
enum OutsideFaults {
    /// A fault beside a SoftHSM token; `$tokens` is SoftHSM's directory, and DIRECTORY in a variable the fault's own.
    private static func beside(
        _ id: String,
        severity: String = "failure",
        arguments: [String] = [],
        variables: [String: String] = [:],
        _ script: String
    ) -> ModuleFault {
        ModuleFault(id, severity: severity) { setup, directory in
            let softHSM = try await SoftHSM.withToken(label: "lab")
            setup.arguments = ["--module", softHSM.modulePath] + arguments
            setup.variables = variables.mapValues { $0.replacing("DIRECTORY", with: directory.path) }
            setup.variables[SoftHSM.configurationVariable] = softHSM.configurationPath
            let jeton = try BuildProducts.path("jeton")
            setup.script = "tokens=\(softHSM.tokenDirectory)\njeton=\(jeton)\n" + script
            return [softHSM]
        }
    }

    /// The place of a store is covered by one that nothing can be written to.
    static let stores: [OutsideFault] = [
        OutsideFault(
            "4",
            "its file system is full",
            beside(
                "store-damaged",
                severity: "warning",
                """
                cp -a "$tokens" "$work/copy"
                mount -t tmpfs -o size=256k tmpfs "$tokens"
                cp -a "$work/copy/." "$tokens/"
                cat /dev/zero >"$tokens/fill" 2>/dev/null || true
                """
            )
        ),
        OutsideFault(
            "4",
            "its file system is mounted read-only",
            beside(
                "store-damaged",
                severity: "warning",
                "mount --bind \"$tokens\" \"$tokens\"; mount -o remount,bind,ro \"$tokens\""
            )
        ),
        OutsideFault(
            "12",
            "DIRECTORY/data/keystore is refused: it belongs to user 1000",
            beside("keystore-damaged", variables: keystore, makeKeystore + "chown -R 1000 \"$JETON_DATA/keystore\"")
        ),
        OutsideFault(
            "12",
            "DIRECTORY/data/keystore is refused: its mode is 777",
            beside("keystore-damaged", variables: keystore, makeKeystore + "chmod 777 \"$JETON_DATA/keystore\"")
        ),
        OutsideFault(
            "14",
            "DIRECTORY/data: its file system is mounted read-only",
            ModuleFault("store-damaged", severity: "warning") { setup, directory in
                setup.arguments = ["--module", try BuildProducts.path("libjeton-pkcs11.so")]
                setup.variables = ["JETON_DATA": directory.path("data")]
                setup.script = """
                    \(try BuildProducts.path("jeton")) virtual create alpha >/dev/null 2>&1
                    mount --bind "$JETON_DATA" "$JETON_DATA"
                    mount -o remount,bind,ro "$JETON_DATA"
                    """
                return []
            }
        ),
    ]

    private static let keystore = ["JETON_DATA": "DIRECTORY/data", "PASSPHRASE": "correct horse battery"]
    private static let makeKeystore = "\"$jeton\" keystore init --new-passphrase-source env:PASSPHRASE >/dev/null\n"

    static let programs: [OutsideFault] = [
        OutsideFault(
            "9",
            "DIRECTORY/.ssh/config:2",
            beside(
                "mod-path-missing",
                arguments: ["--app", "ssh"],
                """
                mkdir -p -m 700 "$work/.ssh"
                printf 'User anna\\nPKCS11Provider /usr/lib/libsofthsm3.so\\n' >"$work/.ssh/config"
                """
            )
        ),
        OutsideFault(
            "9",
            "DIRECTORY/.ssh/conf.d/token:1",
            beside(
                "mod-path-missing",
                arguments: ["--app", "ssh"],
                """
                mkdir -p -m 700 "$work/.ssh/conf.d"
                echo 'Include conf.d/*' >"$work/.ssh/config"
                echo 'PKCS11Provider /usr/lib/libsofthsm3.so' >"$work/.ssh/conf.d/token"
                """
            )
        ),
        OutsideFault(
            "10",
            "no agent listens at DIRECTORY/agent",
            beside(
                "ssh-agent-foreign",
                arguments: ["--app", "ssh"],
                variables: ["SSH_AUTH_SOCK": "DIRECTORY/agent"],
                "/usr/bin/python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' \"$work/agent\""
            )
        ),
        OutsideFault(
            "13",
            "pairings are looked for in: DIRECTORY/other (by JETON_DATA)",
            ModuleFault("token-secure-channel") { setup, directory in
                let module = try FaultModuleCopy(TokenFaults.unpaired)
                let output = try await ChildProcess.run(
                    [
                        try BuildProducts.path("jeton"), "pair", "--module", module.path, "--password-source",
                        "env:PASSWORD",
                    ],
                    environment: [
                        "PATH": "/usr/bin:/bin", "JETON_DATA": directory.path("data"), "PASSWORD": "ABCDEFGH",
                    ]
                )
                guard output.exitStatus == 0 else { throw TestRigError("pair: \(output.text) \(output.errorText)") }
                setup.arguments = ["--module", module.path]
                setup.variables = ["JETON_DATA": directory.path("other")]
                return [module]
            }
        ),
        OutsideFault(
            "16",
            "/missing/program",
            ModuleFaults.registered(
                "p11kit-critical-missing-kills-all",
                "printf 'remote: |/missing/program\\ncritical: yes\\n' >/etc/pkcs11/modules/remote.module"
            )
        ),
        OutsideFault(
            "16",
            "/missing/program",
            ModuleFaults.registered(
                "p11kit-critical-missing-kills-all",
                arguments: ["--app", "curl"],
                "printf 'remote: |/missing/program\\ncritical: yes\\n' >/etc/pkcs11/modules/remote.module"
            )
        ),
    ]

    static let certificates: [OutsideFault] = [
        OutsideFault(
            "15",
            "is not valid yet",
            ObjectFaults.fault(
                "obj-cert-expired",
                """
                key anna; certificate anna 90
                openssl req -new -key anna.pem -subj /CN=anna -out anna.csr
                openssl x509 -in anna.crt -inform DER -out anna.crt.pem
                touch index
                printf '[ca]\\ndefault_ca = a\\n[a]\\ndatabase = index\\ndefault_md = sha256\\npolicy = p\\n' >ca.cnf
                printf 'rand_serial = yes\\n[p]\\ncommonName = supplied\\n' >>ca.cnf
                openssl ca -batch -config ca.cnf -selfsign -keyfile anna.pem -cert anna.crt.pem -in anna.csr -notext \
                    -startdate 20900101000000Z -enddate 20990101000000Z -outdir . -out later.pem 2>/dev/null
                openssl x509 -in later.pem -outform DER -out later.crt
                \(ObjectFaults.pair); load cert later.crt 01 anna ''
                """
            )
        ),
        OutsideFault(
            "18",
            "has expired",
            ObjectFaults.fault(
                "obj-cert-expired",
                """
                key anna; certificate anna -1 '-addext basicConstraints=critical,CA:TRUE'
                openssl x509 -in anna.crt -inform DER -noout -text | grep -q CA:TRUE
                \(ObjectFaults.pair); load cert anna.crt 01 anna ''
                """
            )
        ),
        OutsideFault("22", "newest: ", clock),
    ]

    /// A clock that is ten years ahead, and a certificate that is valid.
    private static let clock = ModuleFault("env-clock-skew") { setup, directory in
        let certificate = ObjectFaults.fault(
            "env-clock-skew",
            "key anna; certificate anna 365; \(ObjectFaults.pair); load cert anna.crt 01 anna ''"
        )
        let kept = try await certificate.make(&setup, directory)
        let source = """
            #define _GNU_SOURCE
            #include <sys/syscall.h>
            #include <time.h>
            #include <unistd.h>
            #define AHEAD (10 * 366 * 86400L)
            int clock_gettime(clockid_t clock, struct timespec *value) {
                int result = syscall(SYS_clock_gettime, clock, value);
                if (result == 0 && clock == CLOCK_REALTIME) value->tv_sec += AHEAD;
                return result;
            }
            time_t time(time_t *place) {
                struct timespec value;
                clock_gettime(CLOCK_REALTIME, &value);
                if (place) *place = value.tv_sec;
                return value.tv_sec;
            }

            """
        let library = directory.path("libclock.so")
        let file = try directory.write(source, to: "clock.c")
        let output = try await ChildProcess.run(["gcc", "-shared", "-fPIC", "-o", library, file])
        guard output.exitStatus == 0 else { throw TestRigError("gcc: \(output.errorText)") }
        setup.variables["LD_PRELOAD"] = library
        return kept
    }
}
