/// Programs that stand for a pcscd which can't be had here: of another version, or with polkit.
enum StandIns {
    private static func program(_ body: String) -> String {
        """
        use IO::Socket::UNIX;
        $| = 1;
        $SIG{CHLD} = "IGNORE";
        mkdir "/run/pcscd";
        my $server = IO::Socket::UNIX->new(Local => "/run/pcscd/pcscd.comm", Listen => 50) or die $!;
        chmod 0666, "/run/pcscd/pcscd.comm";
        print "ready\\n";
        while (my $client = $server->accept) { \(body) }
        """
    }

    /// Closes each connection at once, as after a polkit denial.
    static let closing = program("close $client;")

    /// Answers with protocol 4:5 and refuses 4:4, as pcsc-lite 2.3.0 does.
    static let newer = program(
        "my $request; sysread $client, $request, 20; syswrite $client, pack('lLL', 4, 5, 0x8010001E); close $client;"
    )

    /// Has a table of 48 readers in place of 16, the 20th of which is one.
    static let largerTable = service(records: 48, reader: 19, state: 2, connecting: 0)

    /// Has a reader with a card whose connection is refused as that of a card that lost its power.
    static let lostCard = service(records: 16, reader: 0, state: 4, connecting: 0x8010_0068)

    /// Serves each client in a process of its own: exchange of versions (17), context (1, 2), table of readers (18, and
    /// 19 and 20 to be told of changes) and a connection (4) that is answered with a code.
    ///
    /// The table has `records` places and one reader, at the place `reader`; its `state` is 2 without a card, 4 with
    /// one.
    private static func service(records: Int, reader: Int, state: Int, connecting code: UInt32) -> String {
        program(
            """
            unless ($0 eq "pcscd") {
                $0 = "pcscd";
                open my $file, ">", "/run/pcscd/pcscd.pid";
                print $file $$;
            }
            next if fork;
            while (sysread $client, my $header, 8) {
                my ($size, $command) = unpack "LL", $header;
                my $body = "";
                sysread $client, $body, $size if $size;
                if ($command == 17) { syswrite $client, pack "lLL", 4, 4, 0 }
                elsif ($command == 1) { syswrite $client, pack "LLL", 2, 4711, 0 }
                elsif ($command == 2) { syswrite $client, pack "LL", 4711, 0 }
                elsif ($command == 4) { syswrite $client, substr($body, 0, 148) . pack "L", \(code) }
                elsif ($command == 20) { syswrite $client, pack "LL", 0, 0 }
                elsif ($command == 18 || $command == 19) {
                    my $table = "\\0" x (\(records) * 184);
                    substr($table, \(reader) * 184, 12) = "Reader 00 00";
                    substr($table, \(reader) * 184 + 132, 4) = pack "L", \(state);
                    if (\(state) == 4) {
                        substr($table, \(reader) * 184 + 140, 4) = pack "C4", 0x3B, 0x80, 0x01, 0x81;
                        substr($table, \(reader) * 184 + 176, 8) = pack "LL", 4, 2;
                    }
                    syswrite $client, $table;
                }
                else { last }
            }
            exit;
            """
        )
    }

    /// A shell line that makes a D-Bus socket at which somebody listens.
    static let bus = """
        mkdir -p /run/dbus
        perl -MIO::Socket::UNIX -e '$s = IO::Socket::UNIX->new(Local => "/run/dbus/system_bus_socket", Listen => 5); \
        chmod 0666, "/run/dbus/system_bus_socket"; sleep 600' </dev/null >/dev/null 2>&1 &
        for i in $(seq 500); do [ -S /run/dbus/system_bus_socket ] && break; sleep 0.01; done
        """

    /// A shell line that installs pcsc-lite's polkit policy.
    static let policy = """
        mkdir -p /usr/share/polkit-1/actions
        layer /usr/share/polkit-1/actions
        touch /usr/share/polkit-1/actions/org.debian.pcsc-lite.policy
        """
}
