import JetonPCSC

/// A connection to the PC/SC service that several may hold.
final class PCSCService: Sendable {
    let context: Context

    init(_ library: PCSCLibrary) throws(PCSCError) { context = try Context(library: library) }
}
