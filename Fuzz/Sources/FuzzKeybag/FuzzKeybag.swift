import JetonKeystoreBase
import JetonOctets

@testable import JetonKeystore

/// Any octets as a keybag, an intent, a device key and a witness whose codes are right.
@c(LLVMFuzzerTestOneInput)
public func fuzzKeybag(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    let store = [UInt8](repeating: 0x53, count: 16)
    let device = Secret(capacity: 32) { _ in 32 }
    do {
        var head = Keybag.magic
        head.appendLittleEndian(Keybag.format)
        head.appendLittleEndian(Keybag.suite)
        head.appendLittleEndian(UInt32(0))
        let file = head + store + octets
        let code = try Keybag.code(file.span, device: device, store: store)
        let (keybag, read) = try Keybag.decode(file + code, device: device, store: store, name: "f")
        precondition(read == code)
        precondition(keybag.slots.count <= Keybag.maximumSlots)
        let again = try keybag.encoded(device: device)
        precondition(again == file + code)
        for slot in keybag.slots where slot.kind == .keyFile {
            let root = try slot.open(keyFile: device, store: store)
            let isRefused = root == nil
            precondition(isRefused)
        }
        _ = try? keybag.unwrap(ProtectionClass.allCases, with: device)
    } catch {
        precondition(!error.description.isEmpty)
    }
    let steps = Intent.magic + store + octets
    if let key = try? Primitives.derive(device, label: "jeton intent 1", context: store),
        let code = try? Primitives.authenticate(key, Array("JTint1".utf8), steps.span),
        let intent = try? Intent(steps + code, device: device, store: store)
    {
        precondition(intent.steps.allSatisfy { !$0.temporary.contains("/") })
    }
    _ = Witness(octets)
    let secret = Secret(copying: octets.span)
    _ = try? DeviceKey.decode(secret, name: "f")
    _ = PersistentReference(octets: octets)
    _ = AccessGroup(rawValue: String(decoding: octets, as: UTF8.self))
    return 0
}
