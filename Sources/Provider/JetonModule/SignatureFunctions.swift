import CCryptoki
import TokenEngine

/// Signatures: PKCS #11 3.2, 5.13 to 5.16.
enum SignatureFunctions {
    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        installSigning(&table)
        installVerification(&table)
        unsafe table.C_SignRecoverInit = { session, _, _ in notSupported(session) }
        unsafe table.C_SignRecover = { session, _, _, _, _ in notSupported(session) }
        unsafe table.C_VerifyRecoverInit = { session, _, _ in notSupported(session) }
        unsafe table.C_VerifyRecover = { session, _, _, _, _ in notSupported(session) }
    }

    private static func installSigning(_ table: inout CK_FUNCTION_LIST_3_2) {
        unsafe table.C_SignInit = { session, mechanism, key in
            call { (engine) throws(TokenFault) in
                guard unsafe mechanism != nil else { return try engine.cancel(session, .sign) }
                try unsafe engine.signInit(session, try Mechanisms.read(mechanism), key)
            }
        }
        unsafe table.C_Sign = { session, data, length, target, count in
            call { (engine) throws(TokenFault) in
                let count = try unsafe required(count)
                try unsafe give(target, count, length: try engine.signatureLength(session)) { () throws(TokenFault) in
                    try unsafe withOctets(data, length) { (span) throws(TokenFault) in
                        try engine.signUpdate(session, span)
                    }
                    return try engine.signFinal(session)
                }
            }
        }
        unsafe table.C_SignUpdate = { session, part, length in
            call { (engine) throws(TokenFault) in
                try unsafe withOctets(part, length) { (span) throws(TokenFault) in try engine.signUpdate(session, span)
                }
            }
        }
        unsafe table.C_SignFinal = { session, target, count in
            call { (engine) throws(TokenFault) in
                let count = try unsafe required(count)
                try unsafe give(target, count, length: try engine.signatureLength(session)) { () throws(TokenFault) in
                    try engine.signFinal(session)
                }
            }
        }
    }

    private static func installVerification(_ table: inout CK_FUNCTION_LIST_3_2) {
        unsafe table.C_VerifyInit = { session, mechanism, key in
            call { (engine) throws(TokenFault) in
                guard unsafe mechanism != nil else { return try engine.cancel(session, .verify) }
                try unsafe engine.verifyInit(session, try Mechanisms.read(mechanism), key)
            }
        }
        unsafe table.C_Verify = { session, data, length, signature, signatureLength in
            call { (engine) throws(TokenFault) in
                let signature = try unsafe octets(signature, signatureLength, beyond: .signatureLenRange)
                try unsafe withOctets(data, length) { (span) throws(TokenFault) in
                    try engine.verifyUpdate(session, span)
                }
                try engine.verifyFinal(session, signature)
            }
        }
        unsafe table.C_VerifyUpdate = { session, part, length in
            call { (engine) throws(TokenFault) in
                try unsafe withOctets(part, length) { (span) throws(TokenFault) in
                    try engine.verifyUpdate(session, span)
                }
            }
        }
        unsafe table.C_VerifyFinal = { session, signature, length in
            call { (engine) throws(TokenFault) in
                try unsafe engine.verifyFinal(session, try octets(signature, length, beyond: .signatureLenRange))
            }
        }
        unsafe table.C_VerifySignatureInit = { session, mechanism, key, signature, length in
            call { (engine) throws(TokenFault) in
                guard unsafe mechanism != nil else { return try engine.cancel(session, .verify) }
                let signature = try unsafe octets(signature, length, beyond: .signatureLenRange)
                try unsafe engine.verifyInit(session, try Mechanisms.read(mechanism), key, signature: signature)
            }
        }
        unsafe table.C_VerifySignature = { session, data, length in
            call { (engine) throws(TokenFault) in
                try unsafe withOctets(data, length) { (span) throws(TokenFault) in
                    try engine.verifyUpdate(session, span)
                }
                try engine.verifyFinal(session, nil)
            }
        }
        unsafe table.C_VerifySignatureUpdate = { session, part, length in
            call { (engine) throws(TokenFault) in
                try unsafe withOctets(part, length) { (span) throws(TokenFault) in
                    try engine.verifyUpdate(session, span)
                }
            }
        }
        table.C_VerifySignatureFinal = { session in
            call { (engine) throws(TokenFault) in try engine.verifyFinal(session, nil) }
        }
    }
}
