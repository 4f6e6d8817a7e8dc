import JetonOctets
import TestRig
import Testing
import VirtualCard

@testable import TokenEngine

/// An engine over virtual cards in a folder of its own.
final class EngineRig {
    static let pin = "234567"
    static let securityOfficerPIN = "87654321"

    let folder: TemporaryDirectory
    let engine: Engine

    /// Makes cards; initialized ones have their name as the label, and the user PIN set.
    init(_ names: [String] = ["alpha"], isInitialized: Bool = true) throws {
        folder = try TemporaryDirectory()
        for name in names { _ = try SoftwareCard.create(at: folder.path("\(name).card")) }
        engine = Engine([VirtualCardDirectory(folder.path)])
        let slots = engine.slotIdentifiers(withToken: true, isNewList: true)
        for (slot, name) in zip(slots, names.sorted()) where isInitialized {
            try engine.initializeToken(slot, Self.secret(Self.securityOfficerPIN), label: name)
            let session = try engine.openSession(slot: slot, isReadWrite: true)
            try engine.logIn(session, .securityOfficer, Self.secret(Self.securityOfficerPIN))
            try engine.initializePIN(session, Self.secret(Self.pin))
            try engine.closeSession(session)
        }
    }

    /// Another engine over the same cards, as another process would have it.
    func anotherEngine() -> Engine {
        let engine = Engine([VirtualCardDirectory(folder.path)])
        _ = engine.slotIdentifiers(withToken: true, isNewList: true)
        return engine
    }

    func path(_ name: String = "alpha") -> String { folder.path("\(name).card") }

    static func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }

    /// A session in which the user has logged in.
    func userSession(slot: UInt = 0, isReadWrite: Bool = true) throws -> UInt {
        let session = try engine.openSession(slot: slot, isReadWrite: isReadWrite)
        try engine.logIn(session, .user, Self.secret(Self.pin))
        return session
    }
}

/// Attributes in the order of a template.
enum Template {
    static func flag(_ type: AttributeType, _ value: Bool) -> EngineAttribute { EngineAttribute(type, [value ? 1 : 0]) }
    static func number(_ type: AttributeType, _ value: UInt) -> EngineAttribute {
        EngineAttribute(type, AttributeSet.octets(value))
    }
    static func text(_ type: AttributeType, _ value: String) -> EngineAttribute {
        EngineAttribute(type, Array(value.utf8))
    }
}

/// The kinds of keys that a card has.
enum KeyKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case rsa2048, p256, p384, ed25519, x25519

    var testDescription: String { rawValue }

    var mechanism: EngineMechanism {
        switch self {
        case .rsa2048: EngineMechanism(.rsaPKCSKeyPairGen)
        case .p256, .p384: EngineMechanism(.ecKeyPairGen)
        case .ed25519: EngineMechanism(.ecEdwardsKeyPairGen)
        case .x25519: EngineMechanism(.ecMontgomeryKeyPairGen)
        }
    }

    var parameters: EngineAttribute {
        switch self {
        case .rsa2048: Template.number(.modulusBits, 2048)
        case .p256: EngineAttribute(.ecParams, [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
        case .p384: EngineAttribute(.ecParams, [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22])
        case .ed25519: Template.text(.ecParams, "\u{13}\u{0C}edwards25519")
        case .x25519: EngineAttribute(.ecParams, [0x06, 0x03, 0x2B, 0x65, 0x6E])
        }
    }
}

extension EngineRig {
    /// A key pair on the token.
    func generate(
        _ kind: KeyKind,
        in session: UInt,
        label: String = "key",
        identifier: [UInt8]? = nil,
        _ more: [EngineAttribute] = []
    ) throws -> (publicKey: UInt, privateKey: UInt) {
        let names =
            [Template.text(.label, label)] + (identifier.map { [EngineAttribute(.id, $0)] } ?? [])
        return try engine.generateKeyPair(
            session,
            kind.mechanism,
            publicTemplate: [Template.flag(.token, true), kind.parameters] + names,
            privateTemplate: [Template.flag(.token, true)] + names + more
        )
    }

    func sign(_ data: [UInt8], _ mechanism: EngineMechanism, _ key: UInt, in session: UInt) throws -> [UInt8] {
        try engine.signInit(session, mechanism, key)
        try engine.signUpdate(session, data.span)
        return try engine.signFinal(session)
    }

    func verify(
        _ signature: [UInt8],
        _ data: [UInt8],
        _ mechanism: EngineMechanism,
        _ key: UInt,
        in session: UInt
    ) throws {
        try engine.verifyInit(session, mechanism, key)
        try engine.verifyUpdate(session, data.span)
        try engine.verifyFinal(session, signature)
    }

    func find(_ template: [EngineAttribute], in session: UInt) throws -> [UInt] {
        try engine.findObjectsInit(session, template)
        defer { try? engine.findObjectsFinal(session) }
        return try engine.findObjects(session, 1000)
    }

    func value(_ type: AttributeType, of object: UInt, in session: UInt) throws -> [UInt8] {
        try engine.values(session, object, [type])[0].get()
    }
}

/// The code of the fault that a closure throws; nil if it throws none.
func fault(_ body: () throws -> Void) -> ReturnValue? {
    do {
        try body()
        return nil
    } catch {
        return (error as? TokenFault)?.code
    }
}
