extension String {
    /// The text without the white space of XML; CR LF, which is one Character, goes too.
    var withoutBlanks: String {
        String(decoding: utf8.filter { ![0x20, 0x9, 0xA, 0xD].contains($0) }, as: UTF8.self)
    }
}
