// The ABI of PKCS #11 (Cryptoki) 3.2, OASIS Standard, in declarations of our own, for 64-bit Linux.
//
// Names, values and layouts are the standard's: CK_ULONG is unsigned long, structures have their natural alignment (the
// one-byte packing of the standard's text is used on Windows only). All of 2.40, 3.0, 3.1 and 3.2 is here.
//
//   cryptoki_types.h       base types and the structures of the general part
//   cryptoki_constants.h   return values, flags, classes, key types and other numbers
//   cryptoki_attributes.h  CKA_...
//   cryptoki_mechanisms.h  CKM_...
//   cryptoki_parameters.h  mechanism parameters
//   cryptoki_functions.h   function pointer types and the three function tables
//   cryptoki_rutoken.h     Rutoken's extension (not part of this umbrella)

#ifndef JETON_CRYPTOKI_H
#define JETON_CRYPTOKI_H

#include "cryptoki_attributes.h"
#include "cryptoki_constants.h"
#include "cryptoki_functions.h"
#include "cryptoki_mechanisms.h"
#include "cryptoki_parameters.h"
#include "cryptoki_types.h"

#endif
