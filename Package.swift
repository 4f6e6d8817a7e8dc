// swift-tools-version: 6.2
import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let swiftASN1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")

// Full RELRO: what the linker fills in, functions of other libraries above all, is read-only before a program begins.
let readOnlyAfterStart = LinkerSetting.unsafeFlags([
    "-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now",
])

/// Where scripts/install puts links to the system's libcrypto and libssl.
///
/// A path of this older kind comes before LD_LIBRARY_PATH, so that jeton starts, and explains, where that leads to other libraries.
let ownLibrariesFirst = LinkerSetting.unsafeFlags([
    "-Xlinker", "--disable-new-dtags", "-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../lib/jeton",
])

/// Without file names: the headers' macros put the path of the tree into the programs.
let openSSLHeaders: [CSetting] = [.define("OPENSSL_NO_DEPRECATED"), .define("OPENSSL_NO_FILENAMES")]

let package = Package(
    name: "jeton",
    products: [
        .library(name: "Jeton", targets: ["Jeton"]),
        .library(name: "JetonTesting", targets: ["JetonTesting"]),
        .library(name: "JetonOctets", targets: ["JetonOctets"]),
        .library(name: "UserFiles", targets: ["UserFiles"]),
        .library(name: "JetonFiles", targets: ["JetonFiles"]),
        .library(name: "JetonASN1", targets: ["JetonASN1"]),
        .library(name: "JetonXML", targets: ["JetonXML"]),
        .library(name: "JetonPDF", targets: ["JetonPDF"]),
        .library(name: "JetonNetwork", targets: ["JetonNetwork"]),
        .library(name: "TransportPolicy", targets: ["TransportPolicy"]),
        .library(name: "EnrollmentDesk", targets: ["EnrollmentDesk"]),
        .library(name: "JetonEnrollment", targets: ["JetonEnrollment"]),
        .library(name: "JetonJobs", targets: ["JetonJobs"]),
        .library(name: "JobDesk", targets: ["JobDesk"]),
        .library(name: "JetonKeystore", targets: ["JetonKeystore", "JetonKeystoreBase"]),
        .library(name: "JetonEntitlements", targets: ["JetonEntitlements", "JetonKeystoreBase"]),
        .library(name: "AgeFiles", targets: ["AgeFiles", "JetonKeystoreBase"]),
        .library(name: "KeystoreSync", targets: ["KeystoreSync", "AgeFiles", "JetonKeystore", "JetonKeystoreBase"]),
        .library(name: "SecItemCompat", targets: ["SecItemCompat"]),
        .library(name: "PKCS11Names", targets: ["PKCS11Names"]),
        .library(name: "Cryptoki", targets: ["Cryptoki"]),
        .library(name: "TokenKit", targets: ["TokenKit"]),
        .library(name: "jeton-pkcs11", type: .dynamic, targets: ["JetonModule"]),
        .library(name: "FaultModule", type: .dynamic, targets: ["FaultModule"]),
        .library(name: "SmartCard", targets: ["SmartCard"]),
        .library(name: "JetonPCSC", targets: ["JetonPCSC"]),
        .library(name: "JetonLibcrypto", targets: ["JetonLibcrypto"]),
        .library(name: "SecureChannel", targets: ["SecureChannel"]),
        .library(name: "VirtualCard", targets: ["VirtualCard"]),
        .library(name: "PIVCard", targets: ["PIVCard"]),
        .library(name: "JetonX509", targets: ["JetonX509"]),
        .library(name: "JetonCMS", targets: ["JetonCMS"]),
        .library(name: "EvidenceFetching", targets: ["EvidenceFetching"]),
        .library(name: "JetonValidation", targets: ["JetonValidation"]),
        .library(name: "SignatureLevels", targets: ["SignatureLevels"]),
        .library(name: "CAdES", targets: ["CAdES"]),
        .library(name: "PAdES", targets: ["PAdES"]),
        .library(name: "XMLSignature", targets: ["XMLSignature"]),
        .library(name: "XAdES", targets: ["XAdES"]),
        .library(name: "ASiC", targets: ["ASiC"]),
        .library(name: "TrustLists", targets: ["TrustLists"]),
        .library(name: "VerificationDesk", targets: ["VerificationDesk"]),
        .library(name: "SigningDesk", targets: ["SigningDesk"]),
        .library(name: "JetonDiagnostics", targets: ["JetonDiagnostics"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        // The arrows of docs/architecture.md; scripts/check-imports holds every file to them.
        .target(name: "CCryptoki"),
        .target(name: "CJetonHost"),
        .target(name: "CJetonSystem"),
        .target(
            name: "CJetonLibcrypto",
            cSettings: openSSLHeaders,
            linkerSettings: [.linkedLibrary("crypto")]
        ),
        .target(name: "CJetonZlib", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "JetonZlib", dependencies: ["CJetonZlib"]),
        .target(name: "CJetonPCSC", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "JetonOctets"),
        .target(name: "UserFiles"),
        .target(name: "JetonThreads"),
        .target(name: "JetonASN1", dependencies: ["JetonOctets"]),
        .target(name: "JetonFiles", dependencies: ["CJetonSystem", "JetonASN1", "JetonOctets"]),
        .target(name: "JetonJSON", dependencies: ["JetonASN1", "JetonOctets"]),
        .target(name: "JetonPrograms", dependencies: ["CJetonSystem", "JetonOctets"]),
        .target(name: "JetonXML"),
        .target(name: "SSHWire", dependencies: ["JetonOctets"]),
        .target(name: "PeerIdentity", dependencies: ["CJetonSystem", "JetonOctets"]),
        .target(
            name: "AgentCore",
            dependencies: [
                "JetonASN1", "JetonFiles", "JetonJobs", "JetonJSON", "JetonOctets", "JetonThreads", "JetonX509",
                "PeerIdentity", "SSHWire", "TokenHost", "TokenKit",
            ]
        ),
        .executableTarget(
            name: "jeton-agent",
            dependencies: [
                "AgentCore", "CJetonSystem", "JetonFiles", "JetonKeystore", "JetonThreads", "PairingDesk",
                "PeerIdentity", "TokenHost",
                "TokenKit", "UserFiles",
            ],
            // As for jeton.
            linkerSettings: [
                .unsafeFlags(["-Xlinker", "--no-export-dynamic"]), readOnlyAfterStart, ownLibrariesFirst,
            ]
        ),
        .target(name: "JetonPropertyLists", dependencies: ["JetonASN1", "JetonJSON", "JetonOctets"]),
        .target(name: "CJetonTurboJPEG", linkerSettings: [.linkedLibrary("dl")]),
        .target(
            name: "CJetonTLS",
            cSettings: openSSLHeaders,
            linkerSettings: [.linkedLibrary("crypto"), .linkedLibrary("dl")]
        ),
        .target(name: "PKCS11Names"),
        .target(name: "Cryptoki", dependencies: ["CCryptoki", "JetonOctets", "PKCS11Names"]),
        .target(name: "JetonPIV", dependencies: ["JetonASN1", "JetonLibcrypto"]),
        .target(name: "SmartCard", dependencies: ["JetonOctets"]),
        .target(name: "JetonLibcrypto", dependencies: ["CJetonLibcrypto", "JetonASN1", "JetonOctets"]),
        .target(name: "SecureChannel", dependencies: ["JetonLibcrypto", "JetonOctets", "SmartCard"]),
        .target(
            name: "VirtualCard",
            dependencies: ["JetonASN1", "JetonLibcrypto", "JetonOctets", "JetonPIV", "SecureChannel", "SmartCard"]
        ),
        .target(
            name: "PIVCard",
            dependencies: ["JetonLibcrypto", "JetonOctets", "JetonPIV", "JetonZlib", "SmartCard"]
        ),
        .target(name: "JetonPCSC", dependencies: ["CJetonPCSC", "JetonOctets", "JetonThreads", "SmartCard"]),
        .target(
            name: "TokenEngine",
            dependencies: [
                "JetonASN1", "JetonEntitlements", "JetonKeystore", "JetonKeystoreBase", "JetonLibcrypto", "JetonOctets",
                "JetonPCSC", "JetonPIV", "PIVCard", "PKCS11Names", "SecureChannel", "SmartCard", "VirtualCard",
            ]
        ),
        // The PKCS #11 provider, libjeton-pkcs11.so: loaded by programs of others, so it brings its own Swift run-time,
        // exports what PKCS #11 names and nothing else, and is never unloaded (the run-time can't be).
        .target(
            name: "JetonModule",
            dependencies: ["CCryptoki", "JetonOctets", "TokenEngine", "UserFiles"],
            exclude: ["exports.map"],
            linkerSettings: [
                // CJetonZlib opens it late; a module must not find out then that it is missing.
                .linkedLibrary("z"),
                .unsafeFlags([
                    "-static-stdlib",
                    "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/Provider/JetonModule/exports.map",
                    "-Xlinker", "-z", "-Xlinker", "nodelete",
                    // Otherwise the version script names the library by the path where it was linked.
                    "-Xlinker", "-soname=libjeton-pkcs11.so",
                    "-Xlinker", "--gc-sections",
                ]),
                readOnlyAfterStart,
            ]
        ),
        .target(name: "JetonX509", dependencies: ["JetonASN1", "JetonLibcrypto", "JetonOctets"]),
        .target(name: "EvidenceFetching", dependencies: ["JetonOctets"]),
        .target(name: "JetonCMS", dependencies: ["JetonASN1", "JetonLibcrypto", "JetonOctets", "JetonX509"]),
        .target(
            name: "JetonPDF",
            dependencies: [
                "CJetonTurboJPEG", "JetonASN1", "JetonCMS", "JetonFiles", "JetonLibcrypto", "JetonOctets", "JetonX509",
                "JetonZlib",
            ]
        ),
        .target(
            name: "JetonValidation",
            dependencies: [
                "EvidenceFetching", "JetonASN1", "JetonCMS", "JetonFiles", "JetonLibcrypto", "JetonOctets", "JetonX509",
            ]
        ),
        .target(
            name: "SignatureLevels",
            dependencies: ["JetonASN1", "JetonCMS", "JetonOctets", "JetonValidation", "JetonX509"]
        ),
        .target(
            name: "PAdES",
            dependencies: [
                "CAdES", "JetonASN1", "JetonCMS", "JetonPDF", "JetonValidation", "JetonX509", "SignatureLevels",
            ]
        ),
        .target(
            name: "CAdES",
            dependencies: ["JetonASN1", "JetonCMS", "JetonOctets", "JetonValidation", "JetonX509", "SignatureLevels"]
        ),
        .target(
            name: "XMLSignature",
            dependencies: [
                "JetonASN1", "JetonCMS", "JetonLibcrypto", "JetonOctets", "JetonThreads", "JetonX509", "JetonXML",
            ]
        ),
        .target(
            name: "XAdES",
            dependencies: [
                "JetonASN1", "JetonCMS", "JetonLibcrypto", "JetonValidation", "JetonX509", "JetonXML",
                "SignatureLevels", "XMLSignature",
            ]
        ),
        .target(
            name: "TrustLists",
            dependencies: [
                "EvidenceFetching", "JetonASN1", "JetonCMS", "JetonOctets", "JetonValidation", "JetonX509",
                "XMLSignature",
            ]
        ),
        .target(
            name: "ASiC",
            dependencies: [
                "CAdES", "JetonASN1", "JetonCMS", "JetonFiles", "JetonLibcrypto", "JetonOctets", "JetonValidation",
                "JetonX509", "JetonZlib", "SignatureLevels", "XAdES", "XMLSignature",
            ]
        ),
        .target(
            name: "VerificationDesk",
            dependencies: [
                "ASiC", "CAdES", "EvidenceFetching", "JetonASN1", "JetonCMS", "JetonFiles", "JetonOctets", "JetonPDF",
                "JetonValidation", "JetonX509", "PAdES", "SignatureLevels", "TrustLists", "XAdES", "XMLSignature",
            ]
        ),
        .target(
            name: "JetonNetwork",
            dependencies: [
                "CJetonTLS", "EvidenceFetching", "JetonASN1", "JetonJSON", "JetonLibcrypto", "JetonOctets", "JetonX509",
            ]
        ),
        .target(
            name: "TransportPolicy",
            dependencies: ["JetonASN1", "JetonNetwork", "JetonOctets", "JetonPropertyLists", "JetonX509"]
        ),
        .target(
            name: "JetonEnrollment",
            dependencies: [
                "JetonASN1", "JetonCMS", "JetonFiles", "JetonJSON", "JetonLibcrypto", "JetonNetwork", "JetonOctets",
                "JetonX509",
            ]
        ),
        .target(
            name: "JetonRelay",
            dependencies: ["JetonFiles", "JetonLibcrypto", "JetonNetwork", "JetonOctets", "JetonThreads"]
        ),
        .target(
            name: "JetonJobs",
            dependencies: [
                "JetonASN1", "JetonCMS", "JetonFiles", "JetonJSON", "JetonLibcrypto", "JetonOctets", "JetonX509",
                "JetonXML",
            ]
        ),
        .target(
            name: "JetonKeystoreBase",
            dependencies: ["JetonASN1", "JetonFiles", "JetonLibcrypto", "JetonOctets"]
        ),
        .target(
            name: "JetonKeystore",
            dependencies: [
                "CJetonSystem", "JetonFiles", "JetonKeystoreBase", "JetonLibcrypto", "JetonOctets", "JetonPrograms",
                "UserFiles",
            ]
        ),
        .target(
            name: "JetonEntitlements",
            dependencies: [
                "CJetonSystem", "JetonASN1", "JetonFiles", "JetonJSON", "JetonKeystoreBase", "JetonOctets",
                "JetonPropertyLists",
            ]
        ),
        .target(name: "AgeFiles", dependencies: ["JetonASN1", "JetonKeystoreBase", "JetonLibcrypto", "JetonOctets"]),
        .target(
            name: "KeystoreSync",
            dependencies: [
                "AgeFiles", "JetonASN1", "JetonFiles", "JetonJSON", "JetonKeystore", "JetonKeystoreBase", "JetonOctets",
                "JetonXML",
            ]
        ),
        .target(name: "SecItemCompat", dependencies: ["JetonKeystore", "JetonKeystoreBase", "JetonOctets"]),
        .target(
            name: "TokenKit",
            dependencies: [
                "CJetonHost", "Cryptoki", "JetonASN1", "JetonFiles", "JetonLibcrypto", "JetonOctets", "JetonPCSC",
                "JetonPrograms", "JetonX509", "SecureChannel",
            ]
        ),
        .target(
            name: "TokenHost",
            dependencies: [
                "CJetonHost", "Cryptoki", "JetonOctets", "JetonPrograms", "JetonThreads", "JetonX509", "TokenKit",
            ]
        ),
        .target(
            name: "SigningDesk",
            dependencies: [
                "ASiC", "CAdES", "Cryptoki", "EvidenceFetching", "JetonASN1", "JetonCMS", "JetonFiles", "JetonJSON",
                "JetonOctets", "JetonPDF", "JetonThreads", "JetonValidation", "JetonX509", "PAdES", "SignatureLevels",
                "TokenKit", "VerificationDesk", "XAdES", "XMLSignature",
            ]
        ),
        .target(
            name: "EnrollmentDesk",
            dependencies: [
                "Cryptoki", "JetonASN1", "JetonEnrollment", "JetonLibcrypto", "JetonNetwork", "JetonOctets",
                "JetonPrograms", "JetonX509", "SigningDesk", "TokenKit",
            ]
        ),
        .target(
            name: "PairingDesk",
            dependencies: [
                "Cryptoki", "JetonKeystore", "JetonKeystoreBase", "JetonOctets", "SecureChannel", "TokenKit",
            ]
        ),
        // The front door of the library: what a program needs to sign, by one import.
        .target(
            name: "Jeton",
            dependencies: [
                "Cryptoki", "JetonASN1", "JetonLibcrypto", "JetonOctets", "JetonThreads", "JetonX509", "PairingDesk",
                "SigningDesk", "TokenKit", "UserFiles",
            ]
        ),
        // Cards in software for the tests of programs; the front door does not know of it.
        .target(
            name: "JetonTesting",
            dependencies: ["Cryptoki", "Jeton", "JetonOctets", "JetonThreads", "JetonX509", "VirtualCard"]
        ),
        .target(
            name: "JobDesk",
            dependencies: [
                "Cryptoki", "EnrollmentDesk", "JetonASN1", "JetonEnrollment", "JetonFiles", "JetonJobs", "JetonJSON",
                "JetonNetwork", "JetonOctets", "JetonPDF", "JetonRelay", "JetonValidation", "JetonX509",
                "SignatureLevels", "SigningDesk", "TokenKit", "VerificationDesk", "XAdES", "XMLSignature",
            ]
        ),
        .target(
            name: "JetonDiagnostics",
            dependencies: [
                "Cryptoki", "JetonASN1", "JetonEntitlements", "JetonKeystore", "JetonKeystoreBase", "JetonOctets",
                "JetonPCSC", "JetonPIV", "JetonPrograms", "JetonX509", "SmartCard", "TokenKit",
            ]
        ),
        .target(
            name: "JetonCLI",
            dependencies: [
                "AgeFiles", "AgentCore", "ASiC", "CAdES", "CJetonSystem", "Cryptoki", "EnrollmentDesk",
                "EvidenceFetching",
                "JetonASN1",
                "JetonCMS", "JetonDiagnostics", "JetonEnrollment", "JetonEntitlements", "JetonFiles", "JetonJobs",
                "JetonJSON",
                "JetonKeystore", "JetonKeystoreBase", "JetonLibcrypto", "JetonNetwork", "JetonOctets", "JetonPCSC",
                "JetonPDF", "JetonPIV", "JetonPrograms", "JetonPropertyLists", "JetonRelay", "JetonThreads",
                "JetonValidation", "JetonX509", "JetonXML", "JetonZlib", "JobDesk", "KeystoreSync", "PAdES",
                "PairingDesk",
                "PIVCard",
                "SecureChannel", "SignatureLevels", "SigningDesk", "SmartCard", "SSHWire", "TokenKit",
                "TransportPolicy",
                "TrustLists", "UserFiles", "VerificationDesk", "VirtualCard", "XAdES", "XMLSignature", argumentParser,
            ]
        ),
        .executableTarget(
            name: "jeton",
            dependencies: ["JetonCLI"],
            // With -static-stdlib Swift exports every symbol: half a millisecond at each start, and a module's own
            // functions could be taken from us instead.
            linkerSettings: [
                .unsafeFlags(["-Xlinker", "--no-export-dynamic"]), readOnlyAfterStart, ownLibrariesFirst,
            ]
        ),

        // What Examples/Package.swift builds from outside; here, so that they go on to compile.
        .executableTarget(name: "list-tokens", dependencies: ["Cryptoki"], path: "Examples/ListTokens"),
        .executableTarget(name: "ten-programs", dependencies: ["Jeton"], path: "Examples/TenPrograms"),
        .executableTarget(name: "first-signature", dependencies: ["Jeton"], path: "Examples/FirstSignature"),
        .executableTarget(
            name: "sign-file",
            dependencies: ["JetonASN1", "JetonX509", "SigningDesk", "TokenKit", "UserFiles"],
            path: "Examples/SignFile"
        ),
        .executableTarget(
            name: "verify-directory",
            dependencies: ["JetonCMS", "JetonFiles", "VerificationDesk"],
            path: "Examples/VerifyDirectory"
        ),
        .executableTarget(
            name: "sign-pdf",
            dependencies: [
                "CAdES", "JetonCMS", "JetonFiles", "JetonNetwork", "JetonValidation", "JetonX509", "SigningDesk",
                "TokenKit", "UserFiles", "VerificationDesk",
            ],
            path: "Examples/SignPDF"
        ),
        .executableTarget(
            name: "add-check",
            dependencies: ["JetonDiagnostics", "TokenKit"],
            path: "Examples/AddCheck"
        ),
        .executableTarget(
            name: "record-card",
            dependencies: ["JetonOctets", "PIVCard", "SmartCard", "VirtualCard"],
            path: "Examples/RecordCard"
        ),
        .executableTarget(
            name: "keep-secret",
            dependencies: ["JetonKeystore", "JetonKeystoreBase", "JetonOctets", "SecItemCompat"],
            path: "Examples/KeepSecret"
        ),

        // Measurements; Benchmarks/run drives them.
        .target(
            name: "RawCalls",
            path: "Benchmarks/RawCalls",
            cSettings: [.headerSearchPath("../../Sources/PKCS11/CCryptoki/include")]
        ),
        .executableTarget(
            name: "provider-benchmark",
            path: "Benchmarks/ProviderCalls",
            cSettings: [.headerSearchPath("../../Sources/PKCS11/CCryptoki/include")],
            linkerSettings: [.linkedLibrary("dl"), .linkedLibrary("pthread")]
        ),
        .executableTarget(
            name: "front-door-benchmark",
            dependencies: ["Cryptoki", "Jeton", "JetonThreads", "RawCalls"],
            path: "Benchmarks/FrontDoor"
        ),
        .executableTarget(
            name: "benchmarks",
            dependencies: ["BenchmarkSupport", "Cryptoki", "JetonOctets", "RawCalls"],
            path: "Benchmarks/Runner"
        ),
        .executableTarget(
            name: "channel-benchmark",
            dependencies: ["JetonOctets", "PIVCard", "SecureChannel", "SmartCard", "VirtualCard"],
            path: "Benchmarks/Channel"
        ),
        .executableTarget(
            name: "handshake-benchmark",
            dependencies: ["BenchmarkSupport", "Cryptoki", "JetonNetwork", "JetonOctets", "JetonX509", "TokenKit"],
            path: "Benchmarks/Handshakes",
            // As for jeton: what is exported can't be left out.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--no-export-dynamic"]), readOnlyAfterStart]
        ),
        .target(name: "BenchmarkSupport", path: "Benchmarks/Support"),
        .target(
            name: "RawStores",
            dependencies: ["CJetonLibcrypto"],
            path: "Benchmarks/RawStores",
            linkerSettings: [.linkedLibrary("dl")]
        ),
        .executableTarget(
            name: "keystore-benchmarks",
            dependencies: [
                "AgeFiles", "BenchmarkSupport", "JetonKeystore", "JetonKeystoreBase", "JetonOctets", "KeystoreSync",
                "RawStores",
            ],
            path: "Benchmarks/KeystoreRunner"
        ),

        // A PKCS #11 module that misbehaves on request; tests load it, nothing links it.
        .target(
            name: "FaultModule",
            path: "Tests/Doubles/FaultModule",
            exclude: ["README.md"],
            publicHeadersPath: ".",
            cSettings: [.headerSearchPath("../../../Sources/PKCS11/CCryptoki/include")]
        ),
        // What tests share: real components in places of their own.
        .target(
            name: "TestRig",
            path: "Tests/TestRig",
            exclude: [
                "corrupt-write.c", "enrollment-server.py", "data-box.py", "evidence-server.py", "failing-storage.c",
                "pinpad-pcsc.c", "portal.py",
            ]
        ),
        // Certificates, keys and paths that tests make, by openssl and octet by octet.
        .target(
            name: "CertificateRig",
            dependencies: ["JetonASN1", "JetonCMS", "JetonOctets", "JetonX509", crypto, cryptoExtras],
            path: "Tests/CertificateRig"
        ),
        // An authority, its timestamps and its revocation lists.
        .target(
            name: "EvidenceRig",
            dependencies: [
                "CAdES", "CertificateRig", "EvidenceFetching", "JetonASN1", "JetonCMS", "JetonOctets",
                "JetonValidation", "JetonX509", "SignatureLevels",
            ],
            path: "Tests/EvidenceRig"
        ),
        // Programs that tests run: what must not happen in the test process itself.
        .executableTarget(name: "loader-probe", dependencies: ["CCryptoki"], path: "Tests/Programs/LoaderProbe"),
        .executableTarget(
            name: "keystore-worker",
            dependencies: ["AgeFiles", "JetonKeystore", "JetonKeystoreBase", "JetonOctets", "KeystoreSync"],
            path: "Tests/Programs/KeystoreWorker"
        ),
        // Programs of a developer, as the entitlement tests sign and run them.
        .executableTarget(
            name: "keystore-demo",
            dependencies: ["JetonEntitlements", "JetonKeystore", "JetonKeystoreBase", "JetonOctets"],
            path: "Tests/Programs/KeystoreDemo"
        ),
        .executableTarget(
            name: "pcsc-probe",
            dependencies: ["JetonOctets", "JetonPCSC", "SmartCard"],
            path: "Tests/Programs/PCSCProbe"
        ),

        .testTarget(name: "ASN1Tests", dependencies: ["JetonASN1", "JetonOctets", swiftASN1]),
        .testTarget(name: "CCryptokiTests", dependencies: ["CCryptoki", "loader-probe", "TestRig"]),
        // Programs that nobody here wrote, on the provider.
        .testTarget(name: "ClientTests", dependencies: ["jeton", "jeton-agent", "TestRig"]),
        .testTarget(name: "CryptokiTests", dependencies: ["Cryptoki", "JetonOctets", "TestRig"]),
        .testTarget(
            name: "DiagnosticsTests",
            dependencies: [
                "Cryptoki", "JetonDiagnostics", "JetonKeystore", "JetonKeystoreBase", "JetonOctets", "JetonPCSC",
                "SmartCard", "TestRig", "TokenKit",
            ]
        ),
        // The fault laboratory: faults made for real, and what the doctor says of them.
        .testTarget(
            name: "DoctorLabCardsTests",
            dependencies: [
                "FaultModule", "jeton", "JetonOctets", "pcsc-probe", "TestRig", "virtual-card-tool", "VirtualCard",
            ]
        ),
        .testTarget(name: "DoctorLabModulesTests", dependencies: ["FaultModule", "jeton", "jeton-agent", "TestRig"]),
        .testTarget(
            name: "EnrollmentTests",
            dependencies: [
                "CertificateRig", "JetonASN1", "JetonEnrollment", "JetonFiles", "JetonKeystoreBase", "JetonNetwork",
                "JetonOctets", "JetonX509", "TestRig",
            ]
        ),
        .testTarget(
            name: "JobsTests",
            dependencies: [
                "CertificateRig", "EnrollmentDesk", "JetonASN1", "JetonCMS", "JetonEnrollment", "JetonJobs",
                "JetonKeystoreBase", "JetonNetwork", "JetonOctets", "JetonRelay", "JetonValidation", "JetonX509",
                "JobDesk", "SigningDesk", "TestRig", "TokenKit",
            ]
        ),
        .testTarget(
            name: "EntitlementsTests",
            dependencies: ["JetonEntitlements", "JetonKeystoreBase", "JetonOctets", "TestRig"]
        ),
        .testTarget(name: "AgeFilesTests", dependencies: ["AgeFiles", "JetonKeystoreBase", "JetonOctets", "TestRig"]),
        .testTarget(
            name: "KeystoreSyncTests",
            dependencies: [
                "AgeFiles", "JetonASN1", "JetonKeystore", "JetonKeystoreBase", "JetonOctets", "KeystoreSync", "TestRig",
                crypto,
            ]
        ),
        // Loads modules of others, which the sanitizers must not watch.
        .testTarget(name: "ModuleTests", dependencies: ["Cryptoki", "JetonOctets", "TestRig"]),
        .testTarget(
            name: "PDFTests",
            dependencies: ["JetonASN1", "JetonCMS", "JetonPDF", "JetonX509", "TestRig", crypto]
        ),
        .testTarget(
            name: "NetworkTests",
            dependencies: [
                "Cryptoki", "EvidenceFetching", "JetonNetwork", "JetonOctets", "JetonValidation", "JetonX509",
                "TestRig", "TokenKit",
            ],
            exclude: ["ntlm-server.py"]
        ),
        .testTarget(
            name: "RelayTests",
            dependencies: ["JetonNetwork", "JetonOctets", "JetonRelay", "JetonX509", "TestRig"],
            exclude: ["relay-target.py"]
        ),
        .testTarget(
            name: "TransportPolicyTests",
            dependencies: [
                "JetonASN1", "JetonNetwork", "JetonOctets", "JetonPropertyLists", "JetonX509", "TestRig",
                "TransportPolicy",
            ]
        ),
        // munmap(2) that looks at what is given back, for the program that links it.
        .target(name: "UnmapWatch", path: "Tests/Doubles/UnmapWatch", publicHeadersPath: "."),
        .executableTarget(
            name: "secret-probe",
            dependencies: ["JetonOctets", "UnmapWatch"],
            path: "Tests/Programs/SecretProbe"
        ),
        .testTarget(name: "JetonJSONTests", dependencies: ["JetonJSON", "JetonOctets"]),
        .testTarget(name: "JetonProgramsTests", dependencies: ["JetonOctets", "JetonPrograms"]),
        .testTarget(name: "OctetsTests", dependencies: ["JetonOctets", "secret-probe", "TestRig"]),
        .testTarget(name: "JetonFilesTests", dependencies: ["JetonFiles"]),
        .testTarget(name: "PKCS11NamesTests", dependencies: ["PKCS11Names"]),
        // The words and tables of the program, without running it.
        .testTarget(name: "JetonCLITests", dependencies: ["JetonCLI", argumentParser]),
        .testTarget(
            name: "KeystoreTests",
            dependencies: [
                "JetonFiles", "JetonKeystore", "JetonKeystoreBase", "JetonOctets", "keystore-worker", "SecItemCompat",
                "TestRig",
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "PCSCTests",
            dependencies: ["JetonOctets", "JetonPCSC", "pcsc-probe", "SmartCard", "TestRig"],
            exclude: ["fake-pcsc.c"]
        ),
        .testTarget(
            name: "CMSTests",
            dependencies: ["CertificateRig", "JetonASN1", "JetonCMS", "JetonOctets", "JetonX509", swiftASN1]
        ),
        .testTarget(
            name: "SigningDeskTests",
            dependencies: [
                "CAdES", "Cryptoki", "jeton", "JetonASN1", "JetonCMS", "JetonOctets", "JetonX509", "SigningDesk",
                "TestRig", "TokenKit",
            ]
        ),
        .testTarget(
            name: "FrontDoorTests",
            dependencies: [
                "Cryptoki", "FaultModule", "first-signature", "Jeton", "JetonOctets", "JetonTesting", "JetonX509",
                "ten-programs", "TestRig", "TokenKit",
            ]
        ),
        .testTarget(name: "SmartCardTests", dependencies: ["JetonOctets", "SmartCard"]),
        // Serves a virtual card from an image file into a reader, for tests with other people's programs.
        .executableTarget(
            name: "virtual-card-tool",
            dependencies: ["JetonLibcrypto", "JetonOctets", "VirtualCard"],
            path: "Tests/Programs/VirtualCardTool"
        ),
        // GOST R of libgcrypt, which it finds at run time.
        .target(
            name: "GOSTOracle",
            path: "Tests/Doubles/GOSTOracle",
            publicHeadersPath: ".",
            linkerSettings: [.linkedLibrary("dl")]
        ),
        // The point arithmetic of CJetonLibcrypto where its caller does not reach.
        .target(
            name: "GOSTInternals",
            dependencies: ["CJetonLibcrypto"],
            path: "Tests/Doubles/GOSTInternals",
            publicHeadersPath: ".",
            cSettings: [.headerSearchPath("../../../Sources/Base/CJetonLibcrypto")],
            linkerSettings: [.linkedLibrary("crypto")]
        ),
        // The GOST functions in a process of its own, whose environment a test chooses.
        .executableTarget(
            name: "gost-probe",
            dependencies: ["JetonLibcrypto", "JetonOctets"],
            path: "Tests/Programs/GOSTProbe"
        ),
        .testTarget(
            name: "LibcryptoTests",
            dependencies: [
                "gost-probe", "GOSTInternals", "GOSTOracle", "JetonASN1", "JetonLibcrypto", "JetonOctets", "TestRig",
                crypto, cryptoExtras,
            ],
            exclude: ["GOST/README.md", "count-products.c"]
        ),
        // Forks in the middle of a session, which a test process with its threads can't.
        .executableTarget(
            name: "channel-probe",
            dependencies: ["CJetonHost", "JetonOctets", "SecureChannel", "SmartCard", "VirtualCard"],
            path: "Tests/Programs/ChannelProbe"
        ),
        .testTarget(
            name: "SecureChannelTests",
            dependencies: [
                "channel-probe", "JetonLibcrypto", "JetonOctets", "PIVCard", "SecureChannel", "SmartCard", "TestRig",
                "virtual-card-tool", "VirtualCard",
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "VirtualCardTests",
            dependencies: ["JetonLibcrypto", "JetonOctets", "SmartCard", "TestRig", "virtual-card-tool", "VirtualCard"]
        ),
        .executableTarget(
            name: "piv-probe",
            dependencies: ["JetonOctets", "JetonPCSC", "PIVCard", "SmartCard"],
            path: "Tests/Programs/PIVProbe"
        ),
        .testTarget(
            name: "PIVCardTests",
            dependencies: [
                "JetonLibcrypto", "JetonOctets", "piv-probe", "PIVCard", "SmartCard", "TestRig", "virtual-card-tool",
                "VirtualCard",
            ]
        ),
        .testTarget(
            name: "TokenEngineTests",
            dependencies: [
                "JetonASN1", "JetonKeystore", "JetonKeystoreBase", "JetonLibcrypto", "JetonOctets", "JetonPIV",
                "SecureChannel", "TestRig", "TokenEngine", "VirtualCard",
            ]
        ),
        // Drives the provider from C: forks, mutexes of the caller's, OpenSSL in the same threads.
        .executableTarget(
            name: "provider-probe",
            path: "Tests/Programs/ProviderProbe",
            cSettings: [.headerSearchPath("../../../Sources/PKCS11/CCryptoki/include")],
            linkerSettings: [.linkedLibrary("crypto"), .linkedLibrary("dl"), .linkedLibrary("pthread")]
        ),
        // A developer's program that sets a token's activation password, call by call as the vendor describes it.
        .executableTarget(
            name: "activation-program",
            path: "Tests/Programs/ActivationProgram",
            cSettings: [.headerSearchPath("../../../Sources/PKCS11/CCryptoki/include")],
            linkerSettings: [.linkedLibrary("dl")]
        ),
        .testTarget(
            name: "JetonModuleTests",
            dependencies: [
                "CCryptoki", "JetonKeystore", "JetonKeystoreBase", "JetonOctets", "provider-probe", "SecureChannel",
                "TestRig", "TokenEngine", "virtual-card-tool", "VirtualCard",
            ]
        ),
        .testTarget(name: "TestRigTests", dependencies: ["TestRig"]),
        .testTarget(
            name: "JetonTests",
            dependencies: [
                "activation-program", "add-check", "jeton", "JetonKeystore", "JetonKeystoreBase", "keep-secret",
                "keystore-demo", "list-tokens", "provider-probe", "record-card", "SecureChannel", "sign-file",
                "sign-pdf", "TestRig", "verify-directory", "virtual-card-tool", "VirtualCard",
            ]
        ),
        .testTarget(
            name: "TokenKitTests",
            dependencies: [
                "Cryptoki", "JetonASN1", "JetonFiles", "JetonOctets", "JetonPCSC", "JetonX509", "TestRig", "TokenKit",
            ]
        ),
        .testTarget(name: "UdevTests"),
        .testTarget(
            name: "CAdESTests",
            dependencies: [
                "CAdES", "CertificateRig", "EvidenceRig", "JetonASN1", "JetonCMS", "JetonOctets", "JetonValidation",
                "JetonX509", "SignatureLevels", "TestRig",
            ]
        ),
        .testTarget(
            name: "PAdESTests",
            dependencies: [
                "CAdES", "CertificateRig", "EvidenceRig", "JetonASN1", "JetonCMS", "JetonPDF", "JetonValidation",
                "JetonX509", "PAdES", "SignatureLevels", "TestRig",
            ]
        ),
        .testTarget(
            name: "ValidationTests",
            dependencies: [
                "CertificateRig", "EvidenceFetching", "JetonASN1", "JetonCMS", "JetonOctets", "JetonValidation",
                "JetonX509", "TestRig",
            ]
        ),
        // Judges paths by files: how the corpora of others are run.
        .executableTarget(
            name: "path-probe",
            dependencies: ["JetonASN1", "JetonOctets", "JetonValidation", "JetonX509"],
            path: "Tests/Programs/PathProbe"
        ),
        .testTarget(name: "UserFilesTests", dependencies: ["UserFiles"]),
        .testTarget(
            name: "X509Tests",
            dependencies: [
                "CertificateRig", "JetonASN1", "JetonCMS", "JetonLibcrypto", "JetonOctets", "JetonX509", "path-probe",
                "TestRig", cryptoExtras, swiftASN1,
            ]
        ),
        .testTarget(
            name: "TrustListsTests",
            dependencies: [
                "CertificateRig", "EvidenceFetching", "JetonASN1", "JetonCMS", "JetonValidation", "JetonX509",
                "TestRig", "TrustLists", "XMLSignature",
            ]
        ),
        .testTarget(
            name: "ASiCTests",
            dependencies: [
                "ASiC", "CAdES", "CertificateRig", "EvidenceFetching", "JetonASN1", "JetonCMS", "JetonValidation",
                "JetonX509", "SignatureLevels", "TestRig", "XAdES", "XMLSignature",
            ],
            exclude: ["containers.py"]
        ),
        .testTarget(
            name: "XMLSignatureTests",
            dependencies: [
                "CertificateRig", "JetonASN1", "JetonCMS", "JetonValidation", "JetonX509", "JetonXML", "TestRig",
                "XMLSignature",
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "XAdESTests",
            dependencies: [
                "CAdES", "CertificateRig", "EvidenceRig", "JetonASN1", "JetonCMS", "JetonValidation", "JetonX509",
                "SignatureLevels", "TestRig", "XAdES", "XMLSignature",
            ],
            exclude: ["imprints.py"]
        ),
        .testTarget(name: "XMLTests", dependencies: ["JetonXML", "TestRig"]),
        // A child of a token host, which tests start.
        .executableTarget(name: "module-child", dependencies: ["TokenHost"], path: "Tests/Programs/ModuleChild"),
        .testTarget(
            name: "TokenHostTests",
            dependencies: [
                "Cryptoki", "FaultModule", "JetonOctets", "JetonX509", "module-child", "TestRig", "TokenHost",
                "TokenKit",
            ]
        ),
        .testTarget(
            name: "AgentCoreTests",
            dependencies: ["AgentCore", "JetonOctets", "PeerIdentity", "SSHWire", "TestRig", "TokenHost"]
        ),
        // The agent, and programs that nobody here wrote at its doors.
        .testTarget(
            name: "AgentTests",
            dependencies: ["jeton", "jeton-agent", "JetonOctets", "SSHWire", "TestRig"]
        ),
        .testTarget(name: "SSHWireTests", dependencies: ["JetonOctets", "SSHWire", "TestRig"]),
    ],
    cLanguageStandard: .c11
)

// Sources/<group>/<target> and Tests/Suites/<target>.
let groups = [
    "Base": [
        "CJetonHost", "CJetonSystem", "CJetonLibcrypto", "CJetonZlib", "JetonZlib", "JetonOctets", "JetonThreads",
        "UserFiles", "JetonFiles", "JetonASN1",
        "JetonXML", "JetonPropertyLists", "JetonLibcrypto", "JetonJSON", "JetonPrograms",
    ],
    "PKCS11": ["CCryptoki", "PKCS11Names", "Cryptoki"],
    "Cards": ["CJetonPCSC", "JetonPIV", "SmartCard", "JetonPCSC", "SecureChannel", "PIVCard", "VirtualCard"],
    "Provider": ["TokenEngine", "JetonModule"],
    "Keystores": [
        "JetonKeystoreBase", "JetonKeystore", "JetonEntitlements", "AgeFiles", "KeystoreSync", "SecItemCompat",
    ],
    "Documents": [
        "CJetonTurboJPEG", "JetonX509", "JetonCMS", "CAdES", "JetonPDF", "PAdES", "JetonValidation", "XMLSignature",
        "XAdES", "ASiC",
        "TrustLists", "VerificationDesk", "JetonJobs", "SignatureLevels", "EvidenceFetching",
    ],
    "Networking": ["CJetonTLS", "JetonNetwork", "TransportPolicy", "JetonEnrollment", "JetonRelay"],
    "Tokens": [
        "TokenKit", "TokenHost", "SigningDesk", "EnrollmentDesk", "JobDesk", "PairingDesk", "Jeton", "JetonTesting",
    ],
    "Agent": ["SSHWire", "PeerIdentity", "AgentCore", "jeton-agent"],
    "Doctor": ["JetonDiagnostics"],
    "CommandLine": ["JetonCLI", "jeton"],
]
for target in package.targets where target.path == nil {
    if target.type == .test {
        target.path = "Tests/Suites/\(target.name)"
    } else if let group = groups.first(where: { $0.value.contains(target.name) }) {
        target.path = "Sources/\(group.key)/\(target.name)"
    }
}

// With JETON_TEST_TARGET in the environment only this test target and what it uses are built: scripts/mutate builds
// after each mutation, and linking everything takes longer than compiling what changed.
if let testTarget = Context.environment["JETON_TEST_TARGET"] {
    var kept: Set<String> = [testTarget]
    // These run the provider, which they load as a file.
    let loaders = ["JetonModuleTests", "JetonTests", "ClientTests", "FrontDoorTests"]
    if loaders.contains(testTarget) { kept.insert("JetonModule") }
    var open = Array(kept)
    while let name = open.popLast() {
        for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
            switch dependency {
            case .byNameItem(let other, _), .targetItem(let other, _):
                if kept.insert(other).inserted { open.append(other) }
            default: break
            }
        }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { product in
        guard let library = product as? Product.Library else { return true }
        return !library.targets.allSatisfy(kept.contains)
    }
}

for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .swiftLanguageMode(.v6),
            .strictMemorySafety(),
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .treatAllWarnings(as: .error),
        ]
}

// What distributions harden their C with; scripts/check-hardening looks for it in what was built.
#if arch(x86_64)
    let branchProtection = "-fcf-protection"
#else
    let branchProtection = "-mbranch-protection=standard"
#endif
for target in package.targets
where [
    "CCryptoki", "CJetonHost", "CJetonLibcrypto", "CJetonPCSC", "CJetonSystem", "CJetonTLS", "CJetonTurboJPEG",
    "CJetonZlib",
].contains(target.name) {
    target.cSettings =
        (target.cSettings ?? []) + [
            .unsafeFlags(["-fstack-protector-strong", branchProtection]),
            .unsafeFlags(["-Wall", "-Wextra", "-Wconversion", "-Werror"]),
            // Without optimization glibc does not check.
            .define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release)),
        ]
}
