import CCryptoki
import TokenEngine

/// Objects: PKCS #11 3.2, 5.7.
enum ObjectFunctions {
    /// How many objects C_FindObjects gives at once.
    private static let maximumFound: CK_ULONG = 1 << 16

    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        unsafe table.C_CreateObject = { session, template, count, object in
            call { (engine) throws(TokenFault) in
                let object = try unsafe required(object)
                var attributes = try unsafe Templates.read(template, count)
                // They may hold a private key.
                defer { Templates.wipe(&attributes) }
                unsafe object.pointee = try engine.createObject(session, attributes)
            }
        }
        unsafe table.C_CopyObject = { session, source, template, count, object in
            call { (engine) throws(TokenFault) in
                let object = try unsafe required(object)
                unsafe object.pointee = try unsafe engine.copyObject(
                    session,
                    source,
                    try Templates.read(template, count)
                )
            }
        }
        table.C_DestroyObject = { session, object in
            call { (engine) throws(TokenFault) in try engine.destroyObject(session, object) }
        }
        unsafe table.C_GetObjectSize = { session, object, size in
            call { (engine) throws(TokenFault) in
                let size = try unsafe required(size)
                unsafe size.pointee = CK_ULONG(try engine.size(session, object))
            }
        }
        unsafe table.C_GetAttributeValue = { session, object, template, count in
            call { (engine) throws(TokenFault) in
                try unsafe Templates.fill(template, count) { (types) throws(TokenFault) in
                    try engine.values(session, object, types)
                }
            }
        }
        unsafe table.C_SetAttributeValue = { session, object, template, count in
            call { (engine) throws(TokenFault) in
                try unsafe engine.setAttributes(session, object, try Templates.read(template, count))
            }
        }
        unsafe table.C_FindObjectsInit = { session, template, count in
            call { (engine) throws(TokenFault) in
                try unsafe engine.findObjectsInit(session, try Templates.read(template, count))
            }
        }
        unsafe table.C_FindObjects = { session, list, maximum, count in
            call { (engine) throws(TokenFault) in
                let count = try unsafe required(count)
                guard unsafe list != nil || maximum == 0 else { throw TokenFault(.argumentsBad, "the list is missing") }
                let found = try engine.findObjects(session, Int(min(maximum, ObjectFunctions.maximumFound)))
                for (index, object) in found.enumerated() { unsafe list?[index] = object }
                unsafe count.pointee = CK_ULONG(found.count)
            }
        }
        table.C_FindObjectsFinal = { session in
            call { (engine) throws(TokenFault) in try engine.findObjectsFinal(session) }
        }
    }
}
