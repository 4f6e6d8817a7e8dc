import Cryptoki
import Glibc

// Lists the tokens of one PKCS #11 module with the public keys that they show without a PIN.
//
//     list-tokens /usr/lib/softhsm/libsofthsm2.so

guard CommandLine.arguments.count == 2 else {
    print("usage: list-tokens MODULE")
    exit(2)
}

do {
    let module = try Module(path: CommandLine.arguments[1])
    for slot in try module.slots(withToken: true) {
        let token = try slot.tokenInfo()
        print("\(token.label) (\(token.model), serial \(token.serialNumber)) in slot \(slot.id)")
        guard token.flags.contains(.tokenInitialized) else { continue }
        var session = try Session(slot: slot)
        for key in try session.find([.objectClass(.publicKey)]) {
            let attributes = try session.attributes([.label, .keyType], of: key)
            print("  \(attributes.label ?? "without a label"), \(attributes.keyType?.description ?? "of unknown type")")
        }
        try session.close()
    }
} catch {
    print("error: \(error)")
    exit(1)
}
