extension ProgramPhrase {
    /// Java's SunPKCS11 and its virtual machine.
    static let java: [ProgramPhrase] = [
        .cause(
            "Library * does not exist",
            .linker,
            "$1",
            "does not exist, but a SunPKCS11 configuration names it",
            "correct `library` in that configuration"
        ),
        .cause(
            "Absolute path required for library value: *",
            .setting,
            "$1",
            "is not an absolute path, which `library` requires",
            "write the full path"
        ),
        .cause(
            "Unknown keyword '*', line *",
            .setting,
            "the setting '$1' in line $2",
            "is not one that SunPKCS11 recognizes",
            "correct the setting"
        ),
        .cause(
            "Invalid keyword '*', line *",
            .setting,
            "the setting '$1' in line $2",
            "is not one that SunPKCS11 recognizes",
            "correct the setting"
        ),
        .cause(
            "slotListIndex is * but token only has * slots",
            .setting,
            "slotListIndex",
            "is $1, and the module has $2 slots",
            "set an index below $2"
        ),
        .cause(
            "unable to create native thread",
            .shortage,
            "the limit on processes or memory",
            "prevents Java from starting a thread",
            "raise the limit"
        ),
        .cause(
            "Could not reserve enough space",
            .shortage,
            "the memory limit",
            "is too small for Java",
            "raise the limit"
        ),
        .cause(
            "There is insufficient memory for the Java Runtime Environment",
            .shortage,
            "the limit on memory or processes",
            "prevents Java from running",
            "raise the limit"
        ),
        .effect("ProviderException: Initialization failed", .module, "the module", "does not start in Java"),
        .effect("Provider \"*\" not found", .setting, "the provider $1", "can't be configured"),
    ]

    /// The system's own words.
    static let system: [ProgramPhrase] = [
        .cause("No space left on device", .shortage, "the file system", "is full", "free some space on it"),
        .cause(
            "Disk quota exceeded",
            .shortage,
            "this user's quota",
            "is used up",
            "delete files that are no longer needed"
        ),
        .effect("File size limit exceeded", .shortage, "the file size limit", "is reached"),
        .effect("Too many open files", .shortage, "the limit of open files", "is reached"),
        .cause("*: command not found", .helper, "$1", "is not installed, or not in PATH", "install it"),
        .cause("*: not found", .helper, "$1", "is not installed, or not in PATH", "install it"),
        .effect("Resource temporarily unavailable", .shortage, "a limit", "is reached"),
        .effect("Cannot allocate memory", .shortage, "the memory", "is used up"),
    ]
}
