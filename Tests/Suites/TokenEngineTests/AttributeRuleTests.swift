import JetonOctets
import Testing
import VirtualCard

@testable import TokenEngine

/// What callers may say of objects: every row of the table, and the attacks that were possible without it.
@Suite("Attributes that callers give")
struct AttributeRuleTests {
    /// A template that makes a session object of a class.
    private static func template(_ objectClass: ObjectClass) -> [EngineAttribute] {
        let number = Template.number(.class, objectClass.rawValue)
        switch objectClass {
        case .data: return [number, EngineAttribute(.value, [1, 2])]
        case .secretKey:
            return [number, Template.number(.keyType, 0x10), EngineAttribute(.value, [UInt8](repeating: 7, count: 16))]
        case .publicKey:
            return [
                number, Template.number(.keyType, 0x40), KeyKind.ed25519.parameters,
                EngineAttribute(.ecPoint, [0x04, 0x20] + [UInt8](repeating: 9, count: 32)),
            ]
        default: return [number]
        }
    }

    private static let creatable: [ObjectClass] = [.data, .publicKey, .secretKey]

    /// A value of the right form and one of each wrong length.
    private static func values(_ rule: AttributeRule) -> (right: [UInt8], wrong: [[UInt8]]) {
        switch rule.form {
        case .flag: ([0], [[], [2], [0xFF], [1, 0], AttributeSet.octets(1)])
        case .number: (AttributeSet.octets(0), [[], [1], [0, 0, 0, 1], [UInt8](repeating: 0, count: 9)])
        case .date: (Array("20261122".utf8), [[0x32], Array("2026112".utf8), Array("2026-11-".utf8)])
        case .numbers: (AttributeSet.octets(1), [[1], [UInt8](repeating: 0, count: 12)])
        case .bytes(let lengths):
            (
                [UInt8](repeating: 0x41, count: lengths.lowerBound),
                lengths.upperBound < 4096 ? [[UInt8](repeating: 0x41, count: lengths.upperBound + 1)] : []
            )
        }
    }

    @Test("A value of a wrong length is refused before anything is stored", arguments: creatable)
    func lengths(_ objectClass: ObjectClass) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let template = Self.template(objectClass)
        let given = Set(template.map(\.type))
        let before = try rig.find([], in: session)
        for (type, rule) in AttributeRules.table[objectClass] ?? [:] {
            // The templates are those of an Ed25519 key.
            let isOther = rule.keyTypes.map { !$0.contains(.ecEdwards) } ?? false
            for value in Self.values(rule).wrong {
                let rest = template.filter { $0.type != type }
                let code = fault { _ = try rig.engine.createObject(session, rest + [EngineAttribute(type, value)]) }
                #expect(code == (isOther ? .attributeTypeInvalid : .attributeValueInvalid), "\(type) \(value.count)")
            }
            // What is right is taken where the table says so, and is the token's to say elsewhere.
            guard !given.contains(type), !isOther else { continue }
            let maker = try rig.engine.openSession(slot: 0, isReadWrite: false)
            let code = fault {
                _ = try rig.engine.createObject(maker, template + [EngineAttribute(type, Self.values(rule).right)])
            }
            #expect(code == (rule.calls.contains(.create) ? nil : .attributeReadOnly), "\(type)")
            try rig.engine.closeSession(maker)
        }
        #expect(try rig.find([], in: session) == before)
    }

    @Test("What a class does not have is not stored", arguments: creatable)
    func unknown(_ objectClass: ObjectClass) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        var others: [AttributeType] = [
            .profileID, .hwFeatureType, .wrapTemplate, .unwrapTemplate, .deriveTemplate, .rutokenModelName,
            AttributeType(rawValue: 0x8000_0001), AttributeType(rawValue: 0x7777), AttributeType(rawValue: .max),
        ]
        let own = AttributeRules.table[objectClass] ?? [:]
        for rules in AttributeRules.table.values { others += rules.keys.filter { own[$0] == nil } }
        for type in others {
            for value in [[0], AttributeSet.octets(4096)] {
                let template = Self.template(objectClass) + [EngineAttribute(type, value)]
                #expect(
                    fault { _ = try rig.engine.createObject(session, template) } == .attributeTypeInvalid,
                    "\(type)"
                )
            }
        }
    }

    @Test(
        "What only the token knows is not the caller's to say",
        arguments: [
            Template.flag(.local, true), Template.flag(.alwaysSensitive, true), Template.flag(.neverExtractable, true),
            Template.number(.keyGenMechanism, 0x1080), Template.number(.valueLen, 4096),
            Template.flag(.trusted, true), Template.text(.uniqueID, "mine"),
        ]
    )
    func forged(_ attribute: EngineAttribute) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let template = Self.template(.secretKey) + [attribute]
        #expect(fault { _ = try rig.engine.createObject(session, template) } == .attributeReadOnly)
        let key = try rig.engine.createObject(session, Self.template(.secretKey))
        #expect(fault { _ = try rig.engine.copyObject(session, key, [attribute]) } == .attributeReadOnly)
        #expect(fault { try rig.engine.setAttributes(session, key, [attribute]) } == .attributeReadOnly)
    }

    @Test("Only the security officer says that an object is trusted, and not of one on the card")
    func trusted() throws {
        let rig = try EngineRig()
        let session = try rig.engine.openSession(slot: 0, isReadWrite: true)
        try rig.engine.logIn(session, .securityOfficer, EngineRig.secret(EngineRig.securityOfficerPIN))
        let template = Self.template(.publicKey) + [Template.flag(.trusted, true)]
        let key = try rig.engine.createObject(session, template)
        #expect(try rig.value(.trusted, of: key, in: session) == [1])
        let kept = template + [Template.flag(.token, true)]
        #expect(fault { _ = try rig.engine.createObject(session, kept) } == .templateInconsistent)
        try rig.engine.logOut(session)
        #expect(fault { _ = try rig.engine.createObject(session, template) } == .attributeReadOnly)
    }

    @Test("A key whose CKA_SENSITIVE is eight bytes long is not made, by any call")
    func sensitive() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let wide = Template.number(.sensitive, 1)
        #expect(
            fault { _ = try rig.engine.createObject(session, Self.template(.secretKey) + [wide]) }
                == .attributeValueInvalid
        )
        let key = try rig.engine.createObject(session, Self.template(.secretKey))
        #expect(fault { _ = try rig.engine.copyObject(session, key, [wide]) } == .attributeValueInvalid)
        #expect(fault { try rig.engine.setAttributes(session, key, [wide]) } == .attributeValueInvalid)
        #expect(fault { _ = try rig.generate(.p256, in: session, [wide]) } == .attributeValueInvalid)
        let pair = try rig.generate(.p256, in: session)
        let point = try rig.value(.ecPoint, of: pair.publicKey, in: session)
        let mechanism = EngineMechanism(.ecdh1Derive, .ecdh(derivation: .null, sharedData: [], publicData: point))
        #expect(
            fault { _ = try rig.engine.deriveKey(session, mechanism, pair.privateKey, [wide]) }
                == .attributeValueInvalid
        )
    }

    @Test("A copy stays as close as its original, and may be closer")
    func copies() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let open = try rig.engine.createObject(session, Self.template(.secretKey))
        let closed = try rig.engine.createObject(
            session,
            Self.template(.secretKey) + [Template.flag(.sensitive, true), Template.flag(.extractable, false)]
        )
        let copy = try rig.engine.copyObject(session, closed, [])
        #expect(try rig.value(.sensitive, of: copy, in: session) == [1])
        #expect(try rig.value(.extractable, of: copy, in: session) == [0])
        #expect(fault { _ = try rig.value(.value, of: copy, in: session) } == .attributeSensitive)
        for opening in [Template.flag(.sensitive, false), Template.flag(.extractable, true)] {
            #expect(fault { _ = try rig.engine.copyObject(session, closed, [opening]) } == .attributeReadOnly)
        }
        for closing in [Template.flag(.sensitive, true), Template.flag(.extractable, false)] {
            let copy = try rig.engine.copyObject(session, open, [closing])
            #expect(fault { _ = try rig.value(.value, of: copy, in: session) } == .attributeSensitive)
            #expect(try rig.value(.alwaysSensitive, of: copy, in: session) == [0])
        }
        let fixed = try rig.engine.createObject(session, Self.template(.data) + [Template.flag(.copyable, false)])
        #expect(fault { _ = try rig.engine.copyObject(session, fixed, []) } == .actionProhibited)
    }

    @Test("A copy is of its original's class, and has its attributes")
    func copiedClass() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let data = try rig.engine.createObject(session, Self.template(.data))
        for number: UInt in [1, 2, 3, 4, 77] {
            let other = [Template.number(.class, number)]
            #expect(fault { _ = try rig.engine.copyObject(session, data, other) } == .attributeReadOnly)
        }
        #expect(
            fault { _ = try rig.engine.copyObject(session, data, [EngineAttribute(.modulus, [1])]) }
                == .attributeTypeInvalid
        )
        let changed = try rig.engine.copyObject(session, data, [EngineAttribute(.value, [3])])
        #expect(try rig.value(.value, of: changed, in: session) == [3])
        #expect(try rig.value(.value, of: data, in: session) == [1, 2])
        let kept = try rig.engine.copyObject(
            session,
            data,
            [Template.number(.class, 0), Template.flag(.token, true), Template.text(.label, "kept")]
        )
        #expect(try rig.value(.value, of: kept, in: session) == [1, 2])
        #expect(try rig.value(.token, of: kept, in: session) == [1])
    }

    @Test(
        "Templates of a key pair are checked before the card makes it",
        arguments: [
            (Template.number(.token, 1), false, ReturnValue.attributeValueInvalid),
            (Template.number(.verify, 1), false, .attributeValueInvalid),
            (Template.number(.sign, 1), true, .attributeValueInvalid),
            (EngineAttribute(.ecPoint, [4]), false, .attributeReadOnly),
            (EngineAttribute(.modulus, [4]), false, .attributeTypeInvalid),
            (EngineAttribute(.value, [4]), true, .attributeReadOnly),
            (Template.flag(.local, true), true, .attributeReadOnly),
            (Template.flag(.trusted, true), false, .attributeReadOnly),
            (Template.text(.application, "x"), true, .attributeTypeInvalid),
        ]
    )
    func generated(_ attribute: EngineAttribute, _ isPrivate: Bool, _ code: ReturnValue) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let found = fault {
            _ = try rig.engine.generateKeyPair(
                session,
                KeyKind.p256.mechanism,
                publicTemplate: [KeyKind.p256.parameters] + (isPrivate ? [] : [attribute]),
                privateTemplate: isPrivate ? [attribute] : []
            )
        }
        #expect(found == code)
        #expect(try SoftwareCard(at: rig.path()).status().keyReferences == [])
    }

    @Test("What follows from an object's value can't be said otherwise")
    func derived() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let template = Self.template(.publicKey)
        let key = try rig.engine.createObject(session, template)
        let info = try rig.value(.publicKeyInfo, of: key, in: session)
        _ = try rig.engine.createObject(session, template + [EngineAttribute(.publicKeyInfo, info)])
        let forged = template + [EngineAttribute(.publicKeyInfo, Array(info.dropLast()) + [0])]
        #expect(fault { _ = try rig.engine.createObject(session, forged) } == .templateInconsistent)
        let short = [
            Template.number(.class, 4), Template.number(.keyType, 0x1F), EngineAttribute(.value, [1, 2, 3]),
        ]
        #expect(fault { _ = try rig.engine.createObject(session, short) } == .attributeValueInvalid)
    }
}
