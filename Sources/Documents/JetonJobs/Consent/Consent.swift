/// That a person has agreed to what a question showed; it is used up by what was agreed to.
package struct Consent: ~Copyable, Sendable {
    private let subjects: [[UInt8]]

    /// Takes an answer.
    ///
    /// - Parameters:
    ///   - answer: What came back.
    ///   - question: What was asked.
    /// - Throws: ``JobRefusal/Code/declined`` for a no, and for the answer to another question.
    package init(_ answer: Question.Answer, to question: Question) throws(JobRefusal) {
        guard answer.digest == question.digest else {
            throw JobRefusal(.declined, "the answer belongs to another question")
        }
        guard answer.isAgreed else { throw JobRefusal(.declined, "not confirmed; nothing was changed") }
        subjects = question.subjects
    }

    /// Refuses something that the question did not show at this place.
    ///
    /// - Parameters:
    ///   - subject: The digest of what is about to be signed or sent.
    ///   - index: Its place among the subjects.
    /// - Throws: ``JobRefusal/Code/declined``.
    package borrowing func check(_ subject: [UInt8], at index: Int) throws(JobRefusal) {
        guard subjects.indices.contains(index), subjects[index] == subject else {
            throw JobRefusal(.declined, "this differs from what the user agreed to")
        }
    }
}
