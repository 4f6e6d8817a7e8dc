import JetonXML

/// Finds the elements of a document that a signature does not cover.
///
/// An element that is not covered is named; those inside of it are not, unless something in it is covered: then its own
/// text and attributes are not, and the elements inside of it are looked at one by one.
@safe
package final class CoverageSurvey {
    /// An element that is not covered.
    package struct Element: Hashable, Sendable {
        /// Its name as it is written.
        package let name: String
        /// Where its start tag is.
        package let offset: UInt64
        /// Whether something in it is covered, so that only the text and attributes of its own are not.
        package internal(set) var isOnlyAround = false
    }

    /// Behind a pointer, since every tag changes it: a property would be checked for overlapping accesses each time.
    ///
    /// The reading of the document changes it.
    let state: UnsafeMutablePointer<CoverageState>

    /// The elements, the first few of them.
    package var uncovered: [Element] { unsafe state.pointee.uncovered }
    /// How many there are.
    package var uncoveredCount: Int { unsafe state.pointee.uncoveredCount }
    /// Where the elements begin that are not covered and are content of signatures, up to 4,096 of them.
    var inside: [UInt64] { unsafe state.pointee.inside }

    /// Makes a survey of what parts leave out.
    package init(_ parts: [XMLPart]) {
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: CoverageState(parts))
    }

    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }
}
