import CCryptoki
import TokenEngine

/// Digests: PKCS #11 3.2, 5.12.
enum DigestFunctions {
    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        unsafe table.C_DigestInit = { session, mechanism in
            call { (engine) throws(TokenFault) in
                guard unsafe mechanism != nil else { return try engine.cancel(session, .digest) }
                try unsafe engine.digestInit(session, try Mechanisms.read(mechanism))
            }
        }
        unsafe table.C_Digest = { session, data, length, target, count in
            call { (engine) throws(TokenFault) in
                let count = try unsafe required(count)
                try unsafe give(target, count, length: try engine.digestLength(session)) { () throws(TokenFault) in
                    try unsafe withOctets(data, length) { (span) throws(TokenFault) in
                        try engine.digestUpdate(session, span)
                    }
                    return try engine.digestFinal(session)
                }
            }
        }
        unsafe table.C_DigestUpdate = { session, part, length in
            call { (engine) throws(TokenFault) in
                try unsafe withOctets(part, length) { (span) throws(TokenFault) in
                    try engine.digestUpdate(session, span)
                }
            }
        }
        table.C_DigestKey = { session, key in
            call { (engine) throws(TokenFault) in try engine.digestKey(session, key) }
        }
        unsafe table.C_DigestFinal = { session, target, count in
            call { (engine) throws(TokenFault) in
                let count = try unsafe required(count)
                try unsafe give(target, count, length: try engine.digestLength(session)) { () throws(TokenFault) in
                    try engine.digestFinal(session)
                }
            }
        }
    }
}
