extension ProgramPhrase {
    /// The dynamic linker, ld.so(8).
    static let linker: [ProgramPhrase] = [
        .cause(
            "*: undefined symbol: *",
            .linker,
            "$1",
            "needs $2, which no library has: it is built for other versions of its libraries",
            "get the build of $1 for this distribution"
        ),
        .cause(
            "version `*' not found (required by *)",
            .linker,
            "$2",
            "needs version $1 of a library, which is newer than this system's",
            "get the build of $2 for this distribution"
        ),
        .cause(
            "*: cannot open shared object file: **",
            .linker,
            "$1",
            "can't be loaded: $2",
            "install the package that has $1, or correct the place that names it"
        ),
        .cause(
            "*: cannot dynamically load position-independent executable",
            .linker,
            "$1",
            "is a program, not a library",
            "name the module's library in its place"
        ),
        .cause(
            "*: cannot dynamically load executable",
            .linker,
            "$1",
            "is a program, not a library",
            "name the module's library in its place"
        ),
        .cause(
            "*: wrong ELF class: *",
            .linker,
            "$1",
            "is for programs of another word size ($2)",
            "install the build of $1 for this architecture"
        ),
        .cause("*: invalid ELF header", .linker, "$1", "is not a library", "put back a copy of $1 that is whole"),
        .cause("*: file too short", .linker, "$1", "is cut off", "put back a copy of $1 that is whole"),
        .cause(
            "*: failed to map segment from shared object",
            .linker,
            "$1",
            "can't be loaded as code: its file system is mounted noexec, or a security policy forbids it",
            "move it to, or mount its file system as, one from which programs may run"
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
            "has no room in the static TLS block: too many libraries are loaded before it",
            "load it first, by LD_PRELOAD"
        ),
        .cause("provider * is not a PKCS11 library", .linker, "$1", "is not a PKCS #11 module", "name the module"),
        .cause("sc_dlopen failed: *: **", .linker, "$1", "can't be loaded: $2", "put back a copy of $1 that is whole"),
        .cause("dlopen * failed: **", .linker, "$1", "can't be loaded: $2", "put back a copy of $1 that is whole"),
        .effect("Failed to load pkcs11 module", .linker, "the module", "can't be loaded"),
        .effect("could not load the shared library", .linker, "a library of OpenSSL", "can't be loaded"),
    ]
}
