// The constants' names are the words of every call here: who imports this module has them too.
@_exported public import PKCS11Names
