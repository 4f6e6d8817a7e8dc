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
        fuzzer("FuzzATR", "SmartCard", "Octets"),
        fuzzer("FuzzAPDUResponse", "SmartCard", "Octets"),
        fuzzer("FuzzTLV", "Octets"),
        fuzzer("FuzzVault", "Keystore", "Octets"),
        fuzzer("FuzzKeybag", "Keystore", "Octets"),
        fuzzer("FuzzPlist", "Entitlements"),
        fuzzer("FuzzManifest", "Entitlements"),
        fuzzer("FuzzAge", "AgeFiles", "Octets"),
        fuzzer("FuzzArchive", "KeystoreSync", "Octets"),
        fuzzer("FuzzBundle", "KeystoreSync", "Octets", crypto: true),
        fuzzer("FuzzURI", "Cryptoki", "Octets"),
        fuzzer("FuzzModuleFile", "TokenKit"),
        fuzzer("FuzzCertificate", "X509"),
        fuzzer("FuzzCMS", "ASN1", "CMS", "X509"),
        fuzzer("FuzzCAdES", "ASN1", "CAdES", "CMS"),
        fuzzer("FuzzCRL", "X509"),
        fuzzer("FuzzOCSP", "Validation"),
        fuzzer("FuzzTimestamp", "Validation"),
        fuzzer("FuzzPDF", "ASN1", "CMS", "PAdES", "PDF"),
        fuzzer("FuzzImage", "PDF"),
        fuzzer("FuzzXML", "XML"),
        fuzzer("FuzzCanonical", "XML"),
        fuzzer("FuzzXAdES", "ASN1", "CMS", "XAdES", "XMLSignature"),
        fuzzer("FuzzContainer", "ASiC", "ASN1", "CMS"),
        fuzzer("FuzzHTTP", "Network"),
        fuzzer("FuzzEnrollment", "Enrollment", "X509"),
        fuzzer("FuzzJob", "Jobs"),
        fuzzer("FuzzNTLM", "Network", "Octets"),
        fuzzer("FuzzServerHello", "TransportPolicy"),
        fuzzer("FuzzTransportPolicy", "TransportPolicy"),
        fuzzer("FuzzCard", "VirtualCard", "Libcrypto", "Octets"),
        fuzzer("FuzzChannel", "SecureChannel", "SmartCard", "Libcrypto", "Octets"),
        fuzzer("FuzzMessageObjects", "SecureChannel", "SmartCard", "Octets"),
        fuzzer("FuzzCardImage", "VirtualCard", "Octets"),
        fuzzer("FuzzProvider", "jeton-pkcs11", "VirtualCard", "Octets"),
    ]
)
