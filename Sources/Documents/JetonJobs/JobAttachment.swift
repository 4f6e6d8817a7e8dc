/// A file of the user's that a job asks for, as the issuer describes it.
///
/// An issuer says what it needs, never which file: no name, no path, no directory. The user picks one.
public struct JobAttachment: Hashable, Sendable {
    /// The most files of one job.
    public static let countLimit = 8
    /// The largest file, in bytes.
    public static let sizeLimit: Int64 = 64 << 20

    /// What it is for, in the words of the issuer.
    public let label: String
    /// What it may be; at least one.
    public let types: [JobFileType]
    /// The most bytes.
    public let size: Int64

    /// Takes a description.
    ///
    /// - Throws: ``JobRefusal/Code/content`` for a media type that is not known, and for a size beyond the limits.
    package init(label: String, mediaTypes: [String], size: Int64) throws(JobRefusal) {
        guard !label.isEmpty, label.utf8.count <= 128 else {
            throw JobRefusal(.content, "a label is empty or too long")
        }
        var types: [JobFileType] = []
        for name in mediaTypes {
            guard let type = JobFileType(rawValue: name) else {
                throw JobRefusal(.content, "the job asks for a file of a type that cannot be attached")
            }
            types.append(type)
        }
        guard !types.isEmpty, 1...JobAttachment.sizeLimit ~= size else {
            throw JobRefusal(.content, "a file has no type, or another size than 1 to \(JobAttachment.sizeLimit) bytes")
        }
        self.label = label
        self.types = types
        self.size = size
    }

    /// What may be picked, in words.
    package var words: String {
        "\(types.map(\.extensions[0]).joined(separator: ", ")); at most \(size) bytes"
    }
}
