#ifndef CLIBXML2_H
#define CLIBXML2_H

// pkg-config puts the folder that holds `libxml/` on the search path; Apple's SDKs keep it one level deeper.
#if __has_include(<libxml/parser.h>)
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/entities.h>
#include <libxml/encoding.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlversion.h>
#else
#include <libxml2/libxml/parser.h>
#include <libxml2/libxml/parserInternals.h>
#include <libxml2/libxml/SAX2.h>
#include <libxml2/libxml/entities.h>
#include <libxml2/libxml/encoding.h>
#include <libxml2/libxml/xmlerror.h>
#include <libxml2/libxml/xmlversion.h>
#endif

#endif
