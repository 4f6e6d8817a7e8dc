import AgeFiles
import Foundation
import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import KeystoreSync

/// Any lines as the items of an export, and good lines with some octets changed: taken or refused as a whole, and what
/// was taken comes out the same again.
@c(LLVMFuzzerTestOneInput)
public func fuzzArchive(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let octets = Array(UnsafeBufferPointer(start: start, count: count))
    if store.runs >= 512 {
        store.remove()
        store = Store()
    }
    guard let choice = octets.first else { return 0 }
    let rest = Array(octets.dropFirst())
    store.run(choice & 1 == 0 ? rest : Store.changed(rest), exportsAgain: choice & 2 != 0)
    return 0
}

// libFuzzer calls from one thread only.
nonisolated(unsafe) private var store: Store = {
    atexit { store.remove() }
    return Store()
}()

/// A store in memory, and an identity that exports are encrypted to.
private final class Store {
    private static let group = "ABCDE12345.fuzz"
    private static let head = Array((#"{"format":"jeton keystore export","v":1}"# + "\n").utf8)
    /// Items as an export has them, with every member that there is.
    private static let lines = Array(
        (#"{"accessible":"ak","account":"a","comment":"c","created":1700000000000,"creator":1,"data":"c2VjcmV0","#
            + #""generic":"AAEC","group":"ABCDE12345.fuzz","invisible":true,"kind":"k","label":"l","modified":"#
            + #"1700000000001,"negative":false,"service":"s","synchronizable":false,"type":2}"# + "\n"
            + #"{"accessible":"ck","account":"b","created":0,"group":"ABCDE12345.fuzz","modified":0,"service":"s","#
            + #""synchronizable":true}"# + "\n"
            + #"{"accessible":"dk","account":"b","created":0,"data":"","group":"ABCDE12345.other","modified":5,"#
            + #""service":"t","synchronizable":false}"# + "\n").utf8
    )

    private let folder = "/dev/shm/jeton-fuzz-\(UUID().uuidString)"
    private let keychain: Keychain
    private let recipient: AgeRecipient
    private let key: ArchiveKey
    private(set) var runs = 0

    init() {
        do {
            guard let group = AccessGroup(rawValue: Store.group) else { fatalError("no group") }
            let configuration = KeychainConfiguration(
                directory: folder,
                caller: Caller(keychainAccessGroups: [group])
            )
            let content = [UInt8](repeating: 7, count: 64)
            keychain = try Keychain.create(configuration, unlockedBy: .keyFile(Secret(copying: content.span)))
            try keychain.unlock(.keyFile(Secret(copying: content.span)))
            let identity = try AgeIdentity.generate()
            recipient = identity.recipient
            key = .identity(identity)
        } catch {
            fatalError("\(error)")
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// The good lines with edits: a place of two octets, what to do there, and an octet.
    static func changed(_ edits: [UInt8]) -> [UInt8] {
        var text = lines
        for start in stride(from: 0, to: edits.count - 3, by: 4) where !text.isEmpty {
            let place = (Int(edits[start]) << 8 | Int(edits[start + 1])) % text.count
            switch edits[start + 2] % 4 {
            case 0: text[place] = edits[start + 3]
            case 1: text.insert(edits[start + 3], at: place)
            case 2: text.remove(at: place)
            default: text.insert(contentsOf: text[place...].prefix(Int(edits[start + 3])), at: place)
            }
        }
        return text
    }

    func run(_ lines: [UInt8], exportsAgain: Bool) {
        runs += 1
        do {
            let before = try keychain.items(ItemQuery(scope: .any)).count
            let text = Store.head + lines
            let file = try AgeFile.encrypt(Secret(copying: text.span), to: [recipient])
            let report: ImportReport
            do {
                report = try keychain.importItems(file, openedBy: key, replacing: true)
            } catch {
                precondition(!"\(error)".isEmpty)
                let after = try keychain.items(ItemQuery(scope: .any)).count
                precondition(after == before, "a refused file left something behind")
                return
            }
            let items = try keychain.items(ItemQuery(scope: .any))
            precondition(items.count == before + report.added, "the report does not fit the store")
            precondition(items.allSatisfy { $0.attributes.accessGroup?.rawValue == Store.group }, "a foreign group")
            guard exportsAgain, report.added + report.replaced > 0 else { return }
            let exported = try keychain.exportItems(for: .recipients([recipient]))
            let again = try keychain.importItems(exported.file, openedBy: key)
            precondition(again.unchanged == exported.count, "what was exported is not what was imported")
            precondition(again.added + again.replaced + again.kept == 0 && again.refused.isEmpty, "\(again)")
        } catch {
            fatalError("\(error)")
        }
    }
}
