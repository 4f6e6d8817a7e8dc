/// How many octets the parts of a document may become, so that a small document can't keep a processor busy for minutes.
///
/// Each of 64 signatures may have 30 references to the whole document. What honest signers make is far below the limit of
/// 64 times the document and 64 MiB. Used by the reading of one document on one thread.
@safe
package final class CanonicalBudget {
    /// How many times the document may become octets.
    private static let factor: UInt64 = 64
    /// What any document may cost: 64 MiB.
    private static let minimum: UInt64 = 64 << 20
    /// From how many parts on each one costs something at every tag, though it is not in it.
    private static let freeParts = 256

    /// What is left, behind a pointer, since every tag changes it: a property would be checked for overlapping accesses
    /// each time.
    private let left: UnsafeMutablePointer<Int64>

    /// Makes a budget.
    ///
    /// - Parameter documentSize: How many bytes the document has.
    package init(documentSize: UInt64) {
        let (product, isTooLarge) = documentSize.multipliedReportingOverflow(by: CanonicalBudget.factor)
        unsafe left = .allocate(capacity: 1)
        unsafe left.initialize(
            to: isTooLarge ? .max : Int64(clamping: product &+ CanonicalBudget.minimum)
        )
    }

    deinit { unsafe left.deallocate() }

    /// Whether nothing is left.
    package var isSpent: Bool { unsafe left.pointee < 0 }

    /// Takes octets.
    package func take(_ count: Int) { unsafe left.pointee -= Int64(count) }

    /// What each tag costs for the parts that are told of it.
    static func tagCost(ofParts count: Int) -> Int { max(0, count - freeParts) }
}
