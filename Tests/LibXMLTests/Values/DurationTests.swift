import CheckCases
import LibXML
import Testing

@Suite("Durations")
struct DurationTests {
    private struct Event: Codable, Equatable {
        var lasts: Duration
        var pauses: [Duration] = []
        var limit: Duration?
    }

    @Test(
        "Durations are read in the form of XML Schema",
        arguments: [
            ("PT0S", .zero), ("PT1S", .seconds(1)), (" P1D ", .seconds(86_400)), ("-PT0.5S", .milliseconds(-500)),
            ("P1DT2H3M4.25S", .seconds(93_784) + .milliseconds(250)), ("PT90M", .seconds(5_400)),
            ("PT0.000000000000000001S", Duration(secondsComponent: 0, attosecondsComponent: 1)),
            ("PT0.0000000000000000019S", Duration(secondsComponent: 0, attosecondsComponent: 1)),
            ("P106751991167300DT15H30M7S", .seconds(Int64.max)), ("PT9223372036854775807S", .seconds(Int64.max)),
            ("-P106751991167300DT15H30M8S", .seconds(Int64.min)),
            ("PT170141183460469231731.687303715884105727S", Duration(attoseconds: .max)),
            ("-PT170141183460469231731.687303715884105728S", Duration(attoseconds: .min)),
        ] as [(String, Duration)])
    func reading(text: String, duration: Duration) throws {
        let document = "<e l='\(text)'><d>\(text)</d></e>"
        #expect(try XMLDecoder().decode(Duration.self, from: document, at: "e/d") == duration)
        #expect(try XMLTree(parsing: document).root.value(ofAttribute: "l", as: Duration.self) == duration)
        #expect(try XMLDictionary(parsing: document).require(at: "e.d").value(as: Duration.self) == duration)
    }

    @Test(
        "Text with another form is an error",
        arguments: [
            "", " ", "P", "PT", "P1DT", "1D", "P1Y", "P1M", "PT1M1H", "PT1D", "P1H", "PT1.S", "PT.5S", "PT1.5M",
            "--PT1S", "PT1", "P1D1D", "PT1S ago", "P-1D", "+PT1S", "PT1H1H",
        ])
    func invalid(text: String) throws {
        let error = try #require(throws: DecodingError.self) {
            try XMLDecoder().decode(Duration.self, from: "<d>\(text)</d>")
        }
        #expect(error.xmlError?.code == .invalidValue)
        #expect(error.xmlError?.location?.line == 1)
    }

    @Test(
        "A duration that does not fit is an error with that reason",
        arguments: [
            "PT170141183460469231732S", "-PT170141183460469231732S", "P9999999999999999D",
            "PT206235777794739347653892473015569M0.999999999999999999S",
            "-PT206235777794739347653892473015569M0.999999999999999999S",
            "PT170141183460469231731.687303715884105728S", "-PT170141183460469231731.687303715884105729S",
        ])
    func tooLong(text: String) throws {
        let error = try #require(throws: DecodingError.self) {
            try XMLDecoder().decode(Duration.self, from: "<d>\(text)</d>")
        }
        #expect(error.xmlError?.message.hasSuffix("” does not fit into Duration") == true)
    }

    @Test(
        "Durations are written in canonical form",
        arguments: [
            (.zero, "PT0S"), (.seconds(86_400), "P1D"), (.seconds(86_399), "PT23H59M59S"),
            (.milliseconds(-1_500), "-PT1.5S"),
            (.seconds(90_000), "P1DT1H"), (.nanoseconds(1), "PT0.000000001S"), (.seconds(60), "PT1M"),
        ] as [(Duration, String)])
    func writing(duration: Duration, text: String) throws {
        let document = try XMLEncoder().xmlString(Event(lasts: duration, pauses: [duration]))
        #expect(document.hasSuffix("<event><lasts>\(text)</lasts><pauses>\(text)</pauses></event>"))
        #expect(try XMLDecoder().decode(Event.self, from: document) == Event(lasts: duration, pauses: [duration]))
    }

    @Test("Random durations are read as they were written")
    func roundTrips() throws {
        var generator = SeededGenerator(seed: 38)
        let ends = [Int128.min, .min + 1, .max - 1, .max]
        for number in 0..<2_000 {
            let bits = Int.random(in: 0...126, using: &generator)
            let unit: Int128 = [1, 1_000_000_000, 1_000_000_000_000_000_000].randomElement(using: &generator) ?? 1
            let random = Int128.random(in: -(1 << bits)...(1 << bits), using: &generator) / unit * unit
            let duration = Duration(attoseconds: number < ends.count ? ends[number] : random)
            let document = try XMLEncoder().xmlString(["d": duration])
            #expect(try XMLDecoder().decode([String: Duration].self, from: document) == ["d": duration], "\(document)")
        }
    }

    @Test("An empty element is nil for an optional, and values of a fragment have the form of XML Schema")
    func other() throws {
        #expect(
            try XMLDecoder().decode(Event.self, from: "<e><lasts>PT1S</lasts><limit/></e>") == Event(lasts: .seconds(1))
        )
        let (length, ratio): (Duration, Double) = (.seconds(90), -.infinity)
        let fragment: XMLFragment = "<a length=\"\(length)\">\(ratio) \(true) \(Float.nan) \(1e20)</a>"
        #expect(try fragment.xmlString() == "<a length=\"PT1M30S\">-INF true NaN 1e+20</a>")
    }
}
