/// The key of a fact about a machine, which is read once and kept by ``Machine/remember(_:of:_:)``.
///
/// Each fact is one constant beside the property that reads it: no two share a key, and a key has one type of value.
package final class Fact<Value>: Sendable {
    /// Makes a key that equals no other.
    package init() {}
}
