// The calls here take and return constants of PIV, so a file that imports this module has them too.
@_exported public import JetonPIV
