/// What is in a slot.
enum SlotMedia {
    /// A token that can be used.
    case token(Token)
    /// A token whose channel has not been set up.
    case unpaired(TokenDescription)
}
