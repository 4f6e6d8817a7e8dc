import Foundation
import JetonKeystoreBase
import JetonOctets
import VirtualCard

/// Calls of the provider's C functions in any order and with any arguments that a caller may give.
///
/// Pointers are null or lead to as much memory as the caller says. Nothing may trap, and nothing be read or written
/// beside that memory.
@c(LLVMFuzzerTestOneInput)
public func fuzzProvider(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let table = FunctionTable.shared else { preconditionFailure("the provider has no functions") }
    let session = FuzzToken.session(table)
    var input = ByteCursor(Array(UnsafeBufferPointer(start: start, count: count)))
    var caller = Caller(table, session)
    // So many calls are enough for any sequence that means something.
    for _ in 0..<64 {
        guard let index = try? input.readByte() else { break }
        caller.call(Int(index), &input)
    }
    caller.end()
    return 0
}
