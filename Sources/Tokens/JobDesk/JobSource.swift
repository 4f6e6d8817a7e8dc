internal import JetonFiles
internal import JetonJobs
package import JetonNetwork

/// Where jobs and their documents come from.
package enum JobSource {
    /// Reads a job from a file or an https URL, whose origin may redirect to itself only.
    ///
    /// - Parameters:
    ///   - place: The file or the URL.
    ///   - client: Makes the connections; asked for only where there is a URL.
    /// - Returns: Its octets; one more than is accepted of a longer one, so that it is refused as such.
    /// - Throws: ``JobDeskError``; `FileError`; `NetworkError`.
    package static func read(_ place: String, _ client: () throws -> HTTPClient) throws -> [UInt8] {
        guard place.hasPrefix("https://") || place.hasPrefix("http://") else {
            var source = try FileSource(InputFile(place))
            return try source.beginning(JobVerifier.sizeLimit + 1)
        }
        guard place.hasPrefix("https://") else { throw JobDeskError(.insecureURL, "a job is fetched only over https") }
        return try fetch(place, limit: JobVerifier.sizeLimit, redirects: .sameOrigin, client())
    }

    /// Fetches something; a redirect is an error unless it may be followed.
    static func fetch(
        _ url: String,
        limit: Int,
        redirects: HTTPRequest.Redirects = .none,
        _ client: HTTPClient
    ) throws -> [UInt8] {
        var request = HTTPRequest(try HTTPURL(url))
        request.redirects = redirects
        request.bodyLimit = UInt64(limit)
        var body: [UInt8] = []
        let head = try client.perform(request) { piece throws(NetworkError) in body += piece }
        guard head.status == 200 else {
            throw JobDeskError(.status, "\(request.url.host) answered with status \(head.status)")
        }
        return body
    }
}
