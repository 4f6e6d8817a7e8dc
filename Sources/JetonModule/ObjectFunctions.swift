import CCryptoki
import TokenEngine

/// Objects: PKCS #11 3.2, 5.7.
enum ObjectFunctions {
    /// How many objects C_FindObjects gives at once.
    private static let maximumFound: CK_ULONG = 1 << 16

    static func install(_ table: inout CK_FUNCTION_LIST_3_2) {
        table.C_CreateObject = { session, template, count, object in
            call { (engine) throws(TokenFault) in
                let object = try required(object)
                object.pointee = try engine.createObject(session, try Templates.read(template, count))
            }
        }
        table.C_CopyObject = { session, source, template, count, object in
            call { (engine) throws(TokenFault) in
                let object = try required(object)
                object.pointee = try engine.copyObject(session, source, try Templates.read(template, count))
            }
        }
        table.C_DestroyObject = { session, object in
            call { (engine) throws(TokenFault) in try engine.destroyObject(session, object) }
        }
        table.C_GetObjectSize = { session, object, size in
            call { (engine) throws(TokenFault) in
                let size = try required(size)
                size.pointee = CK_ULONG(try engine.size(session, object))
            }
        }
        table.C_GetAttributeValue = { session, object, template, count in
            call { (engine) throws(TokenFault) in
                try Templates.fill(template, count) { (types) throws(TokenFault) in
                    try engine.values(session, object, types)
                }
            }
        }
        table.C_SetAttributeValue = { session, object, template, count in
            call { (engine) throws(TokenFault) in
                try engine.setAttributes(session, object, try Templates.read(template, count))
            }
        }
        table.C_FindObjectsInit = { session, template, count in
            call { (engine) throws(TokenFault) in
                try engine.findObjectsInit(session, try Templates.read(template, count))
            }
        }
        table.C_FindObjects = { session, list, maximum, count in
            call { (engine) throws(TokenFault) in
                let count = try required(count)
                guard list != nil || maximum == 0 else { throw TokenFault(.argumentsBad, "the list is missing") }
                let found = try engine.findObjects(session, Int(min(maximum, maximumFound)))
                for (index, object) in found.enumerated() { list?[index] = object }
                count.pointee = CK_ULONG(found.count)
            }
        }
        table.C_FindObjectsFinal = { session in
            call { (engine) throws(TokenFault) in try engine.findObjectsFinal(session) }
        }
    }
}
