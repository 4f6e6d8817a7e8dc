// swift-tools-version: 6.2
import PackageDescription

let jeton = Target.Dependency.product(name: "Jeton", package: "jeton")
let certificates = Target.Dependency.product(name: "X509", package: "swift-certificates")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")

// A package of its own, so that a program that only signs never builds NIO.
let package = Package(
    name: "jeton-integrations",
    products: [
        .library(name: "JetonCertificates", targets: ["JetonCertificates"]),
        .library(name: "JetonNIOSSL", targets: ["JetonNIOSSL"]),
    ],
    dependencies: [
        .package(name: "jeton", path: ".."),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .target(
            name: "JetonCertificates",
            dependencies: [jeton, certificates, .product(name: "SwiftASN1", package: "swift-asn1")]
        ),
        .target(
            name: "JetonNIOSSL",
            dependencies: [jeton, nioSSL, .product(name: "NIOCore", package: "swift-nio")]
        ),
        .executableTarget(
            name: "web-server",
            dependencies: [
                jeton, "JetonNIOSSL", .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
            ],
            path: "Examples/WebServer"
        ),
        .executableTarget(
            name: "web-client",
            dependencies: [
                jeton, "JetonNIOSSL", .product(name: "AsyncHTTPClient", package: "async-http-client"), nioSSL,
            ],
            path: "Examples/WebClient"
        ),
        .executableTarget(
            name: "authority",
            dependencies: [
                jeton, "JetonCertificates", certificates, .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            path: "Examples/Authority"
        ),
    ]
)

for target in package.targets {
    target.swiftSettings = [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]
}
