/// Why a measurement could not be made.
package struct BenchmarkFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
