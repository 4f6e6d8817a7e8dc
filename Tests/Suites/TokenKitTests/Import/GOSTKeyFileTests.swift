import Cryptoki
import JetonASN1
import JetonOctets
import Testing
import TokenKit

/// Private keys of GOST R 34.10 in PKCS #8, in the forms in which programs write them.
@Suite("Files with keys of GOST R 34.10")
struct GOSTKeyFileTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let algorithm: OID
        let set: OID
        var digest: OID?

        var length: Int { algorithm == .gost2012Of512 ? 64 : 32 }
        var testDescription: String { "\(name), \(set.name ?? "\(set)")" }
    }

    static let kinds = [
        Kind(name: "gost:2001", algorithm: .gost2001, set: .gostCryptoProA, digest: .gost341194CryptoPro),
        Kind(name: "gost:2001", algorithm: .gost2001, set: .gostCryptoProXchA, digest: .gost341194CryptoPro),
        Kind(name: "gost:256a", algorithm: .gost2012Of256, set: .gost2012Of256SetA),
        Kind(name: "gost:256b", algorithm: .gost2012Of256, set: .gostCryptoProA, digest: .streebog256),
        Kind(name: "gost:256b", algorithm: .gost2012Of256, set: .gost2012Of256SetB),
        Kind(name: "gost:256c", algorithm: .gost2012Of256, set: .gostCryptoProB, digest: .streebog256),
        Kind(name: "gost:256c", algorithm: .gost2012Of256, set: .gost2012Of256SetC),
        Kind(name: "gost:512a", algorithm: .gost2012Of512, set: .gost2012Of512SetA),
        Kind(name: "gost:512b", algorithm: .gost2012Of512, set: .gost2012Of512SetB, digest: .streebog512),
    ]

    private static func read(_ kind: Kind, _ key: [UInt8]) throws -> PrivateKeyFile {
        let parameters = DER.sequence(DER.oid(kind.set), kind.digest.map { DER.oid($0) } ?? [])
        let info = DER.sequence(
            DER.integer(0),
            DER.sequence(DER.oid(kind.algorithm), parameters),
            DER.octetString(key)
        )
        return try PrivateKeyFile(der: Secret(copying: info.span))
    }

    /// A number below every order, with the most significant byte first; its first byte as a sign, or none.
    private static func number(_ kind: Kind, first: UInt8) -> [UInt8] {
        [first] + (1..<UInt8(kind.length)).map { 0xFF - $0 }
    }

    private static func value(_ attributes: [Attribute]) -> Attribute.Value? {
        attributes.first { $0.type == .value }?.value
    }

    @Test(
        "A bare number, one in an OCTET STRING and an INTEGER are the same key",
        arguments: kinds,
        [0x00, 0x11, 0x3F]
    )
    func forms(_ kind: Kind, _ first: UInt8) throws {
        let number = Self.number(kind, first: first)
        let little = Array(number.reversed())
        let integer = DER.integer(magnitude: Array(number.drop { $0 == 0 }))
        var points: Set<[UInt8]> = []
        for key in [little, DER.octetString(little), integer] {
            let file = try Self.read(kind, key)
            #expect("\(file.specification)" == kind.name)
            let templates = file.templates(label: "k", id: [1])
            guard case .secret(let secret) = Self.value(templates.privateKey) else {
                Issue.record("the private value is not kept as a secret")
                continue
            }
            let isSame = secret.equals(Secret(copying: little.span))
            #expect(isSame)
            if case .octets(let point) = Self.value(templates.publicKey) { points.insert(point) }
        }
        #expect(points.count == 1 && points.first?.count == 2 * kind.length)
    }

    @Test("Both halves name the parameter set, in whichever form the token takes")
    func parameters() throws {
        let kind = Self.kinds[3]
        let file = try Self.read(kind, Self.number(kind, first: 1))
        for form in file.specification.parameterForms {
            let templates = file.templates(label: "k", id: [1], form: form)
            for template in [templates.publicKey, templates.privateKey] {
                let set = template.first { $0.type == .gostr3410Params }
                guard case .octets(form.value) = set?.value else {
                    Issue.record("the template lacks the parameter set")
                    continue
                }
            }
        }
    }

    @Test("Zero and numbers from the order on are refused", arguments: kinds)
    func range(_ kind: Kind) throws {
        for octet: UInt8 in [0x00, 0xFF] {
            let key = [UInt8](repeating: octet, count: kind.length)
            #expect(throws: PrivateKeyFile.Failure.outOfRange) { _ = try Self.read(kind, key) }
            #expect(throws: PrivateKeyFile.Failure.outOfRange) { _ = try Self.read(kind, DER.octetString(key)) }
        }
    }

    /// RFC 4357, 11.4: the order of CryptoPro-A.
    private static let order: [UInt8] =
        [UInt8](repeating: 0xFF, count: 16) + [
            0x6C, 0x61, 0x10, 0x70, 0x99, 0x5A, 0xD1, 0x00, 0x45, 0x84, 0x1B, 0x09, 0xB7, 0x61, 0xB8, 0x93,
        ]

    @Test("The number before the order is the last that is taken")
    func order() throws {
        let kind = Self.kinds[3]
        var number = Self.order
        #expect(throws: PrivateKeyFile.Failure.outOfRange) { _ = try Self.read(kind, DER.integer(magnitude: number)) }
        number[31] -= 1
        #expect(throws: Never.self) { _ = try Self.read(kind, DER.integer(magnitude: number)) }
    }

    @Test("A masked key is refused with CryptoPro's name", arguments: [0, 3, 7])
    func masked(_ index: Int) throws {
        let kind = Self.kinds[index]
        let twice = [UInt8](repeating: 0x11, count: 2 * kind.length)
        let parts = DER.sequence(DER.octetString(twice), DER.octetString(twice))
        for key in [twice, DER.octetString(twice), DER.octetString(twice + twice), parts] {
            let failure = #expect(throws: PrivateKeyFile.Failure.self) { _ = try Self.read(kind, key) }
            #expect(failure?.description.contains("masked by CryptoPro") == true, "\(String(describing: failure))")
        }
    }

    @Test("A set that tokens are not asked for is refused with its name")
    func sets() throws {
        let sets: [(OID, OID)] = [
            (.gost2012Of512, .gost2012Of512SetC), (.gost2012Of256, .gostCryptoProC), (.gost2001, .gostCryptoProB),
            (.gost2012Of256, .gost2012Of512SetA), (.gost2001, .gost2012Of256SetA),
        ]
        for (algorithm, set) in sets {
            let kind = Kind(name: "", algorithm: algorithm, set: set)
            let failure = #expect(throws: PrivateKeyFile.Failure.self) {
                _ = try Self.read(kind, Self.number(kind, first: 1))
            }
            #expect(failure?.description.contains(set.name ?? "?") == true, "\(String(describing: failure))")
        }
    }

    @Test("Numbers of another length, and what follows a number, are malformed")
    func malformed() throws {
        let kind = Self.kinds[2]
        let number = [UInt8](repeating: 0x11, count: kind.length)
        let bad: [[UInt8]] = [
            [], [0x04], Array(number.dropLast()), number + [0x11], DER.octetString(Array(number.dropLast())),
            DER.octetString(number + [0x11]), DER.octetString(number) + DER.null,
            DER.integer(magnitude: [0x11] + number),
            [0x02, 0x20, 0x80] + number.dropFirst(), DER.null,
        ]
        for key in bad {
            #expect(throws: PrivateKeyFile.Failure.malformed, "\(key)") { _ = try Self.read(kind, key) }
        }
    }
}
