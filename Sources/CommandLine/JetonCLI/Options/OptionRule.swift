/// What the options of a command, or of a group of options, say about each other.
///
/// ArgumentParser's validation checks each rule, before anything else is done. A given option has the value `true`.
enum OptionRule {
    /// Not more than one of them.
    case excludes(KeyValuePairs<String, Bool>)
    /// If one of the former is given, then one of the latter too.
    case requires(KeyValuePairs<String, Bool>, KeyValuePairs<String, Bool>)

    /// The first of some rules that is broken, as an error.
    ///
    /// - Throws: ``OptionConflict``.
    static func check(_ rules: OptionRule...) throws(OptionConflict) {
        for rule in rules {
            switch rule {
            case .excludes(let options) where options.count(where: \.value) > 1:
                throw OptionConflict("\(list(options, "and")) exclude each other")
            case .requires(let options, let others)
            where options.contains { $0.value } && !others.contains { $0.value }:
                let verb = options.count == 1 ? "requires" : "require"
                throw OptionConflict("\(list(options, "and")) \(verb) \(list(others, "or"))")
            default: continue
            }
        }
    }

    private static func list(_ options: KeyValuePairs<String, Bool>, _ conjunction: String) -> String {
        let names = options.map(\.key)
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return "\(names.dropLast().joined(separator: ", ")) \(conjunction) \(last)"
    }
}

/// Options that contradict each other.
struct OptionConflict: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
