public import ArgumentParser
public import JetonDiagnostics
public import JetonEntitlements
public import JetonJobs
public import JetonRelay
public import SignatureLevels

// The words of these types are all that an option takes: its help, completion and error have them from here.

extension Application: ExpressibleByArgument {}

extension JobRelay.Method: ExpressibleByArgument {
    /// All words.
    public static var allValueStrings: [String] { [Self.post, .put].map(\.rawValue) }
}

extension RelaySettings.Scheme: ExpressibleByArgument {}

extension CommitmentType: ExpressibleByArgument {
    /// Reads a word; nil for another one.
    public init?(argument: String) { self.init(name: argument) }

    /// All words.
    public static var allValueStrings: [String] { names }
}

extension AssuranceLevel: ExpressibleByArgument {
    /// Reads a word; nil for another one.
    public init?(argument: String) { self.init(argument) }

    /// The word that help shows as the default.
    public var defaultValueDescription: String { description }

    /// All words.
    public static var allValueStrings: [String] {
        [Self.selfDeclared, .executableMatch, .kernelIdentity].map(\.description)
    }
}
