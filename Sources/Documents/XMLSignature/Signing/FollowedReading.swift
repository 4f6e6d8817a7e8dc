import JetonASN1
import JetonThreads
import JetonX509

/// The reading back of a document on a second thread, which follows the thread that writes it.
///
/// Reading back a long document takes as long as signing it, so the two are done at once. What is read are the bytes
/// that the output holds, each after it was written, and by the code that checks documents of others; only the digests
/// of the signature and its place are learned later, when all in front of it was written.
///
/// A fault that is in the output when its bytes are read is noticed, as it is when the output is read afterwards. What
/// is not noticed is a change of bytes that were read before: by a later write to an earlier place, which a
/// `ByteSink` has no call for, or by another program. Neither way notices what the disk does to bytes that the system
/// still holds in memory.
final class FollowedReading {
    /// Where the signature is taken to be until its place is known: behind any document.
    private static let unknownPlace: UInt64 = 1 << 62

    /// What the reading thread uses.
    private final class Work: @unchecked Sendable {
        // Proof for @unchecked Sendable: made before the thread starts; from then on the thread alone uses it, until it
        // has set the outcome, for which its owner waits before using it again.
        let check: SignatureCheckup

        init(_ check: SignatureCheckup) { self.check = check }
    }

    private let progress = SharedState(WritingProgress())
    private let outcome = SharedState<Result<SignatureSurvey, any Error>?>(nil)
    private let threshold: UInt64
    private let work: Work
    private let read: @Sendable () throws -> SignatureSurvey
    private var hasTried = false
    /// Whether the thread runs.
    private(set) var isStarted = false

    /// Prepares a reading.
    ///
    /// - Parameters:
    ///   - written: Reads the output from its beginning, also what is written later.
    ///   - threshold: How many bytes are written before the thread is started.
    ///   - expected: The signature as it will be, but for its place, digests and value.
    init(of written: some ByteSource & Sendable, from threshold: UInt64, _ expected: XMLElement) {
        self.threshold = threshold
        let work = Work(SignatureCheckup(expected.moved(by: Self.unknownPlace)))
        self.work = work
        let progress = progress
        read = {
            var source = FollowingSource(
                written,
                wait: { count in
                    progress.wait { $0.count >= count || $0.signatureOffset != nil || $0.isCanceled }
                },
                place: { offset in
                    for part in work.check.parts { part.moveSignature(back: Self.unknownPlace - offset) }
                }
            )
            let (parts, coverage) = (work.check.parts, work.check.coverage)
            let survey = try DocumentPass.read(&source, survey: true, parts: parts, coverages: [coverage]).survey
            guard let survey else { throw DocumentError(.malformed, "the document was not read") }
            return survey
        }
    }

    /// Tells how many bytes of the document in front of its signature are written; long ones start the thread.
    func wrote(_ count: UInt64) {
        progress.change { $0.count = count }
        guard !hasTried, count >= threshold else { return }
        hasTried = true
        let (outcome, read) = (outcome, read)
        isStarted = OwnThread.start {
            let result = Result { try read() }
            outcome.change { $0 = result }
        }
    }

    /// Waits for the end of the reading, once all was written.
    ///
    /// - Parameters:
    ///   - offset: Where the signature begins.
    ///   - expected: The signature there.
    /// - Returns: What was found, and the check of the signature; nil if the document must be read again, since no thread
    ///   ran, or another signature was expected.
    /// - Throws: As `DocumentPass.read`.
    func finish(
        signatureOffset offset: UInt64,
        _ expected: XMLElement
    ) throws -> (survey: SignatureSurvey, check: SignatureCheckup)? {
        guard isStarted else { return nil }
        progress.change { $0.signatureOffset = offset }
        let result = outcome.wait { $0 != nil }
        isStarted = false
        guard let survey = try result?.get(),
            let check = work.check.expecting(expected, movedBack: Self.unknownPlace - offset)
        else { return nil }
        return (survey, check)
    }

    /// Ends the thread, if it runs, and waits for its end: it reads what its owner is about to close.
    func cancel() {
        guard isStarted else { return }
        progress.change { $0.isCanceled = true }
        _ = outcome.wait { $0 != nil }
        isStarted = false
    }
}
