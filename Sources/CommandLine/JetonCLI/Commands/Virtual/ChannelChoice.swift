internal import ArgumentParser
internal import SecureChannel

/// The suite that `--channel` asks for.
enum ChannelChoice: ExpressibleByArgument, Hashable {
    /// `--channel` alone.
    case preferred
    /// `--channel NAME`.
    case named(ChannelSuite)

    init?(argument: String) {
        guard let suite = ChannelSuite.allCases.first(where: { $0.parameters.name == argument }) else { return nil }
        self = .named(suite)
    }

    static var allValueStrings: [String] { ChannelSuite.allCases.map(\.parameters.name) }

    var defaultValueDescription: String {
        switch self {
        case .preferred: ChannelSuite.modern.parameters.name
        case .named(let suite): suite.parameters.name
        }
    }

    /// The suite; without a name the modern one, or P-256 where OpenSSL has no GOST provider.
    var suite: ChannelSuite {
        switch self {
        case .preferred: ChannelSuite.modern.isAvailable ? .modern : .p256
        case .named(let suite): suite
        }
    }
}
