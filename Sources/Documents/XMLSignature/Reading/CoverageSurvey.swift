import XML

/// Finds the elements of a document that a signature does not cover.
///
/// An element that is not covered and has nothing covered inside of it is named; those inside of it are not.
@safe
package final class CoverageSurvey {
    /// An element that is not covered.
    package struct Element: Hashable, Sendable {
        /// Its name as it is written.
        package let name: String
        /// Where its start tag is.
        package let offset: UInt64
    }

    /// Behind a pointer, since every tag changes it: a property would be checked for overlapping accesses each time.
    ///
    /// The reading of the document changes it.
    let state: UnsafeMutablePointer<CoverageState>

    /// The elements, the first few of them.
    package var uncovered: [Element] { unsafe state.pointee.uncovered }
    /// How many there are.
    package var uncoveredCount: Int { unsafe state.pointee.uncoveredCount }

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
