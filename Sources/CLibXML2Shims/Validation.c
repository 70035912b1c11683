#include "CLibXML2Shims.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/// What happened while a DTD was parsed. `xmlIOParseDTD` has no place for it.
static _Thread_local struct {
    int missing;
    int isTooComplex;
    /// How many more bytes the texts of parameter entities may have, each counted as often as it is used.
    long budget;
    /// The last declaration before the external subset, and whether that has begun.
    xmlNodePtr lastInternal;
    int isExternal;
} parse;

/// Notes that memory has run out if an entity is missing that was declared. Up to 2.12, libxml2 does not report that.
static void note_missing(const xmlEntity *entity) {
    if (entity == NULL) lx_this_thread.innermost->lacksMemory = 1;
}

static void declare(
    void *context, const xmlChar *name, int type, const xmlChar *publicID, const xmlChar *systemID, xmlChar *content) {
    xmlChar missing[] = "<?lx-missing-file -1?>";
    if (type == XML_EXTERNAL_PARAMETER_ENTITY) {
        // With its name, errors in it are reported in it.
        long number = document_number((const char *)systemID);
        type = XML_INTERNAL_PARAMETER_ENTITY;
        publicID = NULL;
        content = number < 0 ? missing : (xmlChar *)provided->texts[number];
    }
    xmlSAX2EntityDecl(context, name, type, publicID, systemID, content);
    int isParameter = type == XML_INTERNAL_PARAMETER_ENTITY;
    note_missing(isParameter ? xmlSAX2GetParameterEntity(context, name) : xmlSAX2GetEntity(context, name));
}

static void declare_unparsed(
    void *context, const xmlChar *name, const xmlChar *publicID, const xmlChar *systemID, const xmlChar *notation) {
    xmlSAX2UnparsedEntityDecl(context, name, publicID, systemID, notation);
    note_missing(xmlSAX2GetEntity(context, name));
}

/// Whether the parse has to end, because there are too many references.
///
/// Up to 2.10, libxml2 then continues with input that it does not read, and may do so forever. It compares the number
/// of references, which at most doubles with each, with ten times the size of the texts that it is reading.
static int has_too_many_references(xmlParserCtxtPtr context) {
#if LIBXML_VERSION < 21100
    if (context->nbentities <= 5000) return 0;
    unsigned long size = 0;
    for (int i = 0; i < context->inputNr; i++)
        size += context->inputTab[i]->consumed + (context->inputTab[i]->cur - context->inputTab[i]->base);
    return context->nbentities > 5 * size;
#else
    (void)context;
    return 0;
#endif
}

/// Returns an entity to which the DTD refers; NULL if that ends the parse.
static xmlEntityPtr used(xmlParserCtxtPtr context, xmlEntityPtr entity) {
    int isParameter = entity != NULL && entity->etype == XML_INTERNAL_PARAMETER_ENTITY;
    if (isParameter) parse.budget -= entity->length;
    if (parse.budget >= 0 && !has_too_many_references(context)) return entity;
    parse.isTooComplex = 1;
    xmlStopParser(context);
    return NULL;
}

/// Declares an element. libxml2 would compare each name of mixed content with all others.
static void declare_element(void *context, const xmlChar *name, int type, xmlElementContentPtr content) {
    xmlParserCtxtPtr parser = context;
    parser->validate = type != XML_ELEMENT_TYPE_MIXED;
    xmlSAX2ElementDecl(context, name, type, content);
    parser->validate = 1;
}

static xmlEntityPtr general_entity(void *context, const xmlChar *name) {
    return used(context, xmlSAX2GetEntity(context, name));
}

static xmlEntityPtr parameter_entity(void *context, const xmlChar *name) {
    xmlEntityPtr entity = xmlSAX2GetParameterEntity(context, name);
#if LIBXML_VERSION < 21100
    // Up to 2.10, a parameter entity that is not marked as checked is searched for general references, as if its text
    // were content: a comment with an ampersand is an error, and so is a reference in the value of an entity that has
    // not been declared yet.
    if (entity != NULL && entity->checked == 0) entity->checked = 2;
#endif
    return used(context, entity);
}

static void instruction(void *context, const xmlChar *target, const xmlChar *data) {
    if (strcmp((const char *)target, "lx-begin") == 0) {
        xmlParserCtxtPtr parser = context;
#if LIBXML_VERSION >= 21500
        // There, elements may be declared twice without this flag of libxml2, which it sets before it parses.
        enum { XML_VCTXT_VALIDATE = 1 << 2 };
        parser->vctxt.flags |= XML_VCTXT_VALIDATE;
#endif
        // Otherwise default values would keep references.
        parser->replaceEntities = 1;
        // Otherwise declarations might begin and end in different entities.
        parser->validate = 1;
    } else if (strcmp((const char *)target, "lx-external") == 0) {
        parse.lastInternal = ((xmlParserCtxtPtr)context)->myDoc->extSubset->last;
        parse.isExternal = 1;
    } else if (parse.missing == 0 && data != NULL && strcmp((const char *)target, missing_file) == 0) {
        parse.missing = atoi((const char *)data);
    }
}

xmlDtdPtr lx_parse_dtd(const char *text, int length, long limit, int *missing, int *isTooComplex) {
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof(handler));
    if (xmlSAXVersion(&handler, 2) != 0) return NULL;
    handler.entityDecl = declare;
    handler.unparsedEntityDecl = declare_unparsed;
    handler.elementDecl = declare_element;
    handler.getEntity = general_entity;
    handler.getParameterEntity = parameter_entity;
    handler.processingInstruction = instruction;
    parse.missing = parse.isTooComplex = parse.isExternal = 0;
    parse.lastInternal = NULL;
    parse.budget = limit;
    xmlParserInputBufferPtr input = xmlParserInputBufferCreateMem(text, length, XML_CHAR_ENCODING_NONE);
    xmlDtdPtr parsed = input == NULL ? NULL : xmlIOParseDTD(&handler, input, XML_CHAR_ENCODING_UTF8);
    *missing = parse.missing;
    *isTooComplex = parse.isTooComplex;
    if (parsed != NULL && parse.isExternal) {
        xmlNodePtr node = parse.lastInternal == NULL ? parsed->children : parse.lastInternal->next;
        for (; node != NULL; node = node->next) node->_private = node;
    }
    return parsed;
}

int lx_is_external(const void *declaration) { return ((const xmlNode *)declaration)->_private != NULL; }

/// Makes a DTD the internal subset of a document; or of none, as it was.
static void attach(xmlDtdPtr dtd, xmlDocPtr document) {
    dtd->doc = document;
    for (xmlNodePtr node = dtd->children; node != NULL; node = node->next) node->doc = document;
}

int lx_check_references(xmlDtdPtr dtd) {
    xmlDocPtr document = xmlNewDoc((const xmlChar *)"1.0");
    xmlValidCtxtPtr context = xmlNewValidCtxt();
    int hasMemory = document != NULL && context != NULL;
    if (hasMemory) {
        document->intSubset = dtd;
        attach(dtd, document);
        xmlValidateDtdFinal(context, document);
        attach(dtd, NULL);
        document->intSubset = NULL;
    }
    // libxml2 does not check that there is a context.
    if (context != NULL) xmlFreeValidCtxt(context);
    xmlFreeDoc(document);
    return hasMemory;
}

int lx_declare_entities(xmlParserCtxtPtr context, xmlDtdPtr dtd) {
    xmlDocPtr document = context->myDoc;
    if (document->extSubset == NULL && xmlNewDtd(document, (const xmlChar *)"external", NULL, NULL) == NULL) return 0;
    for (xmlNodePtr node = dtd->children; node != NULL; node = node->next) {
        xmlEntityPtr entity = (xmlEntityPtr)node;
        if (node->type != XML_ENTITY_DECL || entity->etype == XML_INTERNAL_PARAMETER_ENTITY
            || xmlGetPredefinedEntity(entity->name) != NULL)
            continue;
        if (xmlAddDtdEntity(
                document, entity->name, (int)entity->etype, entity->ExternalID, entity->SystemID, entity->content)
            == NULL)
            return 0;
    }
    return 1;
}

const char *lx_place_in_dtd(const xmlError *error, int *line) {
#if LIBXML_VERSION >= 21100
    // The text of an entity has no name there.
    xmlParserCtxtPtr context = error->domain == XML_FROM_PARSER ? error->ctxt : NULL;
    for (int i = context == NULL ? 0 : context->inputNr; i-- > 0;) {
        xmlParserInputPtr input = context->inputTab[i];
        if (input->filename != NULL) break;
        if (input->entity == NULL || document_number((const char *)input->entity->URI) < 0) continue;
        *line = input->line;
        return (const char *)input->entity->URI;
    }
#endif
    *line = error->line;
    return error->file;
}

int lx_prepare_content(xmlElementPtr element) {
    xmlValidCtxtPtr context = xmlNewValidCtxt();
    if (context == NULL) return -1;
    int isPrepared = xmlValidBuildContentModel(context, element);
    xmlFreeValidCtxt(context);
    // Up to 2.12, libxml2 takes an automaton that it could not make for one that is not deterministic.
    return !isPrepared && element->contModel == NULL ? -1 : isPrepared;
}

int lx_real_path(const char *path, char *output, long size) {
    char *found = realpath(path, NULL);
    int fits = found != NULL && (long)strlen(found) < size;
    if (fits) strcpy(output, found);
    free(found);
    return fits;
}

int lx_is_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}
