import JetonASN1

@testable import CertificateRig
@testable import JetonValidation
@testable import JetonX509

/// An OCSP response, made octet by octet so that it can be wrong in any way.
struct MadeResponse {
    let request: OCSPIdentifier
    /// Who is named as the responder.
    var responder: MadeCertificate
    /// What signs.
    var key: SoftwareKey
    var thisUpdate = UniversalTime.now
    var nextUpdate: UniversalTime? = UniversalTime.now.adding(days: 2)
    /// When the certificate was revoked; nil if it was not.
    var revoked: UniversalTime?
    var nonce: [UInt8]?
    var reason: RevocationReason?
    /// When the response was made; nil for thisUpdate.
    var producedAt: UniversalTime?
    /// What stands for the Z of thisUpdate.
    var zone = "Z"

    init(_ request: OCSPIdentifier, by responder: MadeCertificate) {
        self.request = request
        self.responder = responder
        key = responder.key
    }

    var derRepresentation: [UInt8] {
        get throws {
            let status =
                revoked.map { DER.explicit(1, MadeResponse.time($0) + encodedReason) }
                ?? DER.element(.contextPrimitive(0), [])
            let single = DER.sequence(
                request.derRepresentation,
                status,
                MadeResponse.time(thisUpdate, zone),
                nextUpdate.map { DER.explicit(0, MadeResponse.time($0)) } ?? []
            )
            let repeated = nonce.map { nonce in
                DER.sequence(DER.sequence(DER.oid(.ocspNonce), DER.octetString(DER.octetString(nonce))))
            }
            let data = DER.sequence(
                DER.explicit(1, responder.certificate.subject.derRepresentation),
                MadeResponse.time(producedAt ?? thisUpdate),
                DER.sequence(single),
                repeated.map { DER.explicit(1, $0) } ?? []
            )
            let basic = DER.sequence(
                data,
                SignatureAlgorithm.ecdsa(.sha256).algorithmIdentifier.derRepresentation,
                DER.bitString(try key.signChecked(data, algorithm: .ecdsa(.sha256)).signature)
            )
            let bytes = DER.sequence(DER.oid(.ocspBasic), DER.octetString(basic))
            return DER.sequence(DER.element(.enumerated, [0]), DER.explicit(0, bytes))
        }
    }

    private var encodedReason: [UInt8] {
        reason.map { DER.explicit(0, DER.element(.enumerated, [UInt8($0.rawValue)])) } ?? []
    }

    private static func time(_ time: UniversalTime, _ zone: String = "Z") -> [UInt8] {
        DER.string(.generalizedTime, "\(time)".filter(\.isNumber) + zone)
    }
}
