#include "Comparators.h"
#include <libxml/c14n.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/relaxng.h>
#include <libxml/xmlreader.h>
#include <libxml/xmlschemas.h>
#include <libxml/xmlwriter.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

static void start_element(
    void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaceCount,
    const xmlChar **namespaces, int attributeCount, int defaultedCount, const xmlChar **attributes) {}
static void end_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {}
static void characters(void *context, const xmlChar *text, int length) {}
static void comment(void *context, const xmlChar *text) {}
static void instruction(void *context, const xmlChar *target, const xmlChar *data) {}

static const int options = XML_PARSE_NOENT | XML_PARSE_NONET;

static xmlSAXHandler empty_handler(void) {
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = start_element;
    handler.endElementNs = end_element;
    handler.characters = characters;
    handler.ignorableWhitespace = characters;
    handler.cdataBlock = characters;
    handler.comment = comment;
    handler.processingInstruction = instruction;
    return handler;
}

static int finish(xmlParserCtxtPtr context) {
    int isWellFormed = context->wellFormed;
    if (context->myDoc != NULL) xmlFreeDoc(context->myDoc);
    context->myDoc = NULL;
    xmlFreeParserCtxt(context);
    return isWellFormed;
}

int comparator_sax_memory(const char *bytes, size_t length) {
    static char own;
    xmlParserCtxtPtr context = xmlCreateMemoryParserCtxt(bytes, (int)length);
    if (context == NULL) return 0;
    *context->sax = empty_handler();
    context->userData = &own;
    xmlCtxtUseOptions(context, options);
    xmlParseDocument(context);
    return finish(context);
}

int comparator_sax_push(const char *bytes, size_t length) {
    static char own;
    xmlSAXHandler handler = empty_handler();
    xmlParserCtxtPtr context = xmlCreatePushParserCtxt(&handler, &own, NULL, 0, NULL);
    if (context == NULL) return 0;
    xmlCtxtUseOptions(context, options);
    const size_t slice = 64 << 10;
    for (size_t position = 0; position < length; position += slice) {
        size_t part = length - position < slice ? length - position : slice;
        xmlParseChunk(context, bytes + position, (int)part, position + part == length);
    }
    return finish(context);
}

int comparator_tree(const char *bytes, size_t length) {
    xmlDocPtr document = xmlReadMemory(bytes, (int)length, NULL, NULL, options);
    if (document == NULL) return 0;
    xmlFreeDoc(document);
    return 1;
}

static size_t allocated(void) {
#if defined(__GLIBC__)
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

void *comparator_document(const char *bytes, size_t length, size_t *size) {
    size_t before = allocated();
    xmlDocPtr document = xmlReadMemory(bytes, (int)length, NULL, NULL, options);
    *size = allocated() - before;
    return document;
}

void comparator_free_document(void *document) { xmlFreeDoc(document); }

long comparator_xpath(void *document, const char *expression) {
    xmlXPathContextPtr context = xmlXPathNewContext(document);
    xmlXPathObjectPtr object = xmlXPathEval((const xmlChar *)expression, context);
    long count = object == NULL ? -1 : object->nodesetval == NULL ? 0 : object->nodesetval->nodeNr;
    xmlXPathFreeObject(object);
    xmlXPathFreeContext(context);
    return count;
}

long comparator_c14n(void *document) {
    xmlChar *text = NULL;
    int length = xmlC14NDocDumpMemory(document, NULL, XML_C14N_1_0, NULL, 0, &text);
    xmlFree(text);
    return length;
}

void comparator_settle(void) {
    void *volatile piece = malloc(100 << 10);
    free(piece);
}

typedef struct {
    const char *bytes;
    size_t length, position;
} memory_input;

static int read_memory(void *context, char *buffer, int length) {
    memory_input *input = context;
    size_t rest = input->length - input->position;
    size_t count = rest < (size_t)length ? rest : (size_t)length;
    memcpy(buffer, input->bytes + input->position, count);
    input->position += count;
    return (int)count;
}

static xmlTextReaderPtr open_reader(memory_input *input) {
    return xmlReaderForIO(read_memory, NULL, input, NULL, NULL, XML_PARSE_NONET | XML_PARSE_COMPACT);
}

static void ignore_error(void *data, const xmlError *error) {
    (void)data;
    (void)error;
}

#if LIBXML_VERSION < 21200
#define ERROR_HANDLER (xmlStructuredErrorFunc)ignore_error
#else
#define ERROR_HANDLER ignore_error
#endif

long comparator_validating_reader(const char *bytes, size_t length, const char *schema, int is_relaxng) {
    memory_input input = {bytes, length, 0};
    int options = XML_PARSE_NONET | XML_PARSE_COMPACT | (schema == NULL ? XML_PARSE_DTDVALID : 0);
    xmlTextReaderPtr reader = xmlReaderForIO(read_memory, NULL, &input, NULL, NULL, options);
    xmlRelaxNGPtr relaxng = NULL;
    xmlSchemaPtr xml_schema = NULL;
    if (schema != NULL && is_relaxng) {
        xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewMemParserCtxt(schema, (int)strlen(schema));
        relaxng = xmlRelaxNGParse(parser);
        xmlRelaxNGFreeParserCtxt(parser);
        xmlTextReaderRelaxNGSetSchema(reader, relaxng);
    } else if (schema != NULL) {
        xmlSchemaParserCtxtPtr parser = xmlSchemaNewMemParserCtxt(schema, (int)strlen(schema));
        xml_schema = xmlSchemaParse(parser);
        xmlSchemaFreeParserCtxt(parser);
        xmlTextReaderSetSchema(reader, xml_schema);
    }
    xmlTextReaderSetStructuredErrorHandler(reader, ERROR_HANDLER, NULL);
    long count = 0;
    int status;
    while ((status = xmlTextReaderRead(reader)) == 1) {
        if (xmlTextReaderNodeType(reader) == XML_READER_TYPE_ELEMENT) count++;
    }
    int is_valid = status == 0 && xmlTextReaderIsValid(reader) == 1;
    xmlFreeTextReader(reader);
    xmlRelaxNGFree(relaxng);
    xmlSchemaFree(xml_schema);
    return is_valid ? count : -1;
}

static int is_start(xmlTextReaderPtr reader, const char *name) {
    return xmlTextReaderNodeType(reader) == XML_READER_TYPE_ELEMENT
        && xmlStrEqual(xmlTextReaderConstName(reader), (const xmlChar *)name);
}

long comparator_reader(const char *bytes, size_t length, const char *name) {
    memory_input input = {bytes, length, 0};
    xmlTextReaderPtr reader = open_reader(&input);
    long count = 0;
    int status;
    while ((status = xmlTextReaderRead(reader)) == 1) {
        if (is_start(reader, name)) count++;
    }
    xmlFreeTextReader(reader);
    return status == 0 ? count : -1;
}

long comparator_reader_expand(const char *bytes, size_t length, const char *name) {
    memory_input input = {bytes, length, 0};
    xmlTextReaderPtr reader = open_reader(&input);
    long count = 0;
    int status = xmlTextReaderRead(reader);
    while (status == 1) {
        if (is_start(reader, name) && xmlTextReaderExpand(reader) != NULL) {
            count++;
            status = xmlTextReaderNext(reader);
        } else {
            status = xmlTextReaderRead(reader);
        }
    }
    xmlFreeTextReader(reader);
    return status == 0 ? count : -1;
}

long comparator_write(int count) {
    xmlBufferPtr buffer = xmlBufferCreate();
    xmlTextWriterPtr writer = xmlNewTextWriterMemory(buffer, 0);
    xmlTextWriterStartDocument(writer, NULL, "UTF-8", NULL);
    xmlTextWriterStartElement(writer, BAD_CAST "orders");
    char id[32];
    for (int i = 0; i < count; i++) {
        snprintf(id, sizeof id, "%d", i);
        xmlTextWriterStartElement(writer, BAD_CAST "order");
        xmlTextWriterWriteAttribute(writer, BAD_CAST "id", BAD_CAST id);
        xmlTextWriterStartElement(writer, BAD_CAST "customer");
        xmlTextWriterWriteString(writer, BAD_CAST "Ada Lovelace & Sons");
        xmlTextWriterEndElement(writer);
        xmlTextWriterStartElement(writer, BAD_CAST "item");
        xmlTextWriterWriteAttribute(writer, BAD_CAST "sku", BAD_CAST "A-1001");
        xmlTextWriterWriteString(writer, BAD_CAST "Earl Grey tea, 250 g, loose leaf");
        xmlTextWriterEndElement(writer);
        xmlTextWriterStartElement(writer, BAD_CAST "total");
        xmlTextWriterWriteString(writer, BAD_CAST "19.99");
        xmlTextWriterEndElement(writer);
        xmlTextWriterEndElement(writer);
    }
    xmlTextWriterEndElement(writer);
    xmlTextWriterEndDocument(writer);
    xmlFreeTextWriter(writer);
    long length = xmlBufferLength(buffer);
    xmlBufferFree(buffer);
    return length;
}

double comparator_dump(const char *bytes, size_t length, int rounds) {
    xmlDocPtr document = xmlReadMemory(bytes, (int)length, NULL, NULL, options | XML_PARSE_HUGE);
    if (document == NULL) return -1;
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int round = 0; round < rounds; round++) {
        xmlChar *text = NULL;
        int size = 0;
        xmlDocDumpMemory(document, &text, &size);
        xmlFree(text);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    xmlFreeDoc(document);
    return (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
}
