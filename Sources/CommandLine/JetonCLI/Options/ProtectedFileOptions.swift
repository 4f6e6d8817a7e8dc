internal import ArgumentParser
internal import Glibc
internal import JetonKeystore

/// The protected file that a command is about.
struct ProtectedFileOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Name of a file in the keystore; with a / in it, the path of a protected file outside, such as ./notes.",
            valueName: "name|path"
        ),
        completion: .file()
    )
    var target: String

    /// Where the file is.
    func location() throws(CommandError) -> ProtectedFileLocation {
        guard target.contains("/") else { return .named(target) }
        return .path(try ProtectedFileOptions.absolute(target))
    }

    /// A path from the root: the library takes no others.
    static func absolute(_ path: String) throws(CommandError) -> String {
        guard !path.hasPrefix("/") else { return path }
        guard let current = unsafe getcwd(nil, 0) else {
            throw CommandError("the working directory is unknown: \(Process.reason(errno))", exitCode: .inputOutput)
        }
        defer { unsafe free(current) }
        return "\(unsafe String(cString: current))/\(path)"
    }
}
