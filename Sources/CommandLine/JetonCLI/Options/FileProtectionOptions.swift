internal import ArgumentParser
internal import JetonKeystore

/// The protection class that is chosen for a file.
struct FileProtectionOptions: ParsableArguments {
    /// The classes, as the option names them.
    enum Class: String, ExpressibleByArgument, CaseIterable {
        case none, complete
        case completeUnlessOpen = "complete-unless-open"
        case untilFirstAuthentication = "until-first-authentication"

        var protection: FileProtection {
            switch self {
            case .none: .none
            case .complete: .complete
            case .completeUnlessOpen: .completeUnlessOpen
            case .untilFirstAuthentication: .completeUntilFirstUserAuthentication
            }
        }
    }

    @Option(
        name: .customLong("class"),
        help: ArgumentHelp(
            "Protection class, one of: none, complete, complete-unless-open, until-first-authentication.",
            valueName: "class"
        )
    )
    var name: Class?

    /// The word of a class.
    static func word(_ protection: FileProtection) -> String {
        Class.allCases.first { $0.protection == protection }?.rawValue ?? protection.rawValue
    }
}
