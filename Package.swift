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
        .library(name: "Octets", targets: ["Octets"]),
        .library(name: "UserFiles", targets: ["UserFiles"]),
        .library(name: "ASN1", targets: ["ASN1"]),
        .library(name: "XML", targets: ["XML"]),
        .library(name: "PDF", targets: ["PDF"]),
        .library(name: "Network", targets: ["Network"]),
        .library(name: "TransportPolicy", targets: ["TransportPolicy"]),
        .library(name: "Enrollment", targets: ["Enrollment"]),
        .library(name: "Jobs", targets: ["Jobs"]),
        .library(name: "Keystore", targets: ["Keystore", "KeystoreBase"]),
        .library(name: "Entitlements", targets: ["Entitlements", "KeystoreBase"]),
        .library(name: "AgeFiles", targets: ["AgeFiles", "KeystoreBase"]),
        .library(name: "KeystoreSync", targets: ["KeystoreSync", "AgeFiles", "Keystore", "KeystoreBase"]),
        .library(name: "SecItemCompat", targets: ["SecItemCompat"]),
        .library(name: "PKCS11Names", targets: ["PKCS11Names"]),
        .library(name: "Cryptoki", targets: ["Cryptoki"]),
        .library(name: "TokenKit", targets: ["TokenKit"]),
        .library(name: "jeton-pkcs11", type: .dynamic, targets: ["JetonModule"]),
        .library(name: "FaultModule", type: .dynamic, targets: ["FaultModule"]),
        .library(name: "SmartCard", targets: ["SmartCard"]),
        .library(name: "PCSC", targets: ["PCSC"]),
        .library(name: "Libcrypto", targets: ["Libcrypto"]),
        .library(name: "SecureChannel", targets: ["SecureChannel"]),
        .library(name: "VirtualCard", targets: ["VirtualCard"]),
        .library(name: "PIVCard", targets: ["PIVCard"]),
        .library(name: "X509", targets: ["X509"]),
        .library(name: "CMS", targets: ["CMS"]),
        .library(name: "Validation", targets: ["Validation"]),
        .library(name: "CAdES", targets: ["CAdES"]),
        .library(name: "PAdES", targets: ["PAdES"]),
        .library(name: "XMLSignature", targets: ["XMLSignature"]),
        .library(name: "XAdES", targets: ["XAdES"]),
        .library(name: "ASiC", targets: ["ASiC"]),
        .library(name: "TrustLists", targets: ["TrustLists"]),
        .library(name: "SigningDesk", targets: ["SigningDesk"]),
        .library(name: "Diagnostics", targets: ["Diagnostics"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        // The arrows of docs/architecture.md, lowest first; scripts/check-imports holds every file to them.
        .target(name: "CCryptoki"),
        .target(name: "CHost"),
        .target(name: "CSystem"),
        .target(
            name: "CLibcrypto",
            cSettings: openSSLHeaders,
            linkerSettings: [.linkedLibrary("crypto")]
        ),
        .target(name: "CZlib", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "Zlib", dependencies: ["CZlib"]),
        .target(name: "CPCSC", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "Octets"),
        .target(name: "UserFiles"),
        .target(name: "Threads"),
        .target(name: "ASN1", dependencies: ["Octets"]),
        .target(name: "XML"),
        .target(name: "PropertyLists", dependencies: ["ASN1"]),
        .target(name: "CTurboJPEG", linkerSettings: [.linkedLibrary("dl")]),
        .target(
            name: "CTLS",
            cSettings: openSSLHeaders,
            linkerSettings: [.linkedLibrary("crypto"), .linkedLibrary("dl")]
        ),
        .target(name: "PKCS11Names"),
        .target(name: "Cryptoki", dependencies: ["CCryptoki", "Octets", "PKCS11Names"]),
        .target(name: "PIV", dependencies: ["ASN1", "Libcrypto"]),
        .target(name: "SmartCard", dependencies: ["Octets"]),
        .target(name: "Libcrypto", dependencies: ["ASN1", "CLibcrypto", "Octets"]),
        .target(name: "SecureChannel", dependencies: ["Libcrypto", "SmartCard", "Octets"]),
        .target(
            name: "VirtualCard",
            dependencies: ["PIV", "ASN1", "Libcrypto", "SecureChannel", "SmartCard", "Octets"]
        ),
        .target(name: "PIVCard", dependencies: ["PIV", "Libcrypto", "SmartCard", "Octets", "Zlib"]),
        .target(name: "PCSC", dependencies: ["CPCSC", "SmartCard", "Octets", "Threads"]),
        .target(
            name: "TokenEngine",
            dependencies: [
                "PIV", "ASN1", "PKCS11Names", "Entitlements", "Keystore", "KeystoreBase", "Libcrypto", "Octets",
                "PCSC", "PIVCard", "SecureChannel", "SmartCard", "VirtualCard",
            ]
        ),
        // The PKCS #11 provider, libjeton-pkcs11.so: loaded by programs of others, so it brings its own Swift run-time,
        // exports what PKCS #11 names and nothing else, and is never unloaded (the run-time can't be).
        .target(
            name: "JetonModule",
            dependencies: ["CCryptoki", "Octets", "TokenEngine", "UserFiles"],
            exclude: ["exports.map"],
            linkerSettings: [
                // CZlib opens it late; a module must not find out then that it is missing.
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
        .target(name: "X509", dependencies: ["ASN1", "Libcrypto", "Octets"]),
        .target(name: "CMS", dependencies: ["ASN1", "Libcrypto", "Octets", "X509"]),
        .target(name: "PDF", dependencies: ["CTurboJPEG", "CMS", "X509", "ASN1", "Libcrypto", "Octets", "Zlib"]),
        .target(
            name: "Validation",
            dependencies: ["ASN1", "CMS", "KeystoreBase", "Libcrypto", "Octets", "X509"]
        ),
        .target(
            name: "PAdES",
            dependencies: ["ASN1", "CAdES", "CMS", "PDF", "Validation", "X509"]
        ),
        .target(name: "CAdES", dependencies: ["ASN1", "CMS", "Octets", "Validation", "X509"]),
        .target(name: "XMLSignature", dependencies: ["ASN1", "CMS", "Libcrypto", "Octets", "Threads", "X509", "XML"]),
        .target(
            name: "XAdES",
            dependencies: ["ASN1", "CAdES", "CMS", "Libcrypto", "Validation", "X509", "XML", "XMLSignature"]
        ),
        .target(name: "TrustLists", dependencies: ["ASN1", "CMS", "Validation", "X509", "XMLSignature"]),
        .target(
            name: "ASiC",
            dependencies: [
                "ASN1", "CAdES", "CMS", "Libcrypto", "Octets", "Validation", "X509", "XAdES", "XMLSignature", "Zlib",
            ]
        ),
        .target(name: "Network", dependencies: ["ASN1", "CTLS", "Libcrypto", "Octets", "Validation", "X509"]),
        .target(
            name: "TransportPolicy",
            dependencies: ["ASN1", "Network", "Octets", "PropertyLists", "X509"]
        ),
        .target(
            name: "Enrollment",
            dependencies: ["ASN1", "CMS", "KeystoreBase", "Libcrypto", "Network", "Octets", "X509"]
        ),
        .target(name: "Relay", dependencies: ["Libcrypto", "Network", "Octets", "Threads"]),
        .target(name: "Jobs", dependencies: ["ASN1", "CMS", "KeystoreBase", "Libcrypto", "Octets", "X509", "XML"]),
        .target(name: "KeystoreBase", dependencies: ["ASN1", "CSystem", "Libcrypto", "Octets"]),
        .target(name: "Keystore", dependencies: ["CSystem", "KeystoreBase", "Libcrypto", "Octets", "UserFiles"]),
        .target(
            name: "Entitlements",
            dependencies: ["ASN1", "CSystem", "KeystoreBase", "Octets", "PropertyLists"]
        ),
        .target(name: "AgeFiles", dependencies: ["ASN1", "KeystoreBase", "Libcrypto", "Octets"]),
        .target(
            name: "KeystoreSync",
            dependencies: ["AgeFiles", "ASN1", "Keystore", "KeystoreBase", "Octets", "XML"]
        ),
        .target(name: "SecItemCompat", dependencies: ["Keystore", "KeystoreBase", "Octets"]),
        .target(
            name: "TokenKit",
            dependencies: ["ASN1", "CHost", "Cryptoki", "Libcrypto", "Octets", "PCSC", "X509"]
        ),
        .target(
            name: "SigningDesk",
            dependencies: [
                "ASiC", "ASN1", "CAdES", "CMS", "Cryptoki", "Octets", "TokenKit", "X509", "XAdES", "XMLSignature",
            ]
        ),
        .target(
            name: "Diagnostics",
            dependencies: [
                "PIV", "ASN1", "TokenKit", "X509", "Entitlements", "Keystore", "KeystoreBase", "Cryptoki", "PCSC",
                "SmartCard", "Octets",
            ]
        ),
        .target(
            name: "JetonCLI",
            dependencies: [
                "AgeFiles", "ASiC", "ASN1", "CAdES", "CMS", "Cryptoki", "CSystem", "Diagnostics", "Enrollment",
                "Entitlements", "Jobs", "Keystore", "KeystoreBase", "KeystoreSync", "Libcrypto", "Network", "Octets",
                "PAdES",
                "PCSC", "PDF", "PIV", "PIVCard", "PropertyLists", "Relay", "SecureChannel", "SigningDesk", "SmartCard",
                "Threads", "TokenKit", "TransportPolicy", "TrustLists", "UserFiles", "Validation", "VirtualCard",
                "X509", "XAdES", "XML", "XMLSignature", "Zlib", argumentParser,
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
        .executableTarget(
            name: "sign-file",
            dependencies: ["ASN1", "SigningDesk", "TokenKit", "UserFiles", "X509"],
            path: "Examples/SignFile"
        ),
        .executableTarget(name: "add-check", dependencies: ["Diagnostics", "TokenKit"], path: "Examples/AddCheck"),
        .executableTarget(
            name: "record-card",
            dependencies: ["Octets", "PIVCard", "SmartCard", "VirtualCard"],
            path: "Examples/RecordCard"
        ),
        .executableTarget(
            name: "keep-secret",
            dependencies: ["Keystore", "KeystoreBase", "Octets", "SecItemCompat"],
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
            name: "benchmarks",
            dependencies: ["BenchmarkSupport", "Cryptoki", "Octets", "RawCalls"],
            path: "Benchmarks/Runner"
        ),
        .executableTarget(
            name: "channel-benchmark",
            dependencies: ["PIVCard", "SecureChannel", "VirtualCard", "SmartCard", "Octets"],
            path: "Benchmarks/Channel"
        ),
        .executableTarget(
            name: "handshake-benchmark",
            dependencies: ["BenchmarkSupport", "Cryptoki", "Network", "Octets", "TokenKit", "X509"],
            path: "Benchmarks/Handshakes",
            // As for jeton: what is exported can't be left out.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--no-export-dynamic"]), readOnlyAfterStart]
        ),
        .target(name: "BenchmarkSupport", path: "Benchmarks/Support"),
        .target(
            name: "RawStores",
            dependencies: ["CLibcrypto"],
            path: "Benchmarks/RawStores",
            linkerSettings: [.linkedLibrary("dl")]
        ),
        .executableTarget(
            name: "keystore-benchmarks",
            dependencies: [
                "AgeFiles", "BenchmarkSupport", "Keystore", "KeystoreBase", "KeystoreSync", "Octets", "RawStores",
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
                "corrupt-write.c", "enrollment-server.py", "evidence-server.py", "failing-storage.c", "pinpad-pcsc.c",
            ]
        ),
        // Certificates, keys and paths that tests make, by openssl and octet by octet.
        .target(
            name: "CertificateRig",
            dependencies: ["ASN1", "CMS", "Octets", "X509", crypto, cryptoExtras],
            path: "Tests/CertificateRig"
        ),
        // An authority, its timestamps and its revocation lists.
        .target(
            name: "EvidenceRig",
            dependencies: ["ASN1", "CAdES", "CMS", "CertificateRig", "Octets", "Validation", "X509"],
            path: "Tests/EvidenceRig"
        ),
        // Programs that tests run: what must not happen in the test process itself.
        .executableTarget(name: "loader-probe", dependencies: ["CCryptoki"], path: "Tests/Programs/LoaderProbe"),
        .executableTarget(
            name: "keystore-worker",
            dependencies: ["AgeFiles", "Keystore", "KeystoreBase", "KeystoreSync", "Octets"],
            path: "Tests/Programs/KeystoreWorker"
        ),
        // Programs of a developer, as the entitlement tests sign and run them.
        .executableTarget(
            name: "keystore-demo",
            dependencies: ["Entitlements", "Keystore", "KeystoreBase", "Octets"],
            path: "Tests/Programs/KeystoreDemo"
        ),
        .executableTarget(
            name: "pcsc-probe",
            dependencies: ["PCSC", "SmartCard", "Octets"],
            path: "Tests/Programs/PCSCProbe"
        ),

        .testTarget(name: "ASN1Tests", dependencies: ["ASN1", "Octets", swiftASN1]),
        .testTarget(name: "CCryptokiTests", dependencies: ["CCryptoki", "TestRig", "loader-probe"]),
        // Programs that nobody here wrote, on the provider.
        .testTarget(name: "ClientTests", dependencies: ["TestRig", "jeton"]),
        .testTarget(name: "CryptokiTests", dependencies: ["Cryptoki", "Octets", "TestRig"]),
        .testTarget(
            name: "DiagnosticsTests",
            dependencies: ["Diagnostics", "TokenKit", "Cryptoki", "PCSC", "SmartCard", "Octets", "TestRig"]
        ),
        // The fault laboratory: faults made for real, and what the doctor says of them.
        .testTarget(
            name: "DoctorLabCardsTests",
            dependencies: [
                "FaultModule", "Octets", "TestRig", "VirtualCard", "jeton", "pcsc-probe", "virtual-card-tool",
            ]
        ),
        .testTarget(name: "DoctorLabModulesTests", dependencies: ["TestRig", "jeton", "FaultModule"]),
        .testTarget(
            name: "EnrollmentTests",
            dependencies: [
                "ASN1", "CertificateRig", "Enrollment", "KeystoreBase", "Network", "Octets", "TestRig", "X509",
            ]
        ),
        .testTarget(
            name: "JobsTests",
            dependencies: ["ASN1", "CMS", "CertificateRig", "Jobs", "KeystoreBase", "Octets", "TestRig", "X509"]
        ),
        .testTarget(name: "EntitlementsTests", dependencies: ["Entitlements", "KeystoreBase", "Octets", "TestRig"]),
        .testTarget(name: "AgeFilesTests", dependencies: ["AgeFiles", "KeystoreBase", "Octets", "TestRig"]),
        .testTarget(
            name: "KeystoreSyncTests",
            dependencies: ["AgeFiles", "ASN1", "Keystore", "KeystoreBase", "KeystoreSync", "Octets", "TestRig", crypto]
        ),
        // Loads modules of others, which the sanitizers must not watch.
        .testTarget(name: "ModuleTests", dependencies: ["Cryptoki", "Octets", "TestRig"]),
        .testTarget(name: "PDFTests", dependencies: ["ASN1", "CMS", "PDF", "TestRig", "X509", crypto]),
        .testTarget(
            name: "NetworkTests",
            dependencies: ["Cryptoki", "Network", "Octets", "TestRig", "TokenKit", "Validation", "X509"],
            exclude: ["ntlm-server.py"]
        ),
        .testTarget(
            name: "RelayTests",
            dependencies: ["Network", "Octets", "Relay", "TestRig", "X509"],
            exclude: ["relay-target.py"]
        ),
        .testTarget(
            name: "TransportPolicyTests",
            dependencies: ["ASN1", "Network", "Octets", "PropertyLists", "TestRig", "TransportPolicy", "X509"]
        ),
        // munmap(2) that looks at what is given back, for the program that links it.
        .target(name: "UnmapWatch", path: "Tests/Doubles/UnmapWatch", publicHeadersPath: "."),
        .executableTarget(
            name: "secret-probe",
            dependencies: ["Octets", "UnmapWatch"],
            path: "Tests/Programs/SecretProbe"
        ),
        .testTarget(name: "OctetsTests", dependencies: ["Octets", "TestRig", "secret-probe"]),
        .testTarget(name: "PKCS11NamesTests", dependencies: ["PKCS11Names"]),
        // The words and tables of the program, without running it.
        .testTarget(name: "JetonCLITests", dependencies: ["JetonCLI", argumentParser]),
        .testTarget(
            name: "KeystoreTests",
            dependencies: ["Keystore", "KeystoreBase", "Octets", "SecItemCompat", "TestRig", "keystore-worker"],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "PCSCTests",
            dependencies: ["PCSC", "SmartCard", "Octets", "TestRig", "pcsc-probe"],
            exclude: ["fake-pcsc.c"]
        ),
        .testTarget(
            name: "CMSTests",
            dependencies: ["ASN1", "CMS", "CertificateRig", "Octets", "X509", swiftASN1]
        ),
        .testTarget(
            name: "SigningDeskTests",
            dependencies: ["ASN1", "CMS", "SigningDesk", "TokenKit", "X509", "Cryptoki", "Octets", "TestRig", "jeton"]
        ),
        .testTarget(name: "SmartCardTests", dependencies: ["SmartCard", "Octets"]),
        // Serves a virtual card from an image file into a reader, for tests with other people's programs.
        .executableTarget(
            name: "virtual-card-tool",
            dependencies: ["VirtualCard", "Libcrypto", "Octets"],
            path: "Tests/Programs/VirtualCardTool"
        ),
        // GOST R of libgcrypt, which it finds at run time.
        .target(
            name: "GOSTOracle",
            path: "Tests/Doubles/GOSTOracle",
            publicHeadersPath: ".",
            linkerSettings: [.linkedLibrary("dl")]
        ),
        // The point arithmetic of CLibcrypto where its caller does not reach.
        .target(
            name: "GOSTInternals",
            dependencies: ["CLibcrypto"],
            path: "Tests/Doubles/GOSTInternals",
            publicHeadersPath: ".",
            cSettings: [.headerSearchPath("../../../Sources/Base/CLibcrypto")],
            linkerSettings: [.linkedLibrary("crypto")]
        ),
        // The GOST functions in a process of its own, whose environment a test chooses.
        .executableTarget(name: "gost-probe", dependencies: ["Libcrypto", "Octets"], path: "Tests/Programs/GOSTProbe"),
        .testTarget(
            name: "LibcryptoTests",
            dependencies: [
                "ASN1", "GOSTInternals", "GOSTOracle", "Libcrypto", "Octets", "TestRig", "gost-probe", crypto,
                cryptoExtras,
            ],
            exclude: ["GOST/README.md", "count-products.c"]
        ),
        // Forks in the middle of a session, which a test process with its threads can't.
        .executableTarget(
            name: "channel-probe",
            dependencies: ["CHost", "SecureChannel", "VirtualCard", "SmartCard", "Octets"],
            path: "Tests/Programs/ChannelProbe"
        ),
        .testTarget(
            name: "SecureChannelTests",
            dependencies: [
                "SecureChannel", "VirtualCard", "PIVCard", "Libcrypto", "SmartCard", "Octets", "TestRig",
                "channel-probe", "virtual-card-tool",
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "VirtualCardTests",
            dependencies: ["VirtualCard", "Libcrypto", "SmartCard", "Octets", "TestRig", "virtual-card-tool"]
        ),
        .executableTarget(
            name: "piv-probe",
            dependencies: ["PIVCard", "PCSC", "SmartCard", "Octets"],
            path: "Tests/Programs/PIVProbe"
        ),
        .testTarget(
            name: "PIVCardTests",
            dependencies: [
                "PIVCard", "VirtualCard", "Libcrypto", "SmartCard", "Octets", "TestRig", "piv-probe",
                "virtual-card-tool",
            ]
        ),
        .testTarget(
            name: "TokenEngineTests",
            dependencies: [
                "ASN1", "PIV", "TokenEngine", "VirtualCard", "SecureChannel", "Keystore", "KeystoreBase", "Libcrypto",
                "Octets", "TestRig",
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
                "CCryptoki", "Keystore", "KeystoreBase", "Octets", "SecureChannel", "TokenEngine", "VirtualCard",
                "TestRig",
                "provider-probe", "virtual-card-tool",
            ]
        ),
        .testTarget(name: "TestRigTests", dependencies: ["TestRig"]),
        .testTarget(
            name: "JetonTests",
            dependencies: [
                "Keystore", "KeystoreBase", "SecureChannel", "TestRig", "VirtualCard", "activation-program", "jeton",
                "add-check", "keep-secret", "keystore-demo", "list-tokens", "provider-probe", "record-card",
                "sign-file",
                "virtual-card-tool",
            ]
        ),
        .testTarget(
            name: "TokenKitTests",
            dependencies: ["ASN1", "TokenKit", "Cryptoki", "X509", "Octets", "PCSC", "TestRig"]
        ),
        .testTarget(name: "UdevTests"),
        .testTarget(
            name: "CAdESTests",
            dependencies: [
                "ASN1", "CAdES", "CMS", "CertificateRig", "EvidenceRig", "Octets", "TestRig", "Validation", "X509",
            ]
        ),
        .testTarget(
            name: "PAdESTests",
            dependencies: [
                "ASN1", "CAdES", "CMS", "CertificateRig", "EvidenceRig", "PAdES", "PDF", "TestRig", "Validation",
                "X509",
            ]
        ),
        .testTarget(
            name: "ValidationTests",
            dependencies: ["ASN1", "CMS", "CertificateRig", "Octets", "TestRig", "Validation", "X509"]
        ),
        // Judges paths by files: how the corpora of others are run.
        .executableTarget(
            name: "path-probe",
            dependencies: ["ASN1", "Octets", "Validation", "X509"],
            path: "Tests/Programs/PathProbe"
        ),
        .testTarget(name: "UserFilesTests", dependencies: ["UserFiles"]),
        .testTarget(
            name: "X509Tests",
            dependencies: [
                "ASN1", "CMS", "CertificateRig", "Libcrypto", "Octets", "TestRig", "X509", "path-probe", cryptoExtras,
                swiftASN1,
            ]
        ),
        .testTarget(
            name: "TrustListsTests",
            dependencies: [
                "ASN1", "CMS", "CertificateRig", "TestRig", "TrustLists", "Validation", "X509", "XMLSignature",
            ]
        ),
        .testTarget(
            name: "ASiCTests",
            dependencies: [
                "ASiC", "ASN1", "CAdES", "CMS", "CertificateRig", "TestRig", "Validation", "X509", "XAdES",
                "XMLSignature",
            ],
            exclude: ["containers.py"]
        ),
        .testTarget(
            name: "XMLSignatureTests",
            dependencies: ["ASN1", "CMS", "CertificateRig", "TestRig", "X509", "XML", "XMLSignature"]
        ),
        .testTarget(
            name: "XAdESTests",
            dependencies: [
                "ASN1", "CAdES", "CMS", "CertificateRig", "EvidenceRig", "TestRig", "Validation", "X509", "XAdES",
                "XMLSignature",
            ],
            exclude: ["imprints.py"]
        ),
        .testTarget(name: "XMLTests", dependencies: ["TestRig", "XML"]),
    ],
    cLanguageStandard: .c11
)

// Sources/<group>/<target>, as scripts/targets has it, and Tests/Suites/<target>.
let groups = [
    "Base": ["CHost", "CSystem", "CLibcrypto", "CZlib", "Zlib", "Octets", "Threads", "UserFiles", "ASN1", "Libcrypto"],
    "PKCS11": ["CCryptoki", "PKCS11Names", "Cryptoki"],
    "Cards": ["CPCSC", "PIV", "SmartCard", "PCSC", "SecureChannel", "PIVCard", "VirtualCard"],
    "Provider": ["TokenEngine", "JetonModule"],
    "Keystores": ["KeystoreBase", "Keystore", "Entitlements", "AgeFiles", "KeystoreSync", "SecItemCompat"],
    "Documents": [
        "CTurboJPEG", "X509", "CMS", "CAdES", "PDF", "PAdES", "XML", "Validation", "PropertyLists", "XMLSignature",
        "XAdES", "ASiC", "TrustLists",
    ],
    "Networking": ["CTLS", "Network", "TransportPolicy", "Enrollment", "Relay", "Jobs"],
    "Tokens": ["TokenKit", "SigningDesk", "Diagnostics"],
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
    if ["JetonModuleTests", "JetonTests", "ClientTests"].contains(testTarget) { kept.insert("JetonModule") }
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

// Swift's engine for regular expressions, which every module imports by itself, is a megabyte of a program that searches
// text now and then: Octets does. These have no C below them, so packages of others can take them by a version, which
// SwiftPM does not allow with such flags.
let withoutFlags = ["Octets", "ASN1", "PKCS11Names", "PropertyLists", "SmartCard", "Threads", "UserFiles", "XML"]
for target in package.targets
where groups.values.contains(where: { $0.contains(target.name) }) && !withoutFlags.contains(target.name) {
    target.swiftSettings? += [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]
}

// Tables that are laid out when the program is built have addresses, which the loader puts right at every start: a
// quarter of its pages. In these targets they are made when they are first used. Set by scripts/release.
if Context.environment["JETON_RELEASE"] != nil {
    for target in package.targets
    where ["ASN1", "Diagnostics", "JetonCLI", "PKCS11Names", "TokenKit"].contains(target.name) {
        target.swiftSettings? += [.unsafeFlags(["-Xllvm", "-sil-disable-pass=object-outliner"])]
    }
}

// What distributions harden their C with; scripts/check-hardening looks for it in what was built.
#if arch(x86_64)
    let branchProtection = "-fcf-protection"
#else
    let branchProtection = "-mbranch-protection=standard"
#endif
for target in package.targets
where ["CCryptoki", "CHost", "CLibcrypto", "CPCSC", "CSystem", "CTLS", "CTurboJPEG", "CZlib"].contains(target.name) {
    target.cSettings =
        (target.cSettings ?? []) + [
            .unsafeFlags(["-fstack-protector-strong", branchProtection]),
            .unsafeFlags(["-Wall", "-Wextra", "-Wconversion", "-Werror"]),
            // Without optimization glibc does not check.
            .define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release)),
        ]
}
