import AgeFiles
import Crypto
import Foundation
import JetonKeystoreBase
import JetonOctets
import KeystoreSync

/// Any lines as the records of a bundle that a member of the list has signed: read or refused, and never an item in
/// the store that must not leave its device.
@c(LLVMFuzzerTestOneInput)
public func fuzzBundle(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    if pair.runs >= 256 { pair = makePair() }
    pair.run(octets)
    return 0
}

// libFuzzer calls from one thread only.
nonisolated(unsafe) private var pair: Pair = {
    atexit { pair.remove() }
    return Pair()
}()

private func makePair() -> Pair {
    pair.remove()
    return Pair()
}

/// Two devices in a folder in memory; one of them writes what the fuzzer wants.
private final class Pair {
    private let folder = "/dev/shm/jeton-fuzz-\(UUID().uuidString)"
    private let mine: SyncDeviceKeys
    private let theirs: SyncDeviceKeys
    private let theirSigningKey: Curve25519.Signing.PrivateKey
    private let session: SyncSession
    private var store = Store()
    private(set) var runs = 0

    init() {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            theirSigningKey = Curve25519.Signing.PrivateKey()
            let seed = Array(theirSigningKey.rawRepresentation)
            mine = try SyncDeviceKeys.generate()
            theirs = SyncDeviceKeys(
                identity: try AgeIdentity.generate(),
                signingKey: try Ed25519SigningKey(seed: Secret(copying: seed.span))
            )
            session = SyncSession(directory: folder, statePath: folder + "/memory/state")
            _ = try session.found(deviceName: "mine", keys: mine)
            _ = try session.add(try theirs.member(named: "theirs"), keys: mine)
        } catch {
            fatalError("\(error)")
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    func run(_ records: [UInt8]) {
        runs += 1
        let head =
            #"{"device":"\#(theirs.device)","hlc":"0198a0000000-00000000-\#(theirs.device)","prev":"\#(zeros)","#
            + #""seen":{},"seq":\#(runs),"v":1}"# + "\n"
        let content = Array(head.utf8) + records
        do {
            let message = Array("TKSB1\u{0}".utf8) + Array(SHA256.hash(data: content))
            let signature = Data(try theirSigningKey.signature(for: message)).base64EncodedString()
            let text = content + Array("{\"signature\":\"\(signature)\"}\n".utf8)
            let file = try AgeFile.encrypt(Secret(copying: text.span), to: [mine.identity.recipient])
            try Data(file).write(to: URL(fileURLWithPath: "\(folder)/\(theirs.device).tkb"))
            _ = try session.run(&store, keys: mine, now: 0x0198_A000_0000)
        } catch {
            fatalError("another device's file made a run fail: \(error)")
        }
        for item in store.items.values {
            precondition(item.attributes.isSynchronizable && !item.attributes.accessible.isThisDeviceOnly)
            precondition(item.attributes.accessGroup?.isTeamGroup == true)
        }
    }

    private var zeros: String { String(repeating: "0", count: 64) }
}

/// A store in memory.
private struct Store: SyncStore {
    var items: [SyncKey: SyncItem] = [:]

    func synchronizableItems() throws(KeystoreError) -> [SyncItem] { Array(items.values) }

    mutating func apply(_ changes: [SyncChange]) throws(KeystoreError) -> Set<SyncKey> {
        for change in changes { items[change.key] = change.item }
        return Set(changes.map(\.key))
    }
}
