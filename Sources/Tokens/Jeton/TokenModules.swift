internal import SigningDesk
internal import TokenKit

/// The PKCS #11 modules in which tokens are looked for.
///
/// They are loaded into this process: a module that crashes takes the program with it. A name or a URI never chooses the
/// module that is loaded, only this value does.
public struct TokenModules: Sendable {
    /// The paths; nil for the registered ones.
    private let paths: [String]?

    /// The modules of p11-kit's configuration, of `JETON_MODULES` and of the well-known places, as `jeton modules list`
    /// shows them.
    public static let registered = TokenModules(paths: nil)

    /// Modules by their paths, or by their file names in the library directories.
    public static func paths(_ paths: String...) -> TokenModules { TokenModules(paths: paths) }

    /// A finder of tokens in the modules.
    var finder: TokenFinder {
        guard let paths else { return TokenFinder(modules: Host.registry.surveyRequests) }
        return TokenFinder(modules: paths.map { ModuleSurveyor.Request(path: $0) })
    }
}
