internal import ArgumentParser

/// Where the keystore may lie.
struct KeystoreOptions: ParsableArguments {
    @Flag(help: "Use a keystore on NFS, SMB or FUSE, where locks and renames are unreliable.")
    var allowNetworkFileSystem = false
}
