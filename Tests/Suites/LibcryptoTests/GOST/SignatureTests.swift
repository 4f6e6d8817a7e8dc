import JetonLibcrypto
import JetonOctets
import TestRig
import Testing

/// The examples of GOST R 34.10 are made here of the library's multiplication of points, on a curve that the library has
/// not and on those that it has.
@Suite("Signatures of GOST R 34.10 by the library's point arithmetic (RFC 5832 and RFC 7091, 7)")
struct SignatureTests {
    private static let digest = "2DFBC1B372D89A1188C09C52E0EEC61FCE52032AB1022E8E67ECE6672B043EE5"
    private static let r = "41AA28D2F1AB148280CD9ED56FEDA41974053554A42767B83AD043FD39DC0493"
    private static let s = "1456C64BA4642A1653C235A98A60249BCD6D3F746B631DF928014F6C5BF9C40"

    // What the RFCs print of coordinates may have an odd number of digits.
    private static func number(_ hexadecimal: String) throws -> [UInt8] {
        try Vector.littleEndian(String(repeating: "0", count: 64 - hexadecimal.count) + hexadecimal)
    }

    private static func product() throws -> [UInt8] {
        try number(r) + number("489C375A9941A3049E33B34361DD204172AD98C3E5916DE27695D22A61FAE46E")
    }

    private static func key() throws -> [UInt8] {
        try number("7A929ADE789BB9BE10ED359DD39A72C11B60961F49397EEE1D19CE9891EC3B28")
    }

    private static func point() throws -> [UInt8] {
        try number("7F2B49E270DB6D90D8595BEC458B50C58585BA1D4E9B788F6689DBD8E56FD80B")
            + number("26F1B489D6701DD185C8413A977B3CBBAF64D1C593D26627DFFB101A87FF77DA")
    }

    @Test("The curve and the keys (RFC 5832 and RFC 7091, 7.1)")
    func keys() throws {
        #expect(try Internals.publicKey(.example, of: Self.key()) == Self.point())
    }

    @Test("A signature is made (RFC 5832 and RFC 7091, 7.2)")
    func signing() throws {
        let signature = try Internals.sign(
            .example,
            key: Self.key(),
            digest: Self.number(Self.digest),
            k: Self.number("77105C9B20BCD3122823C8CF6FCC7B956DE33814E95B7FE64FED924594DCEAB3")
        )
        #expect(
            signature
                == Internals.Signature(
                    product: try Self.product(),
                    r: try Self.number(Self.r),
                    s: try Self.number(Self.s)
                )
        )
    }

    @Test("A signature is verified (RFC 5832 and RFC 7091, 7.3)")
    func verification() throws {
        let result = try Internals.verify(
            .example,
            point: Self.point(),
            digest: Self.number(Self.digest),
            r: Self.number(Self.r),
            s: Self.number(Self.s)
        )
        let v = try Self.number("271A4EE429F84EBC423E388964555BB29D3BA53C7BF945E5FAC8F381706354C2")
        let z1 = try Self.number("5358F8FFB38F7C09ABC782A2DF2A3927DA4077D07205F763682F3A76C9019B4F")
        let z2 = try Self.number("3221B4FBBF6D101074EC14AFAC2D4F7EFAC4CF9FEC1ED11BAE336D27D527665")
        #expect(result.v == v)
        #expect(result.z1 == z1)
        #expect(result.z2 == z2)
        #expect(result.product == (try Self.product()))
        #expect(result.r == (try Self.number(Self.r)))
    }

    @Test("The arithmetic that these tests reach is that of the library's keys", arguments: GOSTCurve.allCases)
    func curves(curve: GOSTCurve) throws {
        let key = try GOSTPrivateKey(generatingOn: curve)
        let octets = Vector.octets(of: key.octets)
        #expect(try Internals.publicKey(.library(curve), of: octets) == key.publicKey.octets)
    }

    // RFC 4491, 4.2: the certificate without its signature, and the octets of its public key.
    private static let certificate = """
        3082017f02102bf5c61ec211bd17c7dcd46266b42e21300806062a8503020203306d311f301d06035504030c16476f73
        7452333431302d32303031206578616d706c6531123010060355040a0c0943727970746f50726f310b30090603550406
        130252553129302706092a864886f70d010901161a476f737452333431302d32303031406578616d706c652e636f6d30
        1e170d3035303831363134313832305a170d3135303831363134313832305a306d311f301d06035504030c16476f7374
        52333431302d32303031206578616d706c6531123010060355040a0c0943727970746f50726f310b3009060355040613
        0252553129302706092a864886f70d010901161a476f737452333431302d32303031406578616d706c652e636f6d3063
        301c06062a8503020213301206072a85030202240006072a850302021e01034300044084956875 60021a407508cd138c
        31892cfde505037a435cf46d2b0fe74f327e578febcc16b9958803d09a7c85ae0fe48deaa6bb7e56c7cbb0df0f66bcca
        ea1a60
        """

    @Test("The certificate of RFC 4491, 4.2, and the message of RFC 4490, 9.1, are signed by its key")
    func documents() throws {
        let certificate = try Vector.octets(Self.certificate)
        let point = Array(certificate.suffix(64))
        let documents = [
            (
                certificate,
                """
                3c2fc90944b727a9eca7d5e9fb536dd2c3aa647c442edeed3116454fbc543fdd
                c1de176e8d1bec71b593f3dd36935577688989176220f4dab131d5b51c33dee2
                """
            ),
            (
                Array("sample text\n".utf8),
                """
                c0c342d93f8ffe2511118877bf89c3db834204d620f9682a99f6fe303be4f4c8
                f8d5b4dafbe1c69167341fbca67a0d127bfd1025c651db8db2f48c717eed72a9
                """
            ),
        ]
        for (document, signature) in documents {
            try expect(.cryptoProA, point, Digest.gost341194.hash(document.span), signature: Vector.octets(signature))
            var changed = document
            changed[0] ^= 1
            let digest = try Digest.gost341194.hash(changed.span)
            let halves = try halves(Vector.octets(signature))
            let result = try Internals.verify(
                .library(.cryptoProA),
                point: point,
                digest: digest,
                r: halves.r,
                s: halves.s
            )
            #expect(result.r != halves.r)
        }
    }

    /// r and s of a signature, which has s first and both with the most significant octet first (RFC 4491, 2.2.2).
    private func halves(_ signature: [UInt8]) -> (r: [UInt8], s: [UInt8]) {
        let count = signature.count / 2
        return (signature.suffix(count).reversed(), signature.prefix(count).reversed())
    }

    private func expect(_ curve: GOSTCurve, _ point: [UInt8], _ digest: [UInt8], signature: [UInt8]) throws {
        let (r, s) = halves(signature)
        let result = try Internals.verify(.library(curve), point: point, digest: digest, r: r, s: s)
        #expect(result.r == r)
    }

    @Test(
        "Signatures of the engine are right, on random input",
        arguments: [
            (GOSTCurve.cryptoProA, "gost2001", "A", "md_gost94"),
            (.tc26ParamSetA, "gost2012_256", "TCA", "md_gost12_256"),
            (.tc26ParamSet512A, "gost2012_512", "A", "md_gost12_512"),
            (.tc26ParamSet512C, "gost2012_512", "C", "md_gost12_512"),
        ]
    )
    func engine(_ curve: GOSTCurve, _ algorithm: String, _ parameters: String, _ digestName: String) async throws {
        let directory = try TemporaryDirectory()
        let file = directory.path("key.pem")
        _ = try await Engine.run(
            ["genpkey", "-engine", "gost", "-algorithm", algorithm, "-pkeyopt", "paramset:\(parameters)", "-out", file]
        )
        let spki = try await Engine.run(["pkey", "-engine", "gost", "-in", file, "-pubout", "-outform", "DER"])
        let data = try Random.octets(100)
        let signature = try await Engine.run(
            ["dgst", "-engine", "gost", "-\(digestName)", "-sign", file, "-binary"],
            input: data
        )
        let digest =
            switch digestName {
            case "md_gost94": try Digest.gost341194.hash(data.span)
            case "md_gost12_256": try Streebog.hash256(data.span)
            default: try Streebog.hash512(data.span)
            }
        try expect(curve, Array(spki.suffix(2 * curve.fieldLength)), digest, signature: signature)
    }
}
