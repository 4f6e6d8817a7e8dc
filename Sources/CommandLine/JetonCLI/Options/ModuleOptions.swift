internal import ArgumentParser

/// Which modules are used.
struct ModuleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use only this PKCS #11 module: its path, or its name in `jeton modules list`; may be repeated.",
            discussion: "Default: Jeton's own, p11-kit's module files, JETON_MODULES and the well-known paths.",
            valueName: "path|name"
        ),
        completion: .file(extensions: ["so"])
    )
    var module: [String] = []

    /// The choice, read.
    var choice: ModuleChoice { ModuleChoice(paths: module) }
}
