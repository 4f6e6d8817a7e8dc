import Foundation
import GOSTInternals
import JetonLibcrypto
import JetonOctets
import TestRig
import Testing

/// Pitfalls 4 and 8 of the list in README.md of this folder, which says where the tests of the others are.
@Suite("Pitfalls of OpenSSL's point arithmetic and versions")
struct GOSTPitfallTests {
    /// The curves with their orders (RFC 8133, appendix B) and cofactors.
    static let curves: [(GOSTCurve, String, UInt32)] = [
        (.cryptoProA, "ffffffffffffffffffffffffffffffff6c611070995ad10045841b09b761b893", 1),
        (.cryptoProB, "800000000000000000000000000000015f700cfff1a624e5e497161bcc8a198f", 1),
        (.cryptoProC, "9b9f605f5a858107ab1ec85e6b41c8aa582ca3511eddfb74f02f3a6598980bb9", 1),
        (.tc26ParamSetA, "400000000000000000000000000000000fd8cddfc87b6635c115af556c360c67", 4),
        (
            .tc26ParamSet512A,
            """
            ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
            27e69532f48d89116ff22b8d4e0560609b4b38abfad2b85dcacdb1411f10b275
            """, 1
        ),
        (
            .tc26ParamSet512B,
            """
            8000000000000000000000000000000000000000000000000000000000000001
            49a1ec142565a545acfdb77bd9d40cfa8b996712101bea0ec6346c54374f25bd
            """, 1
        ),
        (
            .tc26ParamSet512C,
            """
            3fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
            c98cdba46506ab004c33a9ff5147502cc8eda9e7a769a12694623cef47f023ed
            """, 4
        ),
    ]

    // OpenSSL takes the ladder for one term in a group with order and cofactor, and otherwise a way whose time shows the
    // number. No time is measured: the ladder leaves a third coordinate of one behind, and the other ways do not, of
    // which the last two lines assure themselves.
    @Test("Pitfall 4: Products of points are made by the ladder, with one term, order and cofactor", arguments: curves)
    func ladder(_ curve: GOSTCurve, _ order: String, _ cofactor: UInt32) throws {
        let order = try Vector.littleEndian(order)
        let key = try GOSTPrivateKey(generatingOn: curve)
        let scalar = Vector.octets(of: key.octets)
        func examine(_ kind: internals_product) throws -> (usesLadder: Bool, hasOrder: Bool) {
            try Internals.examine(curve, kind, scalar: scalar, order: order, cofactor: cofactor)
        }
        #expect(try examine(INTERNALS_OF_GENERATOR) == (true, true))
        #expect(try examine(INTERNALS_OF_POINT) == (true, true))
        #expect(try !examine(INTERNALS_OF_BOTH).usesLadder)
        #expect(try !examine(INTERNALS_WITHOUT_ORDER).usesLadder)
    }

    @Test("Pitfall 4: Keys, VKO and SESPAKE ask OpenSSL for nothing but such products")
    func products() async throws {
        let directory = try TemporaryDirectory()
        let source = BuildProducts.packageDirectory.appendingPathComponent(
            "Tests/Suites/LibcryptoTests/count-products.c"
        )
        let compiled = try await ChildProcess.run([
            "cc", "-std=gnu11", "-shared", "-fPIC", "-Wall", "-Werror", "-o", directory.path("count.so"), source.path,
            "-ldl",
        ])
        try #require(compiled.exitStatus == 0, "\(compiled.errorText)")
        let probe = try await ChildProcess.run(
            [try BuildProducts.path("gost-probe")],
            environment: ["LD_PRELOAD": directory.path("count.so"), "PRODUCTS": directory.path("products")]
        )
        try #require(probe.exitStatus == 0, "\(probe.errorText)")
        let lines = try String(contentsOfFile: directory.path("products"), encoding: .utf8).split(separator: "\n")
        // A public key, two times two of them and VKO, the password's point, and the server's two.
        #expect(lines.count >= 10)
        #expect(Set(lines) == ["terms 1, generator 1, order 1, cofactor 1, scalar 1"])
    }

    /// Prefixes of names that go by way of what OpenSSL 4.0 has no more, or builds without: engines, keys of the old
    /// kind, and curves that are read or written with all their parameters.
    private static let absent = [
        "ENGINE_", "EC_KEY_", "EC_GROUP_new_from_", "EC_GROUP_get_ecp", "d2i_", "i2d_", "PEM_", "OSSL_DECODER_",
        "OSSL_ENCODER_", "EVP_PKEY_set1_engine", "EVP_PKEY_assign", "EVP_get_cipherby", "EVP_get_digestby",
    ]

    /// Containers of the same forms of names that hold no key of the old kind, and stay.
    private static let containers: Set = ["d2i_PKCS12", "d2i_X509_SIG", "i2d_PKCS8_PRIV_KEY_INFO", "i2d_X509"]

    @Test("Pitfall 8: No engine, no key of the old kind and no curve in ASN.1, which OpenSSL 4.0 has no more")
    func symbols() async throws {
        let folder = URL(fileURLWithPath: try BuildProducts.path("CJetonLibcrypto.build"))
        let objects = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".o") }
        let output = try await ChildProcess.run(
            ["nm", "--undefined-only", "--format=just-symbols"]
                + objects.map { folder.appendingPathComponent($0).path }
        )
        try #require(output.exitStatus == 0, "\(output.errorText)")
        let names = Set(output.text.split(whereSeparator: \.isWhitespace).map(String.init))
        // The whole of the target was looked at, the curves of explicit parameters among it.
        #expect(names.isSuperset(of: ["EC_GROUP_new_curve_GFp", "EC_POINT_mul", "EVP_MAC_fetch", "EVP_PKEY_sign"]))
        for name in names.subtracting(Self.containers) {
            #expect(!Self.absent.contains { name.hasPrefix($0) }, "\(name)")
        }
    }
}
