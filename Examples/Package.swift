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
            name: "first-signature",
            dependencies: [.product(name: "Jeton", package: "jeton")],
            path: "FirstSignature"
        ),
        .executableTarget(
            name: "ten-programs",
            dependencies: [.product(name: "Jeton", package: "jeton")],
            path: "TenPrograms"
        ),
        .executableTarget(
            name: "sign-file",
            dependencies: [
                .product(name: "JetonASN1", package: "jeton"), .product(name: "JetonX509", package: "jeton"),
                .product(name: "SigningDesk", package: "jeton"),
                .product(name: "TokenKit", package: "jeton"), .product(name: "UserFiles", package: "jeton"),
            ],
            path: "SignFile"
        ),
        .executableTarget(
            name: "verify-directory",
            dependencies: [
                .product(name: "JetonCMS", package: "jeton"), .product(name: "JetonFiles", package: "jeton"),
                .product(name: "VerificationDesk", package: "jeton"),
            ],
            path: "VerifyDirectory"
        ),
        .executableTarget(
            name: "sign-pdf",
            dependencies: [
                .product(name: "CAdES", package: "jeton"), .product(name: "JetonCMS", package: "jeton"),
                .product(name: "JetonFiles", package: "jeton"), .product(name: "JetonNetwork", package: "jeton"),
                .product(name: "SigningDesk", package: "jeton"), .product(name: "TokenKit", package: "jeton"),
                .product(name: "UserFiles", package: "jeton"), .product(name: "JetonValidation", package: "jeton"),
                .product(name: "VerificationDesk", package: "jeton"), .product(name: "JetonX509", package: "jeton"),
            ],
            path: "SignPDF"
        ),
        .executableTarget(
            name: "add-check",
            dependencies: [
                .product(name: "JetonDiagnostics", package: "jeton"), .product(name: "TokenKit", package: "jeton"),
            ],
            path: "AddCheck"
        ),
        .executableTarget(
            name: "record-card",
            dependencies: [
                .product(name: "JetonOctets", package: "jeton"), .product(name: "PIVCard", package: "jeton"),
                .product(name: "SmartCard", package: "jeton"), .product(name: "VirtualCard", package: "jeton"),
            ],
            path: "RecordCard"
        ),
        .executableTarget(
            name: "keep-secret",
            dependencies: [
                .product(name: "JetonKeystore", package: "jeton"), .product(name: "JetonOctets", package: "jeton"),
                .product(name: "SecItemCompat", package: "jeton"),
            ],
            path: "KeepSecret"
        ),
    ]
)
