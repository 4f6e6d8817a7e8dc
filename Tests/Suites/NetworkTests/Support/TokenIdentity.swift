import Cryptoki
import Foundation
import JetonNetwork
import JetonOctets
import JetonX509
import TestRig
import TokenKit

/// Kinds of keys on a SoftHSM token.
enum TokenKeyKind: String, CaseIterable, Sendable {
    case rsa, p256, p384, ed25519

    var specification: KeySpecification {
        switch self {
        case .rsa: .rsa(bits: 2048)
        case .p256: .ec(.p256)
        case .p384: .ec(.p384)
        case .ed25519: .ed25519
        }
    }
}

/// Client certificates whose keys lie on a SoftHSM token of the test program.
struct TokenIdentities {
    /// Each kind's certificate, self-signed, in one file.
    let file: String
    private let directory: TemporaryDirectory
    private let identities: [TokenKeyKind: TLSIdentity]

    static let shared = Result { try TokenIdentities() }

    func identity(_ kind: TokenKeyKind) throws -> TLSIdentity {
        guard let identity = identities[kind] else { throw TestRigError("no key \(kind)") }
        return identity
    }

    private init() throws {
        directory = try TemporaryDirectory()
        let module = try Module(path: SoftHSM.ofThisProcess.get().modulePath)
        let slot = try SoftHSM.makingToken {
            let empty = try module.slots().last { try !$0.tokenInfo().flags.contains(.tokenInitialized) }
            guard let empty else { throw TestRigError("SoftHSM has no empty slot") }
            try empty.initializeToken(label: "tls", securityOfficerPIN: Self.secret("87654321"))
            return empty
        }
        var officer = try Session(slot: slot, readWrite: true)
        try officer.login(.securityOfficer, pin: Self.secret("87654321"))
        try officer.initializePIN(Self.secret("123456"))
        try officer.logout()
        var session = try Session(slot: slot, readWrite: true)
        try session.login(pin: Self.secret("123456"))
        var identities: [TokenKeyKind: TLSIdentity] = [:]
        var text = ""
        for (index, kind) in TokenKeyKind.allCases.enumerated() {
            let options = KeyTemplates.Options(label: kind.rawValue, id: [UInt8(index + 1)])
            let pair = try session.generateKeyPair(
                Mechanism(kind.specification.generationMechanism),
                publicTemplate: KeyTemplates.publicKey(
                    kind.specification,
                    options,
                    form: kind.specification.parameterForms.last
                ),
                privateTemplate: KeyTemplates.privateKey(kind.specification, options)
            )
            let key = try TokenSigningKey(pair.privateKey, session: Session(slot: slot))
            let template = try CertificateTemplate(subject: DistinguishedName("CN=token-\(kind)"), days: 2)
            let certificate = try template.selfSigned(by: key)
            text += certificate.pemRepresentation
            identities[kind] = try TLSIdentity(key: key, certificates: [certificate])
        }
        self.identities = identities
        file = try directory.write(text, to: "clients.pem")
        // The login of a token holds as long as one of its sessions is open: those of the keys are.
    }

    private static func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }
}
