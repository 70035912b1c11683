#ifndef COMPARATORS_H
#define COMPARATORS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// What the same libxml2 does in plain C. Each returns 1 when the document was parsed without an error.

/// SAX2 with callbacks that do nothing, from memory.
int comparator_sax_memory(const char *bytes, size_t length);

/// SAX2 with callbacks that do nothing, through the push parser in slices of 64 KiB.
int comparator_sax_push(const char *bytes, size_t length);

/// libxml2's own tree, built and freed.
int comparator_tree(const char *bytes, size_t length);

/// xmlTextReader over every node, fed from memory by a callback; counts the elements that are called `name`. Negative when
/// the document was not parsed.
long comparator_reader(const char *bytes, size_t length, const char *name);

/// xmlTextReader, which expands each element that is called `name` into a tree and goes on after it; counts those.
long comparator_reader_expand(const char *bytes, size_t length, const char *name);

/// pugixml's tree, built and freed.
int comparator_pugixml(const char *bytes, size_t length);

/// Has the allocator put in order what the last candidate freed, or the next one would pay for that: a document tree of
/// libxml2 leaves hundreds of thousands of small pieces, which glibc joins when somebody asks for a large one.
void comparator_settle(void);

#ifdef __cplusplus
}
#endif

#endif
