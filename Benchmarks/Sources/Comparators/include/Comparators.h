#ifndef COMPARATORS_H
#define COMPARATORS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// The same work with the same libxml2, in plain C. Each function returns 1 if the document was parsed without an error.

/// SAX2 with callbacks that do nothing, from memory.
int comparator_sax_memory(const char *bytes, size_t length);

/// SAX2 with callbacks that do nothing, through the push parser in slices of 64 KiB.
int comparator_sax_push(const char *bytes, size_t length);

/// libxml2's own tree, built and freed.
int comparator_tree(const char *bytes, size_t length);

/// xmlTextReader over every node, fed from memory by a callback. Returns the number of elements with the name `name`;
/// negative if the document was not parsed.
long comparator_reader(const char *bytes, size_t length, const char *name);

/// xmlTextReader, which expands each element with the name `name` into a tree and continues after it. Returns their
/// number.
long comparator_reader_expand(const char *bytes, size_t length, const char *name);

/// xmlTextReader over every node, which validates: with a RELAX NG or XML Schema in memory, or with the document's own
/// DTD if `schema` is NULL. Returns the number of elements; negative if the document is not valid.
long comparator_validating_reader(const char *bytes, size_t length, const char *schema, int is_relaxng);

/// xmlTextWriter: a document of `count` records, in memory. Returns the number of bytes.
long comparator_write(int count);

/// xmlDocDumpMemory of a document, `rounds` times. Returns the seconds that this took, without the parse; negative if
/// the document was not parsed.
double comparator_dump(const char *bytes, size_t length, int rounds);

/// libxml2's own tree, and the bytes of the allocator that it takes; NULL if the document was not parsed.
void *comparator_document(const char *bytes, size_t length, size_t *size);
void comparator_free_document(void *document);

/// xmlXPathEval over libxml2's own tree. Returns the number of nodes; negative for an error.
long comparator_xpath(void *document, const char *expression);

/// xmlC14NDocDumpMemory of libxml2's own tree. Returns the number of bytes; negative for an error.
long comparator_c14n(void *document);

/// pugixml's tree, built and freed.
int comparator_pugixml(const char *bytes, size_t length);

/// Makes the allocator consolidate the memory that the last candidate freed, so that the next one does not pay for
/// that. A libxml2 tree leaves hundreds of thousands of small blocks, which glibc joins when a large block is
/// requested.
void comparator_settle(void);

#ifdef __cplusplus
}
#endif

#endif
