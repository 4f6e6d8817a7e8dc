package import JetonJobs
package import JetonNetwork
package import JetonRelay
package import JetonValidation
package import SigningDesk

/// What a program brings to jobs: tokens, network, and the person who answers.
package protocol JobProgram {
    /// The tokens with the keys.
    var tokens: any TokenAccess { get }
    /// The name by which targets of relays know the user beside a certificate; nil for none.
    var relayUser: String? { get }
    /// Told of what a relay does, by any thread.
    var relayReport: @Sendable (RelayEvent) -> Void { get }

    /// Makes the connections to issuers.
    func client() throws -> HTTPClient

    /// Asks whether the signer's certificate was revoked; nil to ask no server.
    func revocation() throws -> EvidenceCollector?

    /// Refuses a job that was checked, and that can't be done with what the user named.
    func accept(_ job: VerifiedJob) throws

    /// Directories and files with secrets, from which nothing is attached; empty if the user has said that any file may go.
    var secretPlaces: [String] { get }

    /// Has the user pick files: an issuer never names one.
    ///
    /// - Parameter wanted: What the job asks for.
    /// - Returns: Their paths, in that order.
    /// - Throws: What the program throws if none is picked.
    func pick(_ wanted: [JobAttachment]) throws -> [String]

    /// Puts the question; the job's documents have been read and fit.
    func ask(_ question: Question) throws -> Question.Answer

    /// What asks the timestamping authorities of this user.
    func timestamps() throws -> TimestampClient

    /// The settings for the target of a relay, with the user's password if there is one.
    func relaySettings(_ target: String) throws -> RelaySettings

    /// Makes the connections to the target of a relay.
    ///
    /// - Parameter session: The key whose certificate the target gets if it asks; nil for none.
    /// - Returns: What makes them.
    /// - Throws: What the program's settings of the network throw.
    func relayClient(_ session: SigningSession?) throws -> RelayClient

    /// Tells the user of something that stops nothing.
    func tell(_ notice: JobNotice)

    /// An error as the log keeps it.
    func words(for error: any Error) -> String
}

/// Something that a person should know, and that stops no job.
package enum JobNotice: Sendable {
    /// Something in words.
    case warning(String)
    /// A timestamp whose authority is not trusted, where no anchors were chosen.
    case untrustedTimestamp
}
