/// Prefixes that are commonly used for only one namespace, each with its URI.
///
/// Prefixes that are used for several namespaces (`gml`, `wp`) or several versions of one (`wsa`, `gpx`) are omitted,
/// as are prefixes of one letter.
enum WellKnownNamespaces {
    static let xhtml = "http://www.w3.org/1999/xhtml"

    /// Returns the namespace that `prefix` usually represents; nil if usage differs. Prefixes are case-sensitive.
    static func uri(for prefix: String) -> String? { uris[prefix] }

    /// Returns the namespace declaration that a document with an undeclared `prefix` probably lacks.
    static func declaration(of prefix: String) -> String? {
        uri(for: prefix).map { "xmlns:\(prefix)=\"\($0)\"" }
    }

    /// Returns help for an undeclared `prefix`; nil if its namespace is not known.
    static func hint(for prefix: String) -> String? {
        declaration(of: prefix).map { "declare it in this tag or an enclosing one: \($0)" }
    }

    private static let uris: [String: String] = {
        var uris: [String: String] = [:]
        for line in table.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            guard let uri = words.last else { continue }
            for prefix in words.dropLast() { uris[String(prefix)] = String(uri) }
        }
        return uris
    }()

    /// Prefixes, then their URI.
    private static let table = """
        # W3C
        xlink http://www.w3.org/1999/xlink
        xsi http://www.w3.org/2001/XMLSchema-instance
        xs xsd http://www.w3.org/2001/XMLSchema
        xsl http://www.w3.org/1999/XSL/Transform
        fo http://www.w3.org/1999/XSL/Format
        xi http://www.w3.org/2001/XInclude
        html xhtml http://www.w3.org/1999/xhtml
        svg http://www.w3.org/2000/svg
        mathml mml http://www.w3.org/1998/Math/MathML
        ds dsig http://www.w3.org/2000/09/xmldsig#
        xenc http://www.w3.org/2001/04/xmlenc#
        rdf http://www.w3.org/1999/02/22-rdf-syntax-ns#
        rdfs http://www.w3.org/2000/01/rdf-schema#
        owl http://www.w3.org/2002/07/owl#
        skos http://www.w3.org/2004/02/skos/core#
        geo http://www.w3.org/2003/01/geo/wgs84_pos#
        # Web services
        soap soapenv SOAP-ENV http://schemas.xmlsoap.org/soap/envelope/
        soapenc SOAP-ENC http://schemas.xmlsoap.org/soap/encoding/
        soap12 http://www.w3.org/2003/05/soap-envelope
        wsdl http://schemas.xmlsoap.org/wsdl/
        wsse http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd
        wsu http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd
        xop http://www.w3.org/2004/08/xop/include
        saml saml2 urn:oasis:names:tc:SAML:2.0:assertion
        samlp saml2p urn:oasis:names:tc:SAML:2.0:protocol
        # Feeds and sitemaps
        atom http://www.w3.org/2005/Atom
        content http://purl.org/rss/1.0/modules/content/
        slash http://purl.org/rss/1.0/modules/slash/
        sy http://purl.org/rss/1.0/modules/syndication/
        wfw http://wellformedweb.org/CommentAPI/
        thr http://purl.org/syndication/thread/1.0
        media http://search.yahoo.com/mrss/
        itunes http://www.itunes.com/dtds/podcast-1.0.dtd
        googleplay http://www.google.com/schemas/play-podcasts/1.0
        podcast https://podcastindex.org/namespace/1.0
        feedburner http://rssnamespace.org/feedburner/ext/1.0
        opensearch openSearch http://a9.com/-/spec/opensearch/1.1/
        georss http://www.georss.org/georss
        image http://www.google.com/schemas/sitemap-image/1.1
        video http://www.google.com/schemas/sitemap-video/1.1
        news http://www.google.com/schemas/sitemap-news/0.9
        # Metadata, libraries and books
        dc http://purl.org/dc/elements/1.1/
        dcterms http://purl.org/dc/terms/
        dcmitype http://purl.org/dc/dcmitype/
        foaf http://xmlns.com/foaf/0.1/
        oai_dc http://www.openarchives.org/OAI/2.0/oai_dc/
        mets http://www.loc.gov/METS/
        mods http://www.loc.gov/mods/v3
        marc http://www.loc.gov/MARC21/slim
        tei http://www.tei-c.org/ns/1.0
        opf http://www.idpf.org/2007/opf
        epub http://www.idpf.org/2007/ops
        ncx http://www.daisy.org/z3986/2005/ncx/
        # Images
        xmp http://ns.adobe.com/xap/1.0/
        xmpMM http://ns.adobe.com/xap/1.0/mm/
        photoshop http://ns.adobe.com/photoshop/1.0/
        exif http://ns.adobe.com/exif/1.0/
        tiff http://ns.adobe.com/tiff/1.0/
        inkscape http://www.inkscape.org/namespaces/inkscape
        sodipodi http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd
        # Office, business, programs
        mc http://schemas.openxmlformats.org/markup-compatibility/2006
        cac urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2
        cbc urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2
        xbrli http://www.xbrl.org/2003/instance
        kml http://www.opengis.net/kml/2.2
        gx http://www.google.com/kml/ext/2.2
        android http://schemas.android.com/apk/res/android
        """
}
