internal import JetonKeystore
internal import JetonOctets

/// An item of the keystore and its secret.
struct ItemAndSecret: ~Copyable {
    /// The item.
    let item: Item
    /// Its secret.
    let secret: Secret
}
