// Every call here takes or returns these constants, so a file that imports this module has them too.
@_exported public import PKCS11Names
