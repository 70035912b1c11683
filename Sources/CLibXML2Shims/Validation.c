#include "CLibXML2Shims.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

static const char root[] = "file:///";

static _Thread_local lx_schema_texts *provided;

void lx_provide_schema(lx_schema_texts *texts) { provided = texts; }

/// Returns the number of the document with a name; -1 for another name.
static long document_number(const char *name) {
    if (provided == NULL || name == NULL || strncmp(name, root, sizeof(root) - 1) != 0) return -1;
    long number = -1;
    const char *rest = name + sizeof(root) - 1;
    for (; rest[0] == '.' && rest[1] == '/'; rest += 2) number++;
    return *rest != 0 || number >= provided->count ? -1 : number;
}

/// The part of a document that has not been read.
typedef struct {
    const char *next;
    long count;
} rest;

static int matches(const char *name) { return document_number(name) >= 0; }

static void *open_document(const char *name) {
    long number = document_number(name);
    rest *document = number < 0 ? NULL : malloc(sizeof(rest));
    if (document == NULL) return NULL;
    document->next = provided->texts[number];
    document->count = provided->lengths[number];
    provided->openedCount++;
    return document;
}

static int read_document(void *context, char *buffer, int length) {
    rest *document = context;
    int count = document->count < length ? (int)document->count : length;
    memcpy(buffer, document->next, (size_t)count);
    document->next += count;
    document->count -= count;
    return count;
}

static int close_document(void *context) {
    free(context);
    return 0;
}

void lx_register_schema_input(void) {
    xmlRegisterInputCallbacks(matches, open_document, read_document, close_document);
}

xmlSchemaParserCtxtPtr lx_schema_parser(void) { return xmlSchemaNewParserCtxt("file:///./"); }

xmlRelaxNGParserCtxtPtr lx_relaxng_parser(void) { return xmlRelaxNGNewParserCtxt("file:///./"); }

static const char missing_file[] = "lx-missing-file";
static _Thread_local int first_missing;

static void declare(
    void *context, const xmlChar *name, int type, const xmlChar *publicID, const xmlChar *systemID, xmlChar *content) {
    // Otherwise default values would keep references. No entity is external by now.
    ((xmlParserCtxtPtr)context)->replaceEntities = 1;
    xmlChar missing[] = "<?lx-missing-file -1?>";
    if (type == XML_EXTERNAL_PARAMETER_ENTITY)
        xmlSAX2EntityDecl(context, name, XML_INTERNAL_PARAMETER_ENTITY, NULL, NULL, missing);
    else
        xmlSAX2EntityDecl(context, name, type, publicID, systemID, content);
}

static xmlEntityPtr parameter_entity(void *context, const xmlChar *name) {
    xmlEntityPtr entity = xmlSAX2GetParameterEntity(context, name);
#if LIBXML_VERSION < 21100
    // Up to 2.10, a parameter entity that is not marked as checked is searched for general references, as if its text
    // were content: a comment with an ampersand is an error, and so is a reference in the value of an entity that has
    // not been declared yet.
    if (entity != NULL && entity->checked == 0) entity->checked = 2;
#endif
    return entity;
}

static void note_instruction(void *context, const xmlChar *target, const xmlChar *data) {
    (void)context;
    if (first_missing != 0 || data == NULL || strcmp((const char *)target, missing_file) != 0) return;
    first_missing = atoi((const char *)data);
}

xmlDtdPtr lx_parse_dtd(const char *text, int length, int *missing) {
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof(handler));
    if (xmlSAXVersion(&handler, 2) != 0) return NULL;
    handler.entityDecl = declare;
    handler.getParameterEntity = parameter_entity;
    handler.processingInstruction = note_instruction;
    first_missing = 0;
    xmlParserInputBufferPtr input = xmlParserInputBufferCreateMem(text, length, XML_CHAR_ENCODING_NONE);
    xmlDtdPtr parsed = input == NULL ? NULL : xmlIOParseDTD(&handler, input, XML_CHAR_ENCODING_UTF8);
    *missing = first_missing;
    return parsed;
}

int lx_prepare_content(xmlElementPtr element) {
    xmlValidCtxtPtr context = xmlNewValidCtxt();
    if (context == NULL) return 0;
    int isPrepared = xmlValidBuildContentModel(context, element);
    xmlFreeValidCtxt(context);
    return isPrepared;
}

int lx_real_path(const char *path, char *output, long size) {
    char *found = realpath(path, NULL);
    int fits = found != NULL && (long)strlen(found) < size;
    if (fits) strcpy(output, found);
    free(found);
    return fits;
}
