import Foundation
import JetonOctets
import SSHWire
import TestRig
import Testing

@Suite("Keys and signatures in the form of SSH")
struct SSHKeyTests {
    @Test(
        "A key of ssh-keygen is read and written as the same bytes",
        arguments: [["rsa", "2048"], ["ecdsa", "256"], ["ecdsa", "384"], ["ecdsa", "521"], ["ed25519", "256"]]
    )
    func keys(kind: [String]) async throws {
        let directory = try TemporaryDirectory()
        let blob = try await KeyGenerator.publicBlob(kind[0], bits: kind[1], in: directory)
        #expect(try SSHPublicKey(blob).blob == blob)
    }

    @Test("A certificate of ssh-keygen is read, and its body is what an authority signs")
    func certificates() async throws {
        let directory = try TemporaryDirectory()
        let authority = try await KeyGenerator.publicBlob("ed25519", bits: "256", in: directory, name: "ca")
        let key = try await KeyGenerator.publicBlob("ecdsa", bits: "256", in: directory, name: "user")
        try await KeyGenerator.run([
            "-q", "-s", directory.path("ca"), "-I", "a name", "-n", "root,git", "-z", "7", directory.path("user.pub"),
        ])
        let blob = try KeyGenerator.blob(inFile: directory.path("user-cert.pub"))
        let certificate = try SSHCertificate(blob)
        #expect(certificate.key.blob == key)
        #expect(certificate.authority == authority)
        #expect(certificate.principals.map(\.unescaped) == ["root", "git"])
        #expect(certificate.identifier.unescaped == "a name")
        #expect(certificate.serialNumber == 7)
        #expect(certificate.kind == .user)
        let signature = blob.suffix(4 + 4 + 11 + 4 + 64)
        let body = Array(blob.dropLast(signature.count))
        #expect(SignedData(body) == .certificate(certificate))
        #expect(SignedData(blob).purpose == .raw)
    }

    @Test("A number that is negative or longer than it must be is refused", arguments: ["0000000180", "00000002007f"])
    func numbers(hex: String) throws {
        var reader = SSHReader(try #require(Hex.decode(hex)))
        #expect(throws: EncodingError.self) { try reader.magnitude() }
    }

    @Test("A signature of ECDSA is two numbers of SSH")
    func ecdsa() throws {
        let value = SSHSignature.ecdsaValue(r: [0, 0, 0x80, 1], s: [0x7F])
        #expect(value == [0, 0, 0, 3, 0, 0x80, 1, 0, 0, 0, 1, 0x7F])
        let signature = SSHSignature(algorithm: "ecdsa-sha2-nistp256", value: value)
        let numbers = try SSHSignature(signature.blob).ecdsaNumbers()
        #expect(numbers.r == [0x80, 1])
        #expect(numbers.s == [0x7F])
    }
}
