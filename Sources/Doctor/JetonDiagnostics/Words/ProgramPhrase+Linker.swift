extension ProgramPhrase {
    /// The dynamic linker, ld.so(8).
    static let linker: [ProgramPhrase] = [
        .cause(
            "*: undefined symbol: *",
            .linker,
            "$1",
            "needs $2, which no library defines: it was built for other versions of its libraries",
            "get the build of $1 for this distribution"
        ),
        .cause(
            "version `*' not found (required by *)",
            .linker,
            "$2",
            "needs version $1 of a library, but this system's library is older",
            "get the build of $2 for this distribution"
        ),
        .cause(
            "*: cannot open shared object file: **",
            .linker,
            "$1",
            "can't be loaded: $2",
            "install the package that has $1, or correct the path where it is configured"
        ),
        .cause(
            "*: cannot dynamically load position-independent executable",
            .linker,
            "$1",
            "is a program, not a library",
            "use the path of the module's library instead"
        ),
        .cause(
            "*: cannot dynamically load executable",
            .linker,
            "$1",
            "is a program, not a library",
            "use the path of the module's library instead"
        ),
        .cause(
            "*: wrong ELF class: *",
            .linker,
            "$1",
            "is for programs with a different word size ($2)",
            "install the build of $1 for this architecture"
        ),
        .cause("*: invalid ELF header", .linker, "$1", "is not a library", "restore an intact copy of $1"),
        .cause("*: file too short", .linker, "$1", "is truncated", "restore an intact copy of $1"),
        .cause(
            "*: failed to map segment from shared object",
            .linker,
            "$1",
            "can't be loaded as code: its file system is mounted noexec, or a security policy forbids it",
            "move it to a file system without noexec, or remount its file system without noexec"
        ),
        .cause(
            "*: cannot enable executable stack",
            .linker,
            "$1",
            "requires an executable stack, which this system forbids",
            "get a newer build of $1"
        ),
        .cause(
            "*: cannot allocate memory in static TLS block",
            .linker,
            "$1",
            "does not fit in the static TLS block: too many libraries are loaded before it",
            "load it first, with LD_PRELOAD"
        ),
        .cause(
            "provider * is not a PKCS11 library",
            .linker,
            "$1",
            "is not a PKCS #11 module",
            "use the path of a PKCS #11 module"
        ),
        .cause("sc_dlopen failed: *: **", .linker, "$1", "can't be loaded: $2", "restore an intact copy of $1"),
        .cause("dlopen * failed: **", .linker, "$1", "can't be loaded: $2", "restore an intact copy of $1"),
        .effect("Failed to load pkcs11 module", .linker, "the module", "can't be loaded"),
        .effect("could not load the shared library", .linker, "an OpenSSL library", "can't be loaded"),
    ]
}
