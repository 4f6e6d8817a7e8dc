import TestRig
import Testing

/// Two faults of different layers at once.
struct FaultPair: Sendable, CustomTestStringConvertible {
    /// The one in the lower layer, which must be named first.
    let deeper: String
    /// The other one, which must still be reported as a failure.
    let other: String
    let setup: Laboratory.Setup

    private init(_ deeper: String, _ other: String, _ change: (inout Laboratory.Setup) -> Void) {
        self.deeper = deeper
        self.other = other
        var setup = Laboratory.Setup()
        change(&setup)
        self.setup = setup
    }

    var testDescription: String { "\(deeper) and \(other)" }

    private static let softHSM = ["--module", "/usr/lib/softhsm/libsofthsm2.so"]
    private static let wrongConfiguration = ["SOFTHSM2_CONF": "/nonexistent/softhsm2.conf"]
    private static let engine = ["PKCS11_MODULE_PATH": "/nonexistent.so"]

    static let all: [FaultPair] = [
        FaultPair("usb-not-authorized", "mod-path-missing") {
            $0.devices = [.yubiKey.with { $0.isAuthorized = false }]
            $0.arguments = ["--module", "/nonexistent/module.so"]
        },
        FaultPair("usb-captured-by-vm", "softhsm-conf-wrong") {
            $0.devices = [.yubiKey.with { $0.driver = "usbip-host" }]
            $0.arguments = softHSM
            $0.variables = wrongConfiguration
        },
        FaultPair("usb-not-authorized", "ossl-engine-no-module") {
            $0.devices = [.yubiKey.with { $0.isAuthorized = false }]
            $0.arguments = ["--app", "openssl"]
            $0.variables = engine
        },
        FaultPair("driver-libccid-missing", "softhsm-conf-wrong") {
            $0.devices = [.yubiKey]
            $0.before = "mount -t tmpfs tmpfs /usr/lib/pcsc/drivers"
            $0.arguments = softHSM
            $0.variables = wrongConfiguration
        },
        FaultPair("driver-reader-not-in-plist", "ssh-agent-foreign") {
            $0.devices = [
                .yubiKey.with {
                    ($0.vendor, $0.product) = ("dead", "beef")
                    ($0.manufacturer, $0.name) = ("Nobody", "Reader of tomorrow")
                }
            ]
            $0.arguments = ["--app", "ssh"]
            $0.variables = ["SSH_AUTH_SOCK": "/run/user/0/keyring/ssh"]
        },
        FaultPair("pcscd-not-running", "mod-path-missing") {
            $0.devices = [.yubiKey]
            $0.runsService = false
            $0.arguments = ["--module", "/nonexistent/module.so"]
        },
        FaultPair("pcscd-socket-stale", "ossl-engine-missing") {
            $0.after = "kill -KILL $(tr -d '\\0' </run/pcscd/pcscd.pid)"
            $0.arguments = ["--app", "openssl"]
            $0.variables = ["OPENSSL_ENGINES": "/nonexistent"]
        },
        FaultPair("pcscd-hung", "softhsm-conf-wrong") {
            $0.devices = [.yubiKey]
            $0.after = "kill -STOP $(tr -d '\\0' </run/pcscd/pcscd.pid)"
            $0.arguments = softHSM
            $0.variables = wrongConfiguration
        },
        FaultPair("card-absent", "softhsm-conf-wrong") {
            $0.readers = [PrivatePCSCD.Reader("Virtual PCD")]
            $0.arguments = softHSM
            $0.variables = wrongConfiguration
        },
        FaultPair("card-absent", "mod-not-elf") {
            $0.readers = [PrivatePCSCD.Reader("Virtual PCD")]
            $0.before = "echo '<html>404</html>' >\"$work/module.so\"; cp \"$work/module.so\" /run/module.so"
            $0.arguments = ["--module", "/run/module.so"]
        },
        FaultPair("card-absent", "ossl-provider-missing") {
            $0.readers = [PrivatePCSCD.Reader("Virtual PCD")]
            $0.before = """
                cat >/run/openssl.cnf <<END
                openssl_conf = main
                [main]
                providers = providers
                [providers]
                default = default_section
                pkcs11 = pkcs11_section
                [default_section]
                activate = 1
                [pkcs11_section]
                module = /usr/lib/x86_64-linux-gnu/ossl-modules/pkcs11.so
                activate = 1
                END
                """
            $0.arguments = ["--app", "openssl"]
            $0.variables = ["OPENSSL_CONF": "/run/openssl.cnf"]
        },
        FaultPair("softhsm-conf-wrong", "ossl-engine-no-module") {
            $0.arguments = softHSM + ["--app", "openssl"]
            $0.variables = wrongConfiguration.merging(engine) { $1 }
        },
        FaultPair("mod-path-missing", "ssh-agent-foreign") {
            $0.arguments = ["--module", "/nonexistent/module.so", "--app", "ssh"]
            $0.variables = ["SSH_AUTH_SOCK": "/run/user/0/keyring/ssh"]
        },
    ]
}
