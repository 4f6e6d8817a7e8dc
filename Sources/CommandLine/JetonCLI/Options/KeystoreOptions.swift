internal import ArgumentParser

/// Where the keystore may lie.
struct KeystoreOptions: ParsableArguments {
    @Flag(
        name: .long,
        help: "Use the keystore although it lies on NFS, SMB or FUSE, where locks and renames are not certain."
    )
    var allowNetworkFileSystem = false
}
