internal import ArgumentParser
internal import JetonJobs

/// What an issuer may ask for, by its name.
struct JobOperationName: ExpressibleByArgument {
    let name: String

    init?(argument: String) {
        guard JobOperation.names.contains(argument) else { return nil }
        name = argument
    }

    static var allValueStrings: [String] { JobOperation.names }
}
