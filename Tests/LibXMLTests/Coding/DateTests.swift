import Foundation
import Testing

@testable import LibXML

@Suite struct DateTests {
    @Test(
        "Dates of XML Schema",
        arguments: [
            ("1970-01-01T00:00:00Z", 0.0), ("1970-01-01", 0), ("1970", 0), ("1970-01", 0),
            ("1970-01-01T00:00:00.25Z", 0.25),
            ("1970-01-01T01:00:00+01:00", 0), ("1969-12-31T23:00:00-01:00", 0), ("1970-01-01+14:00", -50_400),
            ("1970-01-01-05:00", 18_000), ("1970-05:00", 18_000), ("1970-01-05:00", 18_000), ("1970Z", 0),
            ("2024-02-29T24:00:00Z", 1_709_251_200), ("0001-01-01", -62_135_596_800), ("-0001-01-01", -62_198_755_200),
            ("9999-12-31T23:59:59Z", 253_402_300_799), (" 2000-01-01T00:00:00 ", 946_684_800),
            ("2000-01-01 00:00:00", 946_684_800), ("1970-01-01T00:00Z", 0), ("12000-01-01", 316_516_204_800),
        ])
    func xmlSchema(text: String, seconds: Double) {
        let bytes = Array(text.utf8)
        #expect(bytes.span.xmlSchemaDate(zone: 0)?.since1970 == seconds)
    }

    @Test(
        "What is not a date",
        arguments: [
            "", "x", "70", "2023-02-29", "2023-13-01", "2023-00-01", "2023-04-31", "2023-01-01T25:00:00", "2023-1-1",
            "2023-01-01T00:60:00", "2023-01-01T00:00:00+15:00", "2023-01-01x", "2023-01-01T", "2023-01-01T10",
            "--01-01",
            "2023-01-01T24:00:01Z", "2023-01-01T00:00:00.Z", "1700-02-29", "20230101",
        ])
    func invalid(text: String) {
        #expect(Array(text.utf8).span.xmlSchemaDate(zone: 0) == nil)
    }

    @Test(
        "Dates of RFC 822 as feeds write them",
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0 as Double?), ("1 Jan 70 00:00 Z", 0),
            ("Thu, 1 January 1970 01:00:00 +0100", 0),
            ("Wed, 31 Dec 1969 19:00:00 EST", 0), ("Tue, 03 Jun 2008 11:05:30 GMT", 1_212_491_130),
            ("03 Jun 08 11:05:30 UT", 1_212_491_130), ("Tue,03 jun 2008 11:05:30", 1_212_491_130),
            ("Tue, 03 Jun 2008 04:05:30 PDT", 1_212_491_130), ("Thu, 30 Feb 2008 11:05:30 GMT", nil),
            ("03 Foo 2008 11:05:30", nil),
            ("Thu, 01 Jan 1970 02:00:00 GMT+0200", 0), ("Thu, 01 Jan 1970 00:00:00 +0000 (UTC)", 0),
            ("(a (b) \\)) Thu, 01 Jan (c) 1970 00:00:00 GMT (d)", 0), ("Thu, 01 Jan 1970 00:00:00 GMT (d", nil),
            ("Tue, 03 Jun 2008", nil), ("Tue, 03 Jun 2008 11:05:30 XYZ", nil), ("", nil),
        ])
    func rfc822(text: String, seconds: Double?) {
        #expect(Array(text.utf8).span.rfc822Date(zone: 0)?.since1970 == seconds)
    }

    @Test(
        "Dates of either form, with zones as they are met",
        arguments: [
            ("2018-12-21 11:27:25 +0800", 1_545_362_845 as Double?), ("2018-12-21 03:27:25 UTC", 1_545_362_845),
            ("2018-12-21 03:27:25 Z", 1_545_362_845), ("2018-12-21T03:27:25Z", 1_545_362_845),
            ("2018-12-21 03:27:25 XYZ", nil), ("2018-12-21 03:27:25 UTC x", nil),
        ])
    func loose(text: String, seconds: Double?) {
        #expect(Array(text.utf8).span.xmlSchemaDate(zone: 0, isLoose: true)?.since1970 == seconds)
    }

    @Test("Every day is that of Foundation's calendar", arguments: [-400, 0, 1583, 1900, 1970, 2000, 2024, 2100])
    func calendar(year: Int) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        // Foundation's calendar is Julian before 1582.
        guard year >= 1583 else { return }
        var date = try #require(calendar.date(from: DateComponents(year: year, month: 1, day: 1)))
        for _ in 0..<366 {
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let text = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
            #expect(Array(text.utf8).span.xmlSchemaDate(zone: 0)?.since1970 == date.timeIntervalSince1970)
            date += 86_400
        }
    }

    @Test("The strategy decides the form")
    func strategies() throws {
        func decode(_ strategy: XMLDecoder.DateDecodingStrategy, _ text: String) throws -> Double {
            try XMLDecoder(dateDecodingStrategy: strategy).decode(Date.self, from: "<d>\(text)</d>")
                .timeIntervalSince1970
        }
        #expect(try decode(.any, "1970-01-01") == 0)
        #expect(try decode(.any, "Thu, 01 Jan 1970 00:00:00 GMT") == 0)
        #expect(try decode(.secondsSince1970, " 7.5 ") == 7.5)
        #expect(try decode(.millisecondsSince1970, "7500") == 7.5)
        #expect(try decode(.custom { $0 == "now" ? Date(timeIntervalSince1970: 1) : nil }, "now") == 1)
        #expect(throws: DecodingError.self) { try decode(.custom { _ in nil }, "now") }
        #expect(throws: DecodingError.self) { try decode(.rfc822, "1970-01-01") }
        #expect(
            try XMLDecoder(secondsFromGMT: 3600).decode(Date.self, from: "<d>1970-01-01T01:00:00</d>")
                .timeIntervalSince1970 == 0)
    }

    @Test("The default form of dates is that of XML Schema, in UTC")
    func defaultStrategy() throws {
        let date = Date(timeIntervalSince1970: 1_709_209_800.25)
        #expect(try XMLDecoder().decode(Date.self, from: "<d>2024-02-29T12:30:00.25Z</d>") == date)
        #expect(try XMLDecoder().decode(Date.self, from: "<d>2024-02-29T12:30:00.25</d>") == date)
        #expect(try decodingError(Date.self, "<d>730902600</d>").message == "expected Date, found “730902600”")
        let feed = "<item><pubDate>Thu, 29 Feb 24 07:30:00 EST</pubDate></item>"
        struct Entry: Decodable {
            var pubDate: Date
        }
        let entry = try XMLDecoder(dateDecodingStrategy: .rfc822).decode(Entry.self, from: feed)
        #expect(entry.pubDate == Date(timeIntervalSince1970: 1_709_209_800))
    }
}

extension Moment {
    fileprivate var since1970: Double { Double(seconds) + fraction }
}
