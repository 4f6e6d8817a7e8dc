import TestRig

/// The faults of layers 1 to 3 that a set-up makes; those of cards have tests of their own.
enum Faults {
    static let all = usb + driver + service

    static let usb: [Fault] = [
        // Fault kernel-driver-nfc-claims: mock USB device (umockdev), real pcscd
        Fault("kernel-driver-nfc-claims") { $0.devices = [.yubiKey.with { $0.interfaceDriver = "pn533_usb" }] },
        // Fault usb-not-authorized: mock USB device (umockdev), real pcscd
        Fault("usb-not-authorized") { $0.devices = [.yubiKey.with { $0.isAuthorized = false }] },
        // Fault usb-gnome-lock-protection: mock USB device; `gsettings` replaced by a script
        Fault("usb-gnome-lock-protection") {
            $0.devices = [.yubiKey.with { $0.isAuthorized = false }]
            $0.before = """
                layer /usr/bin
                printf '#!/bin/sh\\necho true\\n' >/usr/bin/gsettings
                chmod 755 /usr/bin/gsettings
                """
            $0.variables = ["XDG_CURRENT_DESKTOP": "ubuntu:GNOME"]
        },
        // Fault usb-captured-by-vm: mock USB device (umockdev), real pcscd
        Fault("usb-captured-by-vm") { $0.devices = [.yubiKey.with { $0.driver = "usbip-host" }] },
        // Fault token-bootloader-mode: mock USB device (umockdev), real pcscd
        Fault("token-bootloader-mode") {
            $0.devices = [
                .yubiKey.with {
                    ($0.vendor, $0.product) = ("20a0", "42dd")
                    ($0.manufacturer, $0.name) = ("Nitrokey", "Nitrokey 3 Bootloader")
                    $0.interfaces = ["03"]
                }
            ]
        },
        // Fault token-ccid-interface-disabled: mock USB device (umockdev), real pcscd
        Fault("token-ccid-interface-disabled") {
            $0.devices = [
                .yubiKey.with {
                    ($0.product, $0.name) = ("0402", "YubiKey FIDO")
                    $0.interfaces = ["03"]
                }
            ]
        },
        // Fault token-mass-storage-mode: mock USB device (umockdev), real pcscd
        Fault("token-mass-storage-mode") {
            $0.devices = [
                .yubiKey.with {
                    ($0.vendor, $0.product) = ("0d46", "4081")
                    ($0.manufacturer, $0.name) = ("KOBIL Systems", "mIDentity")
                    $0.interfaces = ["08"]
                    $0.interfaceDriver = "usb-storage"
                }
            ]
        },
        // Fault usb-undervoltage: mock USB device that pcscd can't open, mock Raspberry Pi firmware
        Fault("usb-undervoltage") {
            $0.devices = [.yubiKey]
            $0.records = """

                P: /devices/platform/soc/soc:firmware
                E: SUBSYSTEM=platform
                A: get_throttled=50005

                """
        },
        // Fault modemmanager-probe (a warning): mock USB device with a serial port, a process with that name
        Fault("modemmanager-probe", severity: "warning") {
            $0.devices = [
                .yubiKey.with {
                    ($0.vendor, $0.product) = ("20a0", "42b2")
                    ($0.manufacturer, $0.name) = ("Nitrokey", "Nitrokey 3")
                    $0.interfaces = ["0b", "02"]
                    $0.lastInterface = """
                        A: bInterfaceProtocol=01

                        P: /devices/pci0000:00/usb1/1-2/1-2:1.1/tty/ttyACM0
                        E: SUBSYSTEM=tty
                        A: dev=166:0

                        """
                }
            ]
            $0.after = "cp /bin/sleep \"$work/ModemManager\"; \"$work/ModemManager\" 600 </dev/null >/dev/null 2>&1 &"
        },
        // Fault usb-device-absent: mock USB device (umockdev), real pcscd
        Fault("usb-device-absent") { $0.devices = [] },
        // Fault usb-autosuspend: mock USB device (umockdev), real pcscd
        Fault("usb-autosuspend") { $0.devices = [.yubiKey.with { $0.power = ("auto", "suspended") }] },
        // Fault usb-enumeration-error: empty mock bus; `dmesg` replaced by a script
        Fault("usb-enumeration-error") {
            $0.devices = []
            $0.before = """
                layer /usr/bin
                printf '#!/bin/sh\\necho "[ 3.1] usb 1-2: device descriptor read/64, error -71"\\n' >/usr/bin/dmesg
                chmod 755 /usr/bin/dmesg
                """
        },
        // Fault usb-node-perm-user: mock USB device, node with mode 0600, user 65534, `--app gpg`
        Fault("usb-node-perm-user") {
            $0.devices = [.yubiKey]
            $0.before = """
                layer /dev
                mkdir -p /dev/bus/usb/001
                touch /dev/bus/usb/001/002
                chmod 600 /dev/bus/usb/001/002
                """
            $0.userID = 65_534
            $0.arguments = ["--app", "gpg", "--only", "usb-node-perm-user"]
        },
    ]

    static let driver: [Fault] = [
        // Fault driver-reader-not-started: vpcd, whose port another program uses
        Fault("driver-reader-not-started") {
            $0.readers = [PrivatePCSCD.Reader("Virtual PCD")]
            $0.before = """
                perl -MIO::Socket::INET -e 'for (35963, 35964) {
                    push @s, IO::Socket::INET->new(LocalPort => $_, Listen => 5) || die } sleep 60' \\
                    </dev/null >/dev/null 2>&1 &
                sleep 1
                """
        },
        // Fault driver-libccid-missing: files changed in a layer in the namespace, real pcscd
        Fault("driver-libccid-missing") {
            $0.devices = [.yubiKey]
            $0.before = "mount -t tmpfs tmpfs /usr/lib/pcsc/drivers"
        },
        // Fault driver-reader-not-in-plist: files changed in a layer in the namespace, real pcscd
        Fault("driver-reader-not-in-plist") {
            $0.devices = [
                .yubiKey.with {
                    ($0.vendor, $0.product) = ("dead", "beef")
                    ($0.manufacturer, $0.name) = ("Nobody", "Reader of tomorrow")
                }
            ]
        },
        // Fault driver-vendor-required: files changed in a layer in the namespace, real pcscd
        Fault("driver-vendor-required") {
            $0.devices = [
                .yubiKey.with {
                    ($0.vendor, $0.product) = ("0a89", "0020")
                    ($0.manufacturer, $0.name) = ("Aktiv", "ruToken")
                    $0.interfaces = ["ff"]
                }
            ]
        },
        // Fault driver-readerconf-lib-missing: stale entry in reader.conf.d; pcscd is started and refuses
        Fault("driver-readerconf-lib-missing") {
            $0.runsService = false
            $0.before = """
                layer /etc
                printf 'FRIENDLYNAME "Old reader"\\nDEVICENAME /dev/null\\nLIBPATH /nonexist/lib.so\\nCHANNELID 1\\n' \
                    >/etc/reader.conf.d/old
                ! pcscd --foreground >/dev/null 2>&1
                """
        },
        // Fault driver-dir-mismatch: files changed in a layer in the namespace, real pcscd
        Fault("driver-dir-mismatch") {
            $0.devices = [.yubiKey]
            $0.before = """
                layer /usr/lib/pcsc
                mkdir -p /usr/local/lib
                layer /usr/local/lib
                mkdir -p /usr/local/lib/pcsc/drivers
                mv /usr/lib/pcsc/drivers/ifd-ccid.bundle /usr/local/lib/pcsc/drivers/
                """
        },
        // Fault driver-plist-stale-conffile: files changed in a layer in the namespace, real pcscd
        Fault("driver-plist-stale-conffile") {
            $0.devices = [.yubiKey]
            $0.before = """
                layer /etc
                cp /etc/libccid_Info.plist /etc/libccid_Info.plist.dpkg-dist
                sed -i 's/0x1050/0x1051/' /etc/libccid_Info.plist
                """
        },
        // Fault driver-two-claim-same-reader: files changed in a layer in the namespace, real pcscd
        Fault("driver-two-claim-same-reader") {
            $0.devices = [.yubiKey]
            $0.before = """
                layer /usr/lib/pcsc/drivers
                cp -r /usr/lib/pcsc/drivers/ifd-ccid.bundle /usr/lib/pcsc/drivers/ifd-other.bundle
                """
        },
        // Fault driver-composite-interface: mock USB device; `journalctl` replaced by a script
        Fault("driver-composite-interface") {
            $0.devices = [.yubiKey.with { $0.interfaces = ["03", "0b"] }]
            $0.before = """
                layer /usr/bin
                printf '#!/bin/sh\\necho "ccid_usb.c:604:OpenUSBByName() Found interface 1 but expecting 0"\\n' \
                    >/usr/bin/journalctl
                chmod 755 /usr/bin/journalctl
                """
        },
        // Fault driver-wrong-elf: files changed in a layer in the namespace, real pcscd
        Fault("driver-wrong-elf") {
            $0.devices = [.yubiKey]
            $0.before = """
                layer /usr/lib/pcsc/drivers
                library=/usr/lib/pcsc/drivers/ifd-ccid.bundle/Contents/Linux/libccid.so
                cp "$library" "$1/libccid.so"
                printf '\\001' | dd of="$1/libccid.so" bs=1 seek=4 conv=notrunc 2>/dev/null
                rm "$library"
                cp "$1/libccid.so" "$library"
                """
        },
        // Fault driver-too-old (a warning): files changed in a layer in the namespace, real pcscd
        Fault("driver-too-old", severity: "warning") {
            $0.devices = [.yubiKey]
            $0.before = """
                layer /etc
                sed -i 's/<string>1\\.5\\.[0-9]*</<string>1.4.26</' /etc/libccid_Info.plist
                """
        },
    ]

    static let service: [Fault] = [
        // Fault pcscd-libpcsclite-missing: library masked
        Fault("pcscd-libpcsclite-missing") {
            $0.after = "mount --bind /dev/null /usr/lib/x86_64-linux-gnu/libpcsclite.so.1.0.0"
        },
        // Fault pcscd-not-installed: program masked
        Fault("pcscd-not-installed", inContainer: "env-container-no-socket") {
            $0.runsService = false
            $0.before = "mount --bind /dev/null /usr/sbin/pcscd"
        },
        // Fault pcscd-not-running: pcscd not started
        Fault("pcscd-not-running") { $0.runsService = false },
        // Fault pcscd-bad-args: PCSCD_ARGS with an unknown option
        Fault("pcscd-bad-args") {
            $0.runsService = false
            $0.before = "layer /etc; echo 'PCSCD_ARGS=\"--foreground --frobnicate\"' >/etc/default/pcscd"
        },
        // Fault pcscd-unit-wrong: drop-in with a second `ExecStart=` in a layer of /etc, systemd's marker in /run
        Fault("pcscd-unit-wrong") {
            $0.runsService = false
            $0.before = """
                layer /etc
                mkdir -p /run/systemd/system /etc/systemd/system/pcscd.service.d
                ln -sf /usr/lib/systemd/system/pcscd.socket /etc/systemd/system/sockets.target.wants/pcscd.socket
                printf '[Service]\\nExecStart=/usr/sbin/pcscd --foreground\\n' \
                    >/etc/systemd/system/pcscd.service.d/local.conf
                """
        },
        // Fault pcscd-socket-unit-disabled: unit masked in a layer of /etc, systemd's marker in /run
        Fault("pcscd-socket-unit-disabled") {
            $0.runsService = false
            $0.before = """
                layer /etc
                mkdir -p /run/systemd/system
                rm -f /etc/systemd/system/sockets.target.wants/pcscd.socket
                ln -sf /dev/null /etc/systemd/system/pcscd.socket
                """
        },
        // Fault pcscd-socket-stale: real pcscd killed
        Fault("pcscd-socket-stale") { $0.after = "kill -KILL $(tr -d '\\0' </run/pcscd/pcscd.pid)" },
        // Fault pcscd-socket-eacces: real pcscd's socket with mode 0600, user 65534
        Fault("pcscd-socket-eacces") {
            $0.userID = 65_534
            $0.after = "chmod 600 /run/pcscd/pcscd.comm"
        },
        // Fault pcscd-socket-env-wrong: variable set, real pcscd
        Fault("pcscd-socket-env-wrong") { $0.variables = ["PCSCLITE_CSOCK_NAME": "/run/elsewhere/pcscd.comm"] },
        // Fault pcscd-hung: real pcscd stopped by SIGSTOP
        Fault("pcscd-hung") {
            $0.after = "kill -STOP $(tr -d '\\0' </run/pcscd/pcscd.pid)"
            // OpenSC hangs with it, for as long as it may.
            $0.variables = ["JETON_MODULE_DEADLINE": "3"]
        },
        // Fault pcscd-protocol-mismatch: stand-in that answers 4:5
        Fault("pcscd-protocol-mismatch") {
            $0.runsService = false
            $0.standIn = StandIns.newer
        },
        // Fault pcscd-two-libpcsclite: second copy of the library, stand-in that answers 4:5
        Fault("pcscd-two-libpcsclite") {
            $0.runsService = false
            $0.before = """
                mkdir -p /usr/local/lib
                layer /usr/local/lib
                cp /usr/lib/x86_64-linux-gnu/libpcsclite.so.1 /usr/local/lib/
                """
            $0.standIn = StandIns.newer
        },
        // Fault pcscd-client-limit: 205 connections to real pcscd
        Fault("pcscd-client-limit") {
            $0.after = """
                perl -MIO::Socket::UNIX -e 'for (1..205) { push @s, IO::Socket::UNIX->new("/run/pcscd/pcscd.comm") } \
                open F, ">", "/run/full"; close F; sleep 600' </dev/null >/dev/null 2>&1 &
                for i in $(seq 1000); do [ -e /run/full ] && break; sleep 0.01; done
                """
        },
        // Fault pcscd-polkit-daemon-missing: stand-in that closes the connection, policy file, no bus
        Fault("pcscd-polkit-daemon-missing") {
            $0.runsService = false
            $0.standIn = StandIns.closing
            $0.before = StandIns.policy
            $0.userID = 4711
        },
        // Fault pcscd-polkit-no-logind: stand-in that closes the connection, policy file, bus, no logind
        Fault("pcscd-polkit-no-logind") {
            $0.runsService = false
            $0.standIn = StandIns.closing
            $0.before = StandIns.policy + "\n" + StandIns.bus
            $0.userID = 4711
        },
        // Fault pcscd-polkit-inactive-session: stand-in that closes the connection, policy file, bus, session file of
        // a remote
        // session
        Fault("pcscd-polkit-inactive-session") {
            $0.runsService = false
            $0.standIn = StandIns.closing
            $0.before = """
                \(StandIns.policy)
                \(StandIns.bus)
                mkdir -p /run/systemd/sessions /run/systemd/seats
                printf 'ACTIVE=0\\nREMOTE=1\\n' >/run/systemd/sessions/7
                """
            $0.variables = ["XDG_SESSION_ID": "7"]
            $0.userID = 4711
        },
        // Fault pcscd-polkit-service-user: stand-in that closes the connection, policy file, user 996
        Fault("pcscd-polkit-service-user") {
            $0.runsService = false
            $0.standIn = StandIns.closing
            $0.before = StandIns.policy + "\n" + StandIns.bus + "\nmkdir -p /run/systemd/sessions /run/systemd/seats"
            $0.userID = 996
        },
        // Fault pcscd-hidepid: stand-in that closes the connection, /proc mounted with hidepid=2
        Fault("pcscd-hidepid") {
            $0.runsService = false
            $0.standIn = StandIns.closing
            $0.before = StandIns.policy + "\n" + StandIns.bus
            $0.after = "mount -t proc -o hidepid=2 proc /proc"
            $0.userID = 4711
        },
        // Fault pcscd-stale-reader-state: mock USB device that real pcscd can't open
        Fault("pcscd-stale-reader-state") { $0.devices = [.yubiKey] },
        // Fault not-explained: stand-in that closes, without a recognizable reason
        Fault("not-explained") {
            $0.runsService = false
            $0.standIn = StandIns.closing
        },
    ]
}
