/// What a record turned out to be.
enum RecordState {
    /// Octets, header and metadata are authentic.
    case intact(OpenedRecord)
    /// Octets changed, or the record belongs elsewhere: reads as absent.
    case damaged
    /// Authentic octets in a version that is not known here: reads as absent and is never overwritten.
    case unsupported
}
