// Swift's module of the C library lacks this header.
#include <sys/xattr.h>
