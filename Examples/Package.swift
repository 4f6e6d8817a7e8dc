// swift-tools-version: 6.2
import PackageDescription

// A program of your own names the package by its address and a version instead of a path.
let package = Package(
    name: "jeton-examples",
    dependencies: [
        .package(name: "jeton", path: "..")
    ],
    targets: [
        .executableTarget(
            name: "list-tokens",
            dependencies: [.product(name: "Cryptoki", package: "jeton")],
            path: "ListTokens"
        ),
        .executableTarget(
            name: "sign-file",
            dependencies: [
                .product(name: "ASN1", package: "jeton"), .product(name: "X509", package: "jeton"),
                .product(name: "SigningDesk", package: "jeton"),
                .product(name: "TokenKit", package: "jeton"), .product(name: "UserFiles", package: "jeton"),
            ],
            path: "SignFile"
        ),
        .executableTarget(
            name: "add-check",
            dependencies: [
                .product(name: "Diagnostics", package: "jeton"), .product(name: "TokenKit", package: "jeton"),
            ],
            path: "AddCheck"
        ),
        .executableTarget(
            name: "record-card",
            dependencies: [
                .product(name: "Octets", package: "jeton"), .product(name: "PIVCard", package: "jeton"),
                .product(name: "SmartCard", package: "jeton"), .product(name: "VirtualCard", package: "jeton"),
            ],
            path: "RecordCard"
        ),
        .executableTarget(
            name: "keep-secret",
            dependencies: [
                .product(name: "Keystore", package: "jeton"), .product(name: "Octets", package: "jeton"),
                .product(name: "SecItemCompat", package: "jeton"),
            ],
            path: "KeepSecret"
        ),
    ]
)
