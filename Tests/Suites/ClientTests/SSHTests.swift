import Foundation
import TestRig
import Testing

@Suite("OpenSSH on the provider", .timeLimit(.minutes(5)))
struct SSHTests {
    @Test(
        "ssh-keygen -D lists the keys; ssh, and ssh-agent, log in to a sshd with them",
        arguments: ["rsa:2048", "ec:p256"]
    )
    func login(_ type: String) async throws {
        let place = try await ClientPlace()
        try await place.makeKey("k", type)
        let ask = place.directory.path("askpass")
        try place.directory.write(
            """
            Port 2222
            ListenAddress 127.0.0.1
            HostKey \(place.directory.path("host"))
            AuthorizedKeysFile \(place.directory.path("authorized"))
            PidFile none
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            PermitRootLogin yes
            SetEnv GREETING=welcome

            """,
            to: "sshd_config"
        )
        let text = try await place.runAlone(
            """
            # Written by the shell: a program that the test process writes is busy while another test forks.
            printf '#!/bin/sh\\necho %s\\n' \(ClientPlace.pin) >"$SSH_ASKPASS"
            chmod 700 "$SSH_ASKPASS"
            mkdir -p /run/sshd
            ssh-keygen -q -t ed25519 -N '' -f host
            ssh-keygen -D "$PROVIDER" >authorized
            /usr/sbin/sshd -D -e -f "$PWD/sshd_config" 2>sshd.log &
            options="-F none -p 2222 -o UserKnownHostsFile=$PWD/known -o StrictHostKeyChecking=accept-new
                -o PreferredAuthentications=publickey -o ConnectionAttempts=20"
            echo "keys: $(wc -l <authorized)"
            ssh $options -o PKCS11Provider="$PROVIDER" root@127.0.0.1 'echo $GREETING by ssh'
            eval "$(ssh-agent -s -P '/*')" >agent.log
            ssh-add -s "$PROVIDER"
            ssh $options root@127.0.0.1 'echo $GREETING by agent'
            ssh-add -e "$PROVIDER"
            kill "$SSH_AGENT_PID"
            """,
            environment: ["PROVIDER": place.module, "SSH_ASKPASS": ask, "SSH_ASKPASS_REQUIRE": "force"]
        )
        #expect(
            text.contains("keys: 1\n") && text.contains("welcome by ssh") && text.contains("welcome by agent"),
            "\(text)"
        )
    }
}
