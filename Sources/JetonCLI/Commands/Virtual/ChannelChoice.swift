internal import ArgumentParser
internal import SecureChannel

/// The suite that `--channel` asks for.
struct ChannelChoice: ExpressibleByArgument {
    /// The suite.
    let suite: ChannelSuite

    init?(argument: String) {
        guard let suite = ChannelSuite.allCases.first(where: { $0.parameters.name == argument }) else { return nil }
        self.suite = suite
    }

    static var allValueStrings: [String] { ChannelSuite.allCases.map(\.parameters.name) }
}
