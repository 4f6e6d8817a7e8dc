// swift-tools-version: 5.4
import PackageDescription

// Tools version 5.4 is the last at which SwiftPM leaves the name of an executable's entry point alone; later ones
// look for a main of the target's own, and libFuzzer brings it.

let fuzzSettings: [SwiftSetting] = [
    .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library", "-swift-version", "6"])
]
let fuzzLinking: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer,address"])]

/// A fuzz target of its own folder, over libraries of the root package.
func fuzzer(_ name: String, _ libraries: String..., crypto: Bool = false) -> Target {
    .executableTarget(
        name: name,
        dependencies: libraries.map { .product(name: $0, package: "jeton") }
            + (crypto ? [.product(name: "Crypto", package: "swift-crypto")] : []),
        swiftSettings: fuzzSettings,
        linkerSettings: fuzzLinking
    )
}

let package = Package(
    name: "jeton-fuzz",
    dependencies: [
        .package(name: "jeton", path: ".."),
        .package(name: "swift-crypto", url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        fuzzer("FuzzATR", "SmartCard", "JetonOctets"),
        fuzzer("FuzzAPDUResponse", "SmartCard", "JetonOctets"),
        fuzzer("FuzzTLV", "JetonOctets"),
        fuzzer("FuzzVault", "JetonKeystore", "JetonOctets"),
        fuzzer("FuzzKeybag", "JetonKeystore", "JetonOctets"),
        fuzzer("FuzzPlist", "JetonEntitlements"),
        fuzzer("FuzzManifest", "JetonEntitlements"),
        fuzzer("FuzzAge", "AgeFiles", "JetonOctets"),
        fuzzer("FuzzArchive", "KeystoreSync", "JetonOctets"),
        fuzzer("FuzzBundle", "KeystoreSync", "JetonOctets", crypto: true),
        fuzzer("FuzzURI", "Cryptoki", "JetonOctets"),
        fuzzer("FuzzModuleFile", "TokenKit"),
        fuzzer("FuzzCertificate", "JetonX509"),
        fuzzer("FuzzCMS", "JetonASN1", "JetonCMS", "JetonX509"),
        fuzzer("FuzzCAdES", "JetonASN1", "CAdES", "JetonCMS"),
        fuzzer("FuzzCRL", "JetonX509"),
        fuzzer("FuzzOCSP", "JetonValidation"),
        fuzzer("FuzzTimestamp", "JetonValidation"),
        fuzzer("FuzzPDF", "JetonASN1", "JetonCMS", "PAdES", "JetonPDF"),
        fuzzer("FuzzRevisions", "JetonPDF"),
        fuzzer("FuzzImage", "JetonPDF"),
        fuzzer("FuzzXML", "JetonXML"),
        fuzzer("FuzzCanonical", "JetonXML"),
        fuzzer("FuzzXAdES", "JetonASN1", "JetonCMS", "XAdES", "XMLSignature"),
        fuzzer("FuzzContainer", "ASiC", "JetonASN1", "JetonCMS"),
        fuzzer("FuzzMail", "VerificationDesk"),
        fuzzer("FuzzHTTP", "JetonNetwork"),
        fuzzer("FuzzEnrollment", "JetonEnrollment", "JetonX509"),
        fuzzer("FuzzJob", "JetonJobs"),
        fuzzer("FuzzNTLM", "JetonNetwork", "JetonOctets"),
        fuzzer("FuzzServerHello", "TransportPolicy"),
        fuzzer("FuzzTransportPolicy", "TransportPolicy"),
        fuzzer("FuzzCard", "VirtualCard", "JetonLibcrypto", "JetonOctets"),
        fuzzer("FuzzChannel", "SecureChannel", "SmartCard", "JetonLibcrypto", "JetonOctets"),
        fuzzer("FuzzMessageObjects", "SecureChannel", "SmartCard", "JetonOctets"),
        fuzzer("FuzzCardImage", "VirtualCard", "JetonOctets"),
        fuzzer("FuzzProvider", "jeton-pkcs11", "VirtualCard", "JetonOctets"),
    ]
)
