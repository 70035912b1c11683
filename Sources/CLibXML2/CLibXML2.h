#ifndef CLIBXML2_H
#define CLIBXML2_H

// pkg-config puts the folder that holds `libxml/` on the search path; Apple's SDKs keep it one level deeper.
#if __has_include(<libxml/parser.h>)
#include <libxml/xmlversion.h>
#else
#include <libxml2/libxml/xmlversion.h>
#endif

// A libxml2 that converts with ICU includes ICU's headers up to 2.13, whose types contradict those that Foundation
// declares of its own ICU. All that goes missing with them are the last members of a struct that nobody looks into.
#undef LIBXML_ICU_ENABLED

#if __has_include(<libxml/parser.h>)
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/entities.h>
#include <libxml/encoding.h>
#include <libxml/xmlerror.h>
#include <libxml/HTMLparser.h>
#else
#include <libxml2/libxml/parser.h>
#include <libxml2/libxml/parserInternals.h>
#include <libxml2/libxml/SAX2.h>
#include <libxml2/libxml/entities.h>
#include <libxml2/libxml/encoding.h>
#include <libxml2/libxml/xmlerror.h>
#include <libxml2/libxml/HTMLparser.h>
#endif

#endif
