import CCryptoki
import TokenEngine

/// Digests: PKCS #11 3.2, 5.12.
enum DigestFunctions {
    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        table.C_DigestInit = { session, mechanism in
            call { (engine) throws(TokenFault) in
                guard mechanism != nil else { return try engine.cancel(session, .digest) }
                try engine.digestInit(session, try Mechanisms.read(mechanism))
            }
        }
        table.C_Digest = { session, data, length, target, count in
            call { (engine) throws(TokenFault) in
                let count = try required(count)
                try give(target, count, length: try engine.digestLength(session)) { () throws(TokenFault) in
                    try withOctets(data, length) { (span) throws(TokenFault) in
                        try engine.digestUpdate(session, span)
                    }
                    return try engine.digestFinal(session)
                }
            }
        }
        table.C_DigestUpdate = { session, part, length in
            call { (engine) throws(TokenFault) in
                try withOctets(part, length) { (span) throws(TokenFault) in try engine.digestUpdate(session, span) }
            }
        }
        table.C_DigestKey = { session, key in
            call { (engine) throws(TokenFault) in try engine.digestKey(session, key) }
        }
        table.C_DigestFinal = { session, target, count in
            call { (engine) throws(TokenFault) in
                let count = try required(count)
                try give(target, count, length: try engine.digestLength(session)) { () throws(TokenFault) in
                    try engine.digestFinal(session)
                }
            }
        }
    }
}
