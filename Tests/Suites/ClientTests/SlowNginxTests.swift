import TestRig
import Testing

@Suite("nginx with the engine of libp11 on the provider", .timeLimit(.minutes(5)))
struct SlowNginxTests {
    @Test("two workers, forked after the key was loaded, answer requests by TLS 1.2 and 1.3 with RSA and P-256 keys")
    func workers() async throws {
        let place = try await ClientPlace()
        for (label, type) in [("r", "rsa:2048"), ("e", "ec:p256")] {
            try await place.makeCertifiedKey(label, type, extensions: ["subjectAltName=DNS:localhost"])
        }
        try place.directory.write(Self.configuration(place), to: "nginx.conf")
        // nginx loads the key without initializing the engine: openssl.cnf must.
        let text = try await place.runAlone(
            """
            sed 's/^init = 0/init = 1/' engine.cnf >nginx-engine.cnf
            OPENSSL_CONF=$PWD/nginx-engine.cnf nginx -e "$PWD/error.log" -p "$PWD" -c "$PWD/nginx.conf" &
            tries=0
            until ss --listening --tcp --numeric | grep -q ':8444 '; do
                tries=$((tries + 1))
                if [ $tries -gt 400 ]; then cat error.log; exit 1; fi
                sleep 0.05
            done
            for port in 8443 8444; do
                for version in 1.2 1.3; do
                    for request in 1 2 3 4 5 6; do echo "$port $version"; done
                done
            # A worker that hangs answers nothing: curl gives up.
            done | xargs -P 4 -L 1 sh -c 'curl --silent --show-error --max-time 20 --cacert ca.pem \\
                --tlsv$2 --tls-max $2 --resolve localhost:$1:127.0.0.1 https://localhost:$1/ || echo "port $1, TLS $2"' sh
            kill "$(cat nginx.pid)"
            wait
            """
        )
        let answers = text.split(separator: "\n").filter { $0.hasPrefix("worker ") }.map { $0.split(separator: " ") }
        for version in ["TLSv1.2", "TLSv1.3"] {
            #expect(answers.filter { $0.last == version[...] }.count == 12, "\(text)")
        }
        #expect(Set(answers.map { $0[1] }).count == 2, "\(text)")
    }

    private static func configuration(_ place: ClientPlace) -> String {
        let servers = [("r", 8443), ("e", 8444)].map { label, port in
            """
            server {
                listen 127.0.0.1:\(port) ssl reuseport;
                ssl_certificate \(place.directory.path("\(label).pem"));
                ssl_certificate_key "engine:pkcs11:\(ClientPlace.uri(label))";
                ssl_protocols TLSv1.2 TLSv1.3;
                ssl_session_cache off;
                ssl_session_tickets off;
                location / { return 200 "worker $pid $ssl_protocol\\n"; }
            }
            """
        }
        let directories = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(place.directory.path($0));"
        }
        return """
            daemon off;
            worker_processes 2;
            pid \(place.directory.path("nginx.pid"));
            error_log \(place.directory.path("error.log"));
            user root;
            env JETON_DATA;
            env OPENSSL_CONF;
            events {}
            http {
            access_log off;
            \(directories.joined(separator: "\n"))
            \(servers.joined(separator: "\n"))
            }

            """
    }
}
