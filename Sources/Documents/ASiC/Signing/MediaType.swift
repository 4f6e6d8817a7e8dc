/// The media types of files, by the ends of their names.
enum MediaType {
    private static let known = [
        "csv": "text/csv", "doc": "application/msword",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "gif": "image/gif", "html": "text/html", "jpeg": "image/jpeg", "jpg": "image/jpeg",
        "json": "application/json", "odp": "application/vnd.oasis.opendocument.presentation",
        "ods": "application/vnd.oasis.opendocument.spreadsheet", "odt": "application/vnd.oasis.opendocument.text",
        "pdf": "application/pdf", "png": "image/png",
        "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "rtf": "application/rtf", "tif": "image/tiff", "tiff": "image/tiff", "txt": "text/plain",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xml": "text/xml",
        "zip": "application/zip",
    ]

    /// The media type of a file.
    static func named(_ name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return known[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }
}
