import Testing

/// What needs much of the processor, and what depends on how fast the doctor comes to its first check, in turn.
@Suite("The fault laboratory, one after the other", .serialized)
enum SlowDoctorTests {}
