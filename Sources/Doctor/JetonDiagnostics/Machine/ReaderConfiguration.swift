internal import JetonOctets

/// One entry of reader.conf: a reader that does not announce itself.
///
/// - SeeAlso: reader.conf(5).
package struct ReaderConfiguration: Hashable, Sendable {
    /// The file that has it.
    package let file: String
    /// `FRIENDLYNAME`.
    package let name: String
    /// `LIBPATH`; nil if the entry has none.
    package let library: String?
    /// `CHANNELID`, as written.
    package let channel: String?

    /// Reads the entries of a file: each starts with its `FRIENDLYNAME`.
    static func entries(in text: ForeignText, file: String) -> [ReaderConfiguration] {
        var entries: [ReaderConfiguration] = []
        for line in text.lines() {
            let words = line.split(maxSplits: 1, whereSeparator: { $0 == " " || $0 == "\t" })
            guard words.count == 2, !words[0].hasPrefix("#") else { continue }
            let value = String(words[1].drop { $0 == " " || $0 == "\t" }.filter { $0 != "\"" })
            switch words[0] {
            case "FRIENDLYNAME":
                entries.append(ReaderConfiguration(file: file, name: value, library: nil, channel: nil))
            case "LIBPATH":
                guard let last = entries.popLast() else { continue }
                entries.append(
                    ReaderConfiguration(file: file, name: last.name, library: value, channel: last.channel)
                )
            case "CHANNELID":
                guard let last = entries.popLast() else { continue }
                entries.append(
                    ReaderConfiguration(file: file, name: last.name, library: last.library, channel: value)
                )
            default: continue
            }
        }
        return entries
    }
}
