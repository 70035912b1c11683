// A module over libxml2 as other packages have one, such as Kanna.
#if __has_include(<libxml/HTMLtree.h>)
#include <libxml/HTMLtree.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#else
#include <libxml2/libxml/HTMLtree.h>
#include <libxml2/libxml/xpath.h>
#include <libxml2/libxml/xpathInternals.h>
#endif
