import JetonASN1
import JetonOctets
import JetonXML

/// A request of the older form: a SOAP envelope with one element `SignRequest` in it, not yet believed.
struct OlderRequest {
    /// The namespace of the request and of the answer.
    static let namespace = "urn:jeton:older-job"
    static let envelope = "http://schemas.xmlsoap.org/soap/envelope/"

    /// A document as the request has it: its content, or its digest if it names an algorithm.
    struct Document {
        let name: String
        let algorithm: String?
        let octets: [UInt8]
    }

    /// The texts of the elements that stand once at most.
    private(set) var texts: [String: String] = [:]
    private(set) var documents: [Document] = []
    /// The files that are asked for: what each is for, with the texts of its attributes.
    private(set) var files: [(label: String, types: String, size: String)] = []

    /// Reads the content of a message.
    ///
    /// - Throws: ``JobRefusal/Code/content`` for anything but the closed schema.
    init(_ content: [UInt8]) throws(JobRefusal) {
        var reader = XMLReader(Handler())
        do {
            try reader.read(content.span)
            try reader.finish()
        } catch {
            let why = reader.handler.refusal ?? "it is not well-formed XML: \(error)"
            throw JobRefusal(.content, "the content is not a request of the older form: \(why)")
        }
        for leaf in reader.handler.leaves {
            guard leaf.name != "File" else {
                guard files.count < JobAttachment.countLimit else {
                    throw JobRefusal(.content, "there are too many files")
                }
                files.append((leaf.text, leaf.attributes["types"] ?? "", leaf.attributes["size"] ?? ""))
                continue
            }
            guard leaf.name == "Document" else {
                guard texts.updateValue(leaf.text, forKey: leaf.name) == nil else {
                    throw JobRefusal(.content, "'\(leaf.name)' appears twice")
                }
                continue
            }
            guard documents.count < Job.documentLimit, let octets = Base64.decodeLines(Array(leaf.text.utf8)) else {
                throw JobRefusal(.content, "there are too many documents, or one is not valid base64")
            }
            documents.append(
                Document(
                    name: leaf.attributes["name"] ?? "",
                    algorithm: leaf.attributes["algorithm"],
                    octets: octets
                )
            )
        }
    }

    /// An element of the request without elements in it.
    private struct Leaf {
        let name: String
        let attributes: [String: String]
        var text = ""
    }

    /// Takes the elements of the closed schema; anything else ends the reading.
    private struct Handler: XMLHandler {
        private static let names: Set<String> = ["Operation", "Form", "Title", "Key", "Reply", "Document", "File"]
        private static let attributes = ["Document": ["name", "algorithm"], "File": ["types", "size"]]
        private static let parents = [("Envelope", envelope), ("Body", envelope), ("SignRequest", namespace)]

        var leaves: [Leaf] = []
        var refusal: String?
        private var isDone = false
        private var pending: [UInt8] = []

        mutating func startElement(_ tag: borrowing XMLTag) throws(XMLError) {
            try passSpace(tag)
            if tag.depth < 3 {
                let parent = Handler.parents[tag.depth]
                guard !isDone, tag.isElement(parent.0, in: parent.1) else { throw stop("unknown element", tag) }
                if tag.depth == 2 { isDone = true }
                return tag.forEachAttribute { _, _, _ in refusal = "an element has attributes" }
            }
            let name = tag.localName
            guard tag.depth == 3, Handler.names.contains(name), tag.isElement(name, in: namespace) else {
                throw stop("unknown element", tag)
            }
            var attributes: [String: String] = [:]
            for known in Handler.attributes[name] ?? [] {
                if let value = tag.attribute(known) { attributes[known] = value }
            }
            var count = 0
            tag.forEachAttribute { _, _, _ in count += 1 }
            guard count == attributes.count else { throw stop("an attribute is not known", tag) }
            leaves.append(Leaf(name: name, attributes: attributes))
        }

        mutating func endElement(_ tag: borrowing XMLTag) throws(XMLError) {
            guard refusal == nil else { throw XMLError(.malformed, at: tag.offset) }
            guard tag.depth == 3 else { return try passSpace(tag) }
            leaves[leaves.count - 1].text = String(decoding: pending, as: UTF8.self)
            pending = []
        }

        /// Forgets the text between elements, which is white space.
        private mutating func passSpace(_ tag: borrowing XMLTag) throws(XMLError) {
            guard pending.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
                throw stop("there is text between elements", tag)
            }
            pending = []
        }

        mutating func text(_ bytes: Span<UInt8>) {
            for index in bytes.indices { pending.append(bytes[index]) }
        }

        mutating func startMarkup(_ kind: XMLMarkup, _ tag: borrowing XMLTag) throws(XMLError) {
            // A comment would divide a text that other readers take for one.
            throw stop("a comment or processing instruction is not allowed", tag)
        }

        mutating func markup(_ bytes: Span<UInt8>) {}
        mutating func endMarkup() {}

        private mutating func stop(_ reason: String, _ tag: borrowing XMLTag) -> XMLError {
            refusal = reason
            return XMLError(.malformed, at: tag.offset)
        }
    }
}
