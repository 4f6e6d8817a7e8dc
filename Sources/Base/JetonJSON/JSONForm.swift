/// Which texts ``JSONReader`` accepts.
///
/// No form has null, lone surrogates, U+0000, a byte order mark, or two members of one name.
package struct JSONForm: Sendable {
    /// The only text that ``CanonicalJSON`` writes.
    package static let canonical = JSONForm(isCanonical: true)
    /// Text of other programs: white space, members in any order, any escape.
    package static let interchange = JSONForm()
    /// Text that people write: names may be in any alphabet.
    package static let configuration = JSONForm(isOfASCIINames: false, depthLimit: 32, valueLimit: 20_000)

    /// Whether a value has one text only.
    let isCanonical: Bool
    /// Whether names are in ASCII only: two others that look alike or compare as equal would be two members.
    let isOfASCIINames: Bool
    /// The most levels of lists and objects.
    let depthLimit: Int
    /// The most values.
    let valueLimit: Int

    private init(
        isCanonical: Bool = false,
        isOfASCIINames: Bool = true,
        depthLimit: Int = 16,
        valueLimit: Int = 100_000
    ) {
        self.isCanonical = isCanonical
        self.isOfASCIINames = isOfASCIINames
        self.depthLimit = depthLimit
        self.valueLimit = valueLimit
    }
}
