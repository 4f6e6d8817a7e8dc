// What the calls here take and return, so that a program imports this module alone. By name, not whole modules: a program
// that also imports swift-certificates has a Certificate of its own.
@_exported public import enum Cryptoki.KeySpecification
@_exported public import struct Cryptoki.Mechanism
@_exported public import enum Cryptoki.MechanismParameters
@_exported public import struct JetonOctets.Secret
@_exported public import enum JetonX509.HashAlgorithm
@_exported public import struct JetonX509.PublicKey
@_exported public import enum JetonX509.SignatureAlgorithm
@_exported public import struct TokenKit.PINPrompt
@_exported public import enum TokenKit.PINSource
