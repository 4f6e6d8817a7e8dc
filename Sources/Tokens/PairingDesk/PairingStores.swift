package import JetonKeystore
package import TokenKit

/// Where a user's pairings are: the keys in the keystore, and the index of tokens, which can be read where the keystore
/// can't.
package struct PairingStores: Sendable {
    /// The keystore.
    package let keystore: UserKeystore
    /// The index of tokens.
    package let index: PairingIndex
    /// What is remembered of activation passwords.
    package let passwords: ActivationPasswordNotes

    /// Names the directories; neither need be there.
    ///
    /// - Parameters:
    ///   - dataDirectory: The directory of Jeton's data, an absolute path.
    ///   - witnessDirectory: The directory that remembers generations; nil leaves old copies unnoticed.
    package init(dataDirectory: String, witnessDirectory: String?) {
        keystore = UserKeystore(dataDirectory: dataDirectory, witnessDirectory: witnessDirectory)
        index = PairingIndex(directory: dataDirectory + "/pairings")
        passwords = ActivationPasswordNotes(dataDirectory: dataDirectory)
    }
}
