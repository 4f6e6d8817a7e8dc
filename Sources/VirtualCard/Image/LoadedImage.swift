/// What was read from a card image, and the open image itself.
struct LoadedImage: ~Copyable {
    let contents: CardContents
    let image: Descriptor
}
