// swift-tools-version: 6.2
import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let swiftASN1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")

let package = Package(
    name: "jeton",
    products: [
        .library(name: "Octets", targets: ["Octets"]),
        .library(name: "Keystore", targets: ["Keystore"]),
        .library(name: "SecItemCompat", targets: ["SecItemCompat"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        // The arrows of docs/architecture.md, lowest first; scripts/check-imports holds every file to them.
        .target(name: "Octets"),
        .target(name: "CKeystore", linkerSettings: [.linkedLibrary("crypto")]),
        .target(name: "Keystore", dependencies: ["CKeystore", "Octets", crypto]),
        .target(name: "SecItemCompat", dependencies: ["Keystore", "Octets"]),

        .testTarget(name: "OctetsTests", dependencies: ["Octets"]),
        .executableTarget(name: "keystore-worker", dependencies: ["Keystore", "Octets"], path: "Tests/KeystoreWorker"),
        .testTarget(
            name: "KeystoreTests",
            dependencies: ["Keystore", "Octets", "SecItemCompat", "keystore-worker"],
            exclude: ["Fixtures"]
        ),
    ],
    cLanguageStandard: .c11
)

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
