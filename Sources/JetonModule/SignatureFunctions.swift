import CCryptoki
import TokenEngine

/// Signatures: PKCS #11 3.2, 5.13 to 5.16.
enum SignatureFunctions {
    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        installSigning(&table)
        installVerification(&table)
        table.C_SignRecoverInit = { session, _, _ in notSupported(session) }
        table.C_SignRecover = { session, _, _, _, _ in notSupported(session) }
        table.C_VerifyRecoverInit = { session, _, _ in notSupported(session) }
        table.C_VerifyRecover = { session, _, _, _, _ in notSupported(session) }
    }

    private static func installSigning(_ table: inout CK_FUNCTION_LIST_3_2) {
        table.C_SignInit = { session, mechanism, key in
            call { (engine) throws(TokenFault) in
                guard mechanism != nil else { return try engine.cancel(session, .signing) }
                try engine.signInit(session, try Mechanisms.read(mechanism), key)
            }
        }
        table.C_Sign = { session, data, length, target, count in
            call { (engine) throws(TokenFault) in
                let count = try required(count)
                try give(target, count, length: try engine.signatureLength(session)) { () throws(TokenFault) in
                    try withOctets(data, length) { (span) throws(TokenFault) in
                        try engine.signUpdate(session, span)
                    }
                    return try engine.signFinal(session)
                }
            }
        }
        table.C_SignUpdate = { session, part, length in
            call { (engine) throws(TokenFault) in
                try withOctets(part, length) { (span) throws(TokenFault) in try engine.signUpdate(session, span) }
            }
        }
        table.C_SignFinal = { session, target, count in
            call { (engine) throws(TokenFault) in
                let count = try required(count)
                try give(target, count, length: try engine.signatureLength(session)) { () throws(TokenFault) in
                    try engine.signFinal(session)
                }
            }
        }
    }

    private static func installVerification(_ table: inout CK_FUNCTION_LIST_3_2) {
        table.C_VerifyInit = { session, mechanism, key in
            call { (engine) throws(TokenFault) in
                guard mechanism != nil else { return try engine.cancel(session, .verification) }
                try engine.verifyInit(session, try Mechanisms.read(mechanism), key)
            }
        }
        table.C_Verify = { session, data, length, signature, signatureLength in
            call { (engine) throws(TokenFault) in
                let signature = try octets(signature, signatureLength, beyond: .signatureLengthRange)
                try withOctets(data, length) { (span) throws(TokenFault) in try engine.verifyUpdate(session, span) }
                try engine.verifyFinal(session, signature)
            }
        }
        table.C_VerifyUpdate = { session, part, length in
            call { (engine) throws(TokenFault) in
                try withOctets(part, length) { (span) throws(TokenFault) in try engine.verifyUpdate(session, span) }
            }
        }
        table.C_VerifyFinal = { session, signature, length in
            call { (engine) throws(TokenFault) in
                try engine.verifyFinal(session, try octets(signature, length, beyond: .signatureLengthRange))
            }
        }
        table.C_VerifySignatureInit = { session, mechanism, key, signature, length in
            call { (engine) throws(TokenFault) in
                guard mechanism != nil else { return try engine.cancel(session, .verification) }
                let signature = try octets(signature, length, beyond: .signatureLengthRange)
                try engine.verifyInit(session, try Mechanisms.read(mechanism), key, signature: signature)
            }
        }
        table.C_VerifySignature = { session, data, length in
            call { (engine) throws(TokenFault) in
                try withOctets(data, length) { (span) throws(TokenFault) in try engine.verifyUpdate(session, span) }
                try engine.verifyFinal(session, nil)
            }
        }
        table.C_VerifySignatureUpdate = { session, part, length in
            call { (engine) throws(TokenFault) in
                try withOctets(part, length) { (span) throws(TokenFault) in try engine.verifyUpdate(session, span) }
            }
        }
        table.C_VerifySignatureFinal = { session in
            call { (engine) throws(TokenFault) in try engine.verifyFinal(session, nil) }
        }
    }
}
