#ifndef CLIBXML2_H
#define CLIBXML2_H

#ifdef _WIN32
#error "LibXML does not support Windows: use Linux, for instance in WSL"
#endif

// pkg-config puts the folder that holds `libxml/` on the search path; Apple's SDKs keep it one level deeper.
#if __has_include(<libxml/xmlversion.h>)
#include <libxml/xmlversion.h>
#else
#include <libxml2/libxml/xmlversion.h>
#endif

// Up to 2.13, a libxml2 that converts with ICU includes <unicode/ucnv.h>, whose types contradict those of Foundation's
// own ICU. libxml2's headers need two names of it. With these, its structs are the same as in other modules over it.
#if defined(LIBXML_ICU_ENABLED) && LIBXML_VERSION < 21400 && !defined(UCNV_H)
#define UCNV_H
#define CLIBXML2_DEFINES_UCNV_H
typedef struct UConverter UConverter;
#ifdef __cplusplus
typedef char16_t UChar;
#else
typedef __CHAR16_TYPE__ UChar;
#endif
#endif

#if __has_include(<libxml/parser.h>)
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/entities.h>
#include <libxml/encoding.h>
#include <libxml/xmlerror.h>
#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/tree.h>
#include <libxml/uri.h>
#include <libxml/valid.h>
#include <libxml/xmlreader.h>
#include <libxml/xmlsave.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <libxml/xinclude.h>
#include <libxml/c14n.h>
#include <libxml/xmlschemas.h>
#include <libxml/xmlschemastypes.h>
#include <libxml/relaxng.h>
#else
#include <libxml2/libxml/parser.h>
#include <libxml2/libxml/parserInternals.h>
#include <libxml2/libxml/SAX2.h>
#include <libxml2/libxml/entities.h>
#include <libxml2/libxml/encoding.h>
#include <libxml2/libxml/xmlerror.h>
#include <libxml2/libxml/HTMLparser.h>
#include <libxml2/libxml/HTMLtree.h>
#include <libxml2/libxml/tree.h>
#include <libxml2/libxml/uri.h>
#include <libxml2/libxml/valid.h>
#include <libxml2/libxml/xmlreader.h>
#include <libxml2/libxml/xmlsave.h>
#include <libxml2/libxml/xpath.h>
#include <libxml2/libxml/xpathInternals.h>
#include <libxml2/libxml/xinclude.h>
#include <libxml2/libxml/c14n.h>
#include <libxml2/libxml/xmlschemas.h>
#include <libxml2/libxml/xmlschemastypes.h>
#include <libxml2/libxml/relaxng.h>
#endif

#ifdef CLIBXML2_DEFINES_UCNV_H
#undef UCNV_H
#undef CLIBXML2_DEFINES_UCNV_H
#endif

#endif
