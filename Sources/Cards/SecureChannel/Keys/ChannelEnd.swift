/// Which end of a channel.
enum ChannelEnd {
    case host
    case card
}
