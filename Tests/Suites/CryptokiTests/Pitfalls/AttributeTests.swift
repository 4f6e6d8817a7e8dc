import Cryptoki
import TestRig
import Testing

@Suite("Pitfalls: attributes")
struct AttributeTests {
    private static let types: [AttributeType] = [.class, .label, .id, .value, .keyType, .token]
    private static let objects =
        "object = class:secret,keytype:aes,label:k1,sensitive:false,extractable:true,id:0a0b,value:00112233\n"

    private static func read(
        _ settings: String,
        _ types: [AttributeType] = types
    ) throws -> AttributeValues {
        let token = try FaultToken(settings)
        var session = try token.session()
        let object = try #require(session.find([.label("k1")]).first)
        return try session.attributes(types, of: object)
    }

    @Test("16 attributes are one call")
    func oneCall() async throws {
        let calls = try await FaultToken.counting(FaultToken.keys) { token in
            var session = try token.session()
            let key = try session.only(.privateKey, "rsa")
            let types: [AttributeType] = [
                .class, .label, .id, .keyType, .token, .private, .sensitive, .extractable, .sign, .decrypt, .unwrap,
                .derive, .local, .modulus, .publicExponent, .alwaysAuthenticate,
            ]
            let values = try session.attributes(types, of: key)
            #expect(values.label == "rsa")
            #expect(values.id == [1])
            #expect(values.objectClass == .privateKey)
            #expect(values.keyType == .rsa)
            #expect(values.flag(.sensitive) == true)
            #expect(values.octets(.modulus)?.count == 256)
        }
        #expect(calls["C_GetAttributeValue"] == 1)
    }

    @Test("A token with 42 objects is listed with at most 95 calls")
    func callEconomy() async throws {
        let objects = """
            object = class:private,keytype:rsa,label:key-%d,id:auto,count:14
            object = class:public,keytype:rsa,label:key-%d,id:auto,count:14
            object = class:cert,label:key-%d,id:auto,count:14
            """
        let calls = try await FaultToken.counting(objects) { token in
            _ = try token.module.info()
            for slot in try token.module.slots(withToken: true) {
                _ = try slot.info()
                _ = try slot.tokenInfo()
            }
            var session = try token.session()
            let found = try session.find()
            #expect(found.count == 42)
            for object in found {
                let values = try session.attributes(
                    [.class, .label, .id, .keyType, .certificateType, .value, .modulus, .ecParams, .subject],
                    of: object
                )
                #expect(values.label?.hasPrefix("key-") == true)
            }
        }
        let total = calls.filter { $0.key.hasPrefix("C_") }.values.reduce(0, +)
        #expect(total <= 95)
        #expect(calls["C_GetAttributeValue"] == 42)
    }

    @Test("A value larger than usual is fetched whole with two calls more")
    func large() async throws {
        let value = String(repeating: "ab", count: 10_000)
        let calls = try await FaultToken.counting("object = class:data,label:k1,value:\(value)\n") { token in
            var session = try token.session()
            let object = try session.only(.data, "k1")
            let values = try session.attributes([.label, .value, .application], of: object)
            #expect(values.octets(.value) == [UInt8](repeating: 0xAB, count: 10_000))
            #expect(values.label == "k1")
        }
        #expect(calls["C_GetAttributeValue"] == 3)
    }

    @Test(
        "P15: one attribute that is sensitive, unknown or said to be so spoils none of the others",
        arguments: ["sensitive", "invalid", "length:unavailable", "length:unavailable32"]
    )
    func spoiled(_ fault: String) throws {
        let values = try Self.read(Self.objects + "attribute.value = \(fault)\n")
        #expect(values[.value] == .unavailable)
        #expect(values.label == "k1")
        #expect(values.id == [0x0A, 0x0B])
        #expect(values.keyType == .aes)
    }

    @Test("P15: an attribute that makes the whole call fail is found by halving, and remembered")
    func poisoned() async throws {
        let settings = Self.objects + "attribute.id = poison:0x5\n"
        let calls = try await FaultToken.counting(settings) { token in
            var session = try token.session()
            let object = try session.only(.secretKey, "k1")
            for _ in 0..<2 {
                let values = try session.attributes(Self.types, of: object)
                #expect(values[.id] == .failed(.generalError))
                #expect(values.label == "k1")
                #expect(values.octets(.value) == [0x00, 0x11, 0x22, 0x33])
                #expect(values.all.map(\.type).count == Self.types.count)
            }
        }
        // Six attributes: halving takes at most 7 calls; later one for the healthy ones and one for the culprit.
        #expect(calls["C_GetAttributeValue", default: 0] <= 9)
    }

    @Test(
        "P14: a length larger than the buffer is not believed, and nothing is read beyond it",
        arguments: ["overlong:5000", "overlong:1000000", "length:18446744073709551614"]
    )
    func overlong(_ fault: String) throws {
        let values = try Self.read(Self.objects + "attribute.value = \(fault)\n")
        guard case .impossibleLength = values[.value] else {
            Issue.record("\(values[.value])")
            return
        }
        #expect(values.octets(.value) == nil)
        #expect(values.label == "k1")
    }

    @Test("An attribute of 1 MiB is read; one byte more is refused without room being made for it")
    func largest() throws {
        let directory = try TemporaryDirectory()
        let value = [UInt8](repeating: 0xAB, count: 1_048_576)
        let path = try directory.write(value, to: "value")
        let whole = try Self.read("object = class:data,label:k1,value:@\(path)\n", [.label, .value])
        #expect(whole.octets(.value) == value)
        let more = try directory.write(value + [0xAB], to: "more")
        let longer = try Self.read("object = class:data,label:k1,value:@\(more)\n", [.label, .value])
        #expect(longer[.value] == .impossibleLength(1_048_577))
        #expect(longer.label == "k1")
    }

    @Test("P16: numbers of four octets are read like those of eight")
    func fourOctets() throws {
        let values = try Self.read(Self.objects + "ulong_attributes = four_octets\n")
        #expect(values.octets(.class)?.count == 4)
        #expect(values.objectClass == .secretKey)
        #expect(values.keyType == .aes)
    }

    @Test(
        "P19: the point of a key is found in each of its encodings",
        arguments: [("raw", 65), ("octet_string", 67), ("bit_string", 68)]
    )
    func ecPoint(_ encoding: String, _ count: Int) throws {
        let token = try FaultToken("ec_point = \(encoding)\nobject = class:public,keytype:ec,label:k1\n")
        var session = try token.session()
        let key = try session.only(.publicKey, "k1")
        let octets = try #require(session.attributes([.ecPoint], of: key).octets(.ecPoint))
        #expect(octets.count == count)
        let point = try #require(ECPoint.uncompressed(octets, coordinateSize: 32))
        #expect(point.count == 65)
        #expect(point.prefix(3) == [0x04, 0x6B, 0x17])
    }

    @Test("P19: a bare point that looks like DER is taken for the bare point that its length says it is")
    func pointLikeDER() {
        // A first coordinate that begins with 3F reads as OCTET STRING of 63 octets.
        let bare: [UInt8] = [0x04, 0x3F] + [UInt8](repeating: 0x11, count: 63)
        #expect(ECPoint.uncompressed(bare, coordinateSize: 32) == bare)
        #expect(ECPoint.uncompressed(bare + [0], coordinateSize: 32) == nil)
        #expect(ECPoint.uncompressed([0x04, 0x41] + bare, coordinateSize: 32) == bare)
        #expect(ECPoint.uncompressed([0x04, 0x41] + bare + [0], coordinateSize: 32) == nil)
        #expect(ECPoint.uncompressed([0x04, 0x41, 0x02] + bare.dropFirst(), coordinateSize: 32) == nil)
        #expect(ECPoint.uncompressed([], coordinateSize: 32) == nil)
    }

    @Test("P19: points of P-521, whose wrapper has a long length, and of Ed25519", arguments: [133, 32])
    func otherPoints(_ count: Int) {
        let isEdwards = count == 32
        let bare = (isEdwards ? [] : [0x04]) + [UInt8](repeating: 0x22, count: isEdwards ? 32 : 132)
        let wrapped = (isEdwards ? [0x04, 0x20] : [0x04, 0x81, 0x85]) + bare
        let bits = (isEdwards ? [0x03, 0x21, 0x00] : [0x03, 0x81, 0x86, 0x00]) + bare
        for form in [bare, wrapped, bits] {
            let point = isEdwards ? ECPoint.edwards(form, count: 32) : ECPoint.uncompressed(form, coordinateSize: 66)
            #expect(point == bare)
        }
    }

    @Test("P21: templates that are nested without end are an error, and leave the rest readable")
    func nestedTemplates() throws {
        let token = try FaultToken(Self.objects + "attribute.wrap_template = nested\n")
        var session = try token.session()
        let object = try session.only(.secretKey, "k1")
        let error = #expect(throws: CryptokiError.self) { try session.template(.wrapTemplate, of: object) }
        #expect(error?.fault == .malformedValue)
        #expect(error?.context.attribute == .wrapTemplate)
        #expect(try session.attributes([.label, .wrapTemplate], of: object).label == "k1")
    }

    @Test("P22: labels padded with blanks, NULs or nothing are the same label", arguments: ["alpha", "nul:alpha"])
    func padding(_ label: String) throws {
        let token = try FaultToken("token.0.label = \(label)\n")
        #expect(try token.slot.tokenInfo().label.octets == Array("alpha".utf8))
    }

    @Test("P22: text that is not UTF-8, or would move the cursor, is shown harmlessly and kept as octets")
    func garbage() throws {
        let token = try FaultToken("token.0.label = hex:ff1b5b324a41e280ae\ntoken.0.model = hex:0000\n")
        let info = try token.slot.tokenInfo()
        #expect(info.label.octets == [0xFF, 0x1B, 0x5B, 0x32, 0x4A, 0x41, 0xE2, 0x80, 0xAE])
        #expect(info.label.description == "\u{FFFD}\u{FFFD}[2JA\u{FFFD}")
        #expect(info.model.isEmpty)
    }

    @Test("P14: counts that are withheld, in both forms, are not numbers", arguments: ["unavailable", "unavailable32"])
    func withheldCounts(_ value: String) throws {
        let token = try FaultToken("token.0.memory = \(value)\ntoken.0.reported_max_sessions = \(value)\n")
        let info = try token.slot.tokenInfo()
        #expect(info.maximumSessions == .unavailable)
        #expect(info.totalPublicMemory == .unavailable)
        #expect(try FaultToken("token.0.max_sessions = 0\n").slot.tokenInfo().maximumSessions == .unlimited)
    }
}
