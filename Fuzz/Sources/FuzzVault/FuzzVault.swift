import JetonKeystoreBase
import JetonOctets

@testable import JetonKeystore

/// Any octets as a vault whose codes are right, as a program with the device key could forge one.
///
/// The first half of the input becomes header and index, the rest records; header fields that would end the reading
/// at once are put right, and the tag's and records' codes are computed, so that the readers behind them are reached.
@c(LLVMFuzzerTestOneInput)
public func fuzzVault(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    guard let group = AccessGroup(rawValue: "ABCDE12345.fuzz") else { return 0 }
    let store = [UInt8](repeating: 0x53, count: 16)
    let device = Secret(capacity: 32) { _ in 32 }
    do {
        _ = try? VaultImage(octets, group: group, store: store, device: device, name: "f")
        let image = try VaultImage(
            forged(octets, group, store, device),
            group: group,
            store: store,
            device: device,
            name: "f"
        )
        precondition(image.count < 4)
        var seen = 0
        for index in 0..<image.count {
            precondition(image.recordRange(at: index).upperBound <= image.octets.count)
            if case .intact = image.state(at: index) { seen += 1 }
        }
        let matches = try image.matches(ItemQuery(scope: .any), limit: .max)
        precondition(matches.count <= seen)
        _ = image.hasCleanPadding
        let draft = VaultDraft(base: image)
        let again = try VaultImage(
            draft.encoded(),
            group: group,
            store: store,
            device: device,
            name: "f"
        )
        precondition(again.count == image.count)
    } catch {
        precondition(!error.description.isEmpty)
    }
    _ = RecordLayout(octets.span)
    if let metadata = try? ItemMetadata(decoding: octets) {
        let again = try? ItemMetadata(decoding: metadata.encoded)
        precondition(again?.encoded == metadata.encoded)
    }
    return 0
}

private func forged(
    _ octets: [UInt8],
    _ group: AccessGroup,
    _ store: [UInt8],
    _ device: borrowing Secret
) throws(KeystoreError) -> [UInt8] {
    let count = octets.isEmpty ? 0 : Int(octets[0] % 4)
    var rest = octets.dropFirst()
    func take(_ count: Int) -> [UInt8] {
        let part = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        return part + [UInt8](repeating: 0, count: count - part.count)
    }
    let header = VaultHeader(
        store: store,
        vault: take(16),
        generation: 1,
        count: count,
        previousRoot: take(32),
        salt: take(32)
    )
    let binding = VaultBinding(store: store, vault: header.vault, salt: header.salt, group: group)
    let keys = try VaultKeys(device: device, binding: binding)
    var file = header.encoded
    var records: [UInt8] = []
    for index in 0..<count {
        let length = 64 + Int(take(1)[0])
        let record = take(length)
        file += [UInt8(index)] + take(15)
        file.appendLittleEndian(UInt64(records.count))
        file.appendLittleEndian(UInt32(length))
        file += take(4)
        file += record[24..<32]
        file += try Primitives.sha256(record.span)
        records += record + [UInt8](repeating: 0, count: VaultHeader.aligned(length) - length)
    }
    let root = try keys.rootCode(file.span)
    return file + [UInt8](repeating: 0, count: header.recordsStart - file.count) + records + root
}
