import Testing

/// A packet of ESP as RFC 9227, appendix A, prints it.
struct ESPVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let algorithm: KeyedCipher.Algorithm
    /// Whether the payload is encrypted, or only authenticated.
    let isEncrypted: Bool
    /// The root of the tree, and the salt.
    let transformKey: String
    let messageKey: String
    let nonce: String
    let plaintext: String
    let tag: String
    /// Of a packet of IPv4.
    let packet: String

    static let all = [
        ESPVector(
            testDescription: "RFC 9227, A, 1",
            algorithm: KeyedCipher.kuznyechik,
            isEncrypted: true,
            transformKey: "b6180c145c512dbd69d9cea92cac1b5ce1bcfa73792d61af0b440d84b522cc387b67e6f244f97f0678952e45",
            messageKey: "2ff1c90ede786e061e17b374d782af7bd880bd527c66a2badc3e569aab271da4",
            nonce: "000000007b67e6f244f97f0678952e45",
            plaintext: """
                4500003c233500007f01eecc0a6f0ac50a6f0a1d0800f35b020058006162636465666768696a6b6c6d6e6f7071727374
                75767761626364656667686901020204
                """,
            tag: "50b070a15a2bd9738689f8ed",
            packet: """
                45000070004d0000ff32914f0a6f0ac50a6f0a1d5146536b000000010000000000000000189d1288b718f9eabe554b23
                9bee6596c6d4eafd316496ef901cac316005aa076297b224bf6d2be35fd6f67e7b9deb3185ffe9179ca9bf0bdbafc23e
                ae4da56f50b070a15a2bd9738689f8ed
                """
        ),
        ESPVector(
            testDescription: "RFC 9227, A, 2",
            algorithm: KeyedCipher.kuznyechik,
            isEncrypted: true,
            transformKey: "b6180c145c512dbd69d9cea92cac1b5ce1bcfa73792d61af0b440d84b522cc387b67e6f244f97f0678952e45",
            messageKey: "9abac65778180e6f2af61fb8d571623666c2f5130d54e2116c7d530e6e7d48bc",
            nonce: "000000007b67e6f244f97f0678952e45",
            plaintext: """
                4500003c234800007f01eeb90a6f0ac50a6f0a1d0800e45b020067006162636465666768696a6b6c6d6e6f7071727374
                75767761626364656667686901020204
                """,
            tag: "c22f8740838e3dface91ccb8",
            packet: """
                45000070005c0000ff3291400a6f0ac50a6f0a1d5146536b000000100000010001000000780a2c626232157bfe017632
                f32db4d0a4fa612f66c2bf79d5e2149bac1dfc4b154b69034dc21def20906d596281127cff7256abf00ba122bb5e6c71
                a4d49a4dc22f8740838e3dface91ccb8
                """
        ),
        ESPVector(
            testDescription: "RFC 9227, A, 3",
            algorithm: KeyedCipher.magma,
            isEncrypted: true,
            transformKey: "5b50bf3378870238f3ca740fd124ba6c2283ef589be6f46a894aa35d5f06b203cf366312",
            messageKey: "256521e270b74a164dfc26e6bf0cca765e9d41027d4b7b19762b1cc901dcde7f",
            nonce: "00000000cf366312",
            plaintext: """
                4500003c242d00007f01edd40a6f0ac50a6f0a1d0800de5b02006d006162636465666768696a6b6c6d6e6f7071727374
                75767761626364656667686901020204
                """,
            tag: "5f4afa8b02940f5c",
            packet: """
                4500006c00620000ff32913e0a6f0ac50a6f0a1dc8c2b28d000000010000000000000000fa0840332c4f3fc9644d8c2c
                4a917e0cd86f8e61040387646bb9dfbd91503f4af5d2426949d35a229e1e0efc99acee9e3243e23ba4d11e845c91a719
                1552cce85f4afa8b02940f5c
                """
        ),
        ESPVector(
            testDescription: "RFC 9227, A, 4",
            algorithm: KeyedCipher.magma,
            isEncrypted: true,
            transformKey: "5b50bf3378870238f3ca740fd124ba6c2283ef589be6f46a894aa35d5f06b203cf366312",
            messageKey: "20e046d409839b23f066a50a7a065b4a39244f0e29ef1e6f2e5d2e1355f5da08",
            nonce: "00000000cf366312",
            plaintext: """
                4500003c244000007f01edc10a6f0ac50a6f0a1d0800cf5b02007c006162636465666768696a6b6c6d6e6f7071727374
                75767761626364656667686901020204
                """,
            tag: "dd5d509afdb80998",
            packet: """
                4500006c00710000ff32912f0a6f0ac50a6f0a1dc8c2b28d0000001000000100010000007a714841a534b758936a8eab
                269140a825a7f35db9e4371fe76c999c9b88db721dc759f656b5b3eab6b14d6bd77a071d4b9378bd08976c33ed9a0191
                bffea1dddd5d509afdb80998
                """
        ),
        ESPVector(
            testDescription: "RFC 9227, A, 5",
            algorithm: KeyedCipher.kuznyechik,
            isEncrypted: false,
            transformKey: "98bd34ce3be19a3465e487c0064883f488cc239263dc3204919b643fe757b2be6c51cbac93c45bea9962791d",
            messageKey: "98f10301810a041cdadde1bd85a08f218bacb57e0035e222c831e3e4f0a20c8f",
            nonce: "000000006c51cbac93c45bea9962791d",
            plaintext: """
                4500003c0cf100007f0105110a6f0ac50a6f0a1d0800485c020003006162636465666768696a6b6c6d6e6f7071727374
                75767761626364656667686901020204
                """,
            tag: "cac58ce5e88b4bf32d6cf04d",
            packet: """
                4500007000010000ff32919b0a6f0ac50a6f0a1d3dac926a0000000100000000000000004500003c0cf100007f010511
                0a6f0ac50a6f0a1d0800485c020003006162636465666768696a6b6c6d6e6f7071727374757677616263646566676869
                01020204cac58ce5e88b4bf32d6cf04d
                """
        ),
        ESPVector(
            testDescription: "RFC 9227, A, 6",
            algorithm: KeyedCipher.kuznyechik,
            isEncrypted: false,
            transformKey: "98bd34ce3be19a3465e487c0064883f488cc239263dc3204919b643fe757b2be6c51cbac93c45bea9962791d",
            messageKey: "02c541877cc623f3f135919a7513b6f8a8a18cb26399862f50814f5291016784",
            nonce: "000000006c51cbac93c45bea9962791d",
            plaintext: """
                4500003c0cfb00007f0105070a6f0ac50a6f0a1d0800435c020008006162636465666768696a6b6c6d6e6f7071727374
                75767761626364656667686901020204
                """,
            tag: "babc67ec72a8c31a89b40e91",
            packet: """
                4500007000060000ff3291960a6f0ac50a6f0a1d3dac926a0000000600000000010000004500003c0cfb00007f010507
                0a6f0ac50a6f0a1d0800435c020008006162636465666768696a6b6c6d6e6f7071727374757677616263646566676869
                01020204babc67ec72a8c31a89b40e91
                """
        ),
        ESPVector(
            testDescription: "RFC 9227, A, 7",
            algorithm: KeyedCipher.magma,
            isEncrypted: false,
            transformKey: "d065b530fa20b824c7570c1d862ae3392c1c076dfada6975744a07a8857dbd3088798f29",
            messageKey: "4c614599a0a067f19487240ae100e1b7eaf23edaf87e387350861c683ba40446",
            nonce: "0000000088798f29",
            plaintext: """
                4500003c0e0800007f0103fa0a6f0ac50a6f0a1d0800365c020015006162636465666768696a6b6c6d6e6f7071727374
                75767761626364656667686901020204
                """,
            tag: "4dd4258a253595df",
            packet: """
                4500006c00130000ff32918d0a6f0ac50a6f0a1d3e40699c0000000100000000000000004500003c0e0800007f0103fa
                0a6f0ac50a6f0a1d0800365c020015006162636465666768696a6b6c6d6e6f7071727374757677616263646566676869
                010202044dd4258a253595df
                """
        ),
        ESPVector(
            testDescription: "RFC 9227, A, 8",
            algorithm: KeyedCipher.magma,
            isEncrypted: false,
            transformKey: "d065b530fa20b824c7570c1d862ae3392c1c076dfada6975744a07a8857dbd3088798f29",
            messageKey: "b4f3f90dc487fab8c4afd0eb4549f2f0e43632b67919372e1e9609eaf0b8e228",
            nonce: "0000000088798f29",
            plaintext: """
                4500003c0e1300007f0103ef0a6f0ac50a6f0a1d0800315c02001a006162636465666768696a6b6c6d6e6f7071727374
                75767761626364656667686901020204
                """,
            tag: "8484a92330a0b196",
            packet: """
                4500006c00180000ff3291880a6f0ac50a6f0a1d3e40699c0000000600000000010000004500003c0e1300007f0103ef
                0a6f0ac50a6f0a1d0800315c02001a006162636465666768696a6b6c6d6e6f7071727374757677616263646566676869
                010202048484a92330a0b196
                """
        ),
    ]
}
