import Foundation
import Octets
import VirtualCard

/// Calls of the provider's C functions in any order and with any arguments that a caller may give.
///
/// Pointers are null or lead to as much memory as the caller says. Nothing may trap, and nothing be read or written
/// beside that memory.
@c(LLVMFuzzerTestOneInput)
public func fuzzProvider(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let table = FunctionTable.shared else { preconditionFailure("the provider has no functions") }
    FuzzCard.restore()
    var input = ByteCursor(Array(UnsafeBufferPointer(start: start, count: count)))
    var caller = Caller(table)
    caller.begin()
    // So many calls are enough for any sequence that means something.
    for _ in 0..<64 {
        guard let index = try? input.readByte() else { break }
        caller.call(Int(index), &input)
    }
    caller.end()
    return 0
}

/// The one card, in memory as far as the system has such a folder.
private enum FuzzCard {
    static let folder = "/dev/shm/jeton-fuzz-\(getpid())"
    static let path = folder + "/a.card"
    /// The card as it is at the beginning of each input: initialised, with a key of a kind that is fast.
    nonisolated(unsafe) private static var image: [UInt8] = []

    static func restore() {
        if image.isEmpty {
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            atexit { try? FileManager.default.removeItem(atPath: FuzzCard.folder) }
            setenv("JETON_PROVIDER_CARDS", folder, 1)
            _ = try? VirtualCard.create(at: path)
            image = FileManager.default.contents(atPath: path).map(Array.init) ?? []
            precondition(!image.isEmpty)
        }
        // Another file, as each change of the card makes one.
        _ = FileManager.default.createFile(
            atPath: path + ".old",
            contents: Data(image),
            attributes: [.posixPermissions: 0o600]
        )
        rename(path + ".old", path)
    }
}
