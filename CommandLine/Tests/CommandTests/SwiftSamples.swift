/// Documents of real formats, as programs write them.
enum SwiftSamples {
    static let feed = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/">
          <channel>
            <title>The Tea Room</title>
            <link>https://tea.example.org/</link>
            <atom:link href="https://tea.example.org/feed.xml" rel="self" type="application/rss+xml"/>
            <description>Notes on leaves &amp; water</description>
            <language>en-gb</language>
            <lastBuildDate>Tue, 05 Mar 2024 08:15:00 +0000</lastBuildDate>
            <ttl>60</ttl>
            <image>
              <url>https://tea.example.org/logo.png</url>
              <title>The Tea Room</title>
              <link>https://tea.example.org/</link>
            </image>
            <item>
              <title>First flush</title>
              <link>https://tea.example.org/2024/first-flush</link>
              <guid isPermaLink="false">tea-0041</guid>
              <pubDate>Mon, 04 Mar 2024 17:40:12 +0000</pubDate>
              <dc:creator><![CDATA[Ana Bright]]></dc:creator>
              <category>Darjeeling</category>
              <category>Harvest</category>
              <description>The year&#8217;s first leaves.</description>
              <content:encoded><![CDATA[<p>The year&#8217;s <em>first</em> leaves.</p>]]></content:encoded>
              <media:content url="https://tea.example.org/media/41.jpg" medium="image" width="1200" height="800">
                <media:title>Pickers at dawn</media:title>
              </media:content>
            </item>
            <item>
              <title>On kettles</title>
              <link>https://tea.example.org/2024/kettles</link>
              <guid>https://tea.example.org/2024/kettles</guid>
              <pubDate>Fri, 01 Mar 2024 09:00:00 GMT</pubDate>
              <dc:creator>Bo</dc:creator>
              <category>Tools</category>
              <description/>
              <enclosure url="https://tea.example.org/media/40.mp3" length="7340032" type="audio/mpeg"/>
            </item>
            <item>
              <title>Water</title>
              <link>https://tea.example.org/2024/water</link>
              <guid isPermaLink="false">tea-0039</guid>
              <pubDate>Wed, 28 Feb 2024 21:05:30 +0100</pubDate>
              <dc:creator>Ana Bright</dc:creator>
              <description>Soft or hard?</description>
            </item>
          </channel>
        </rss>
        """

    static let sheet = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" \
        xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" \
        xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac" \
        xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac">\
        <sheetPr><tabColor rgb="FF4472C4"/></sheetPr><dimension ref="A1:C4"/>\
        <sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" \
        activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="B3" sqref="B3"/></sheetView>\
        </sheetViews><sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/>\
        <cols><col min="1" max="1" width="24.7109375" customWidth="1"/><col min="2" max="3" width="9.140625"/></cols>\
        <sheetData><row r="1" spans="1:3" x14ac:dyDescent="0.25"><c r="A1" s="1" t="s"><v>0</v></c>\
        <c r="B1" s="1" t="s"><v>1</v></c><c r="C1" s="1"/></row>\
        <row r="2" spans="1:3" ht="18.75" customHeight="1" x14ac:dyDescent="0.3"><c r="A2" t="inlineStr"><is>\
        <t xml:space="preserve">Tea, </t></is></c><c r="B2"><v>3.1400000000000001</v></c>\
        <c r="C2"><f t="shared" ref="C2:C3" si="0">B2*2</f><v>6.28</v></c></row>\
        <row r="3" spans="1:3" x14ac:dyDescent="0.25"><c r="B3" t="e"><v>#N/A</v></c>\
        <c r="C3"><f t="shared" si="0"/><v>12</v></c></row><row r="4" spans="1:3" x14ac:dyDescent="0.25"/></sheetData>\
        <mergeCells count="1"><mergeCell ref="A4:C4"/></mergeCells>\
        <hyperlinks><hyperlink ref="A2" r:id="rId1" display="tea"/><hyperlink ref="B2" location="Sheet2!A1"/></hyperlinks>\
        <pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>\
        <pageSetup paperSize="9" orientation="portrait" r:id="rId2"/></worksheet>
        """

    static let project = """
        <?xml version="1.0" encoding="UTF-8"?>
        <project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
          <modelVersion>4.0.0</modelVersion>
          <parent>
            <groupId>org.example</groupId>
            <artifactId>parent</artifactId>
            <version>1.2</version>
            <relativePath/>
          </parent>
          <artifactId>tea-server</artifactId>
          <packaging>jar</packaging>
          <name>Tea Server</name>
          <url>https://tea.example.org/server</url>
          <properties>
            <maven.compiler.release>17</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
            <slf4j.version>2.0.9</slf4j.version>
          </properties>
          <dependencyManagement>
            <dependencies>
              <dependency>
                <groupId>org.example</groupId>
                <artifactId>bom</artifactId>
                <version>1.2</version>
                <type>pom</type>
                <scope>import</scope>
              </dependency>
            </dependencies>
          </dependencyManagement>
          <dependencies>
            <dependency>
              <groupId>org.slf4j</groupId>
              <artifactId>slf4j-api</artifactId>
              <version>${slf4j.version}</version>
            </dependency>
            <dependency>
              <groupId>org.example</groupId>
              <artifactId>kettle</artifactId>
              <optional>true</optional>
              <exclusions>
                <exclusion><groupId>log4j</groupId><artifactId>log4j</artifactId></exclusion>
              </exclusions>
            </dependency>
          </dependencies>
          <build>
            <plugins>
              <plugin>
                <groupId>org.apache.maven.plugins</groupId>
                <artifactId>maven-compiler-plugin</artifactId>
                <version>3.11.0</version>
                <configuration><release>17</release><compilerArgs><arg>-Xlint:all</arg></compilerArgs></configuration>
              </plugin>
              <plugin>
                <artifactId>maven-source-plugin</artifactId>
                <executions>
                  <execution><id>sources</id><phase>package</phase><goals><goal>jar-no-fork</goal></goals></execution>
                </executions>
                <dependencies>
                  <dependency><groupId>org.example</groupId><artifactId>rules</artifactId><version>7</version></dependency>
                </dependencies>
              </plugin>
            </plugins>
          </build>
        </project>
        """

    static let smallProject = """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>org.example</groupId>
          <artifactId>kettle</artifactId>
          <version>1.10</version>
          <build/>
        </project>
        """

    /// Names that are keywords, types or almost the same, and elements in elements of the same name.
    static let oddNames = """
        <string xmlns:dc="urn:dc" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" name="a">
          <class id="1"><class id="2"/></class>
          <self>3</self>
          <data when="2024-02-29T10:00:00Z"><data>x</data></data>
          <name>b</name>
          <dc:name>c</dc:name>
          <_1>true</_1>
          <_-1>false</_-1>
          <node><node><leaf>1</leaf></node></node>
          <nothing xsi:nil="true"/>
          <type><case>http://example.org/</case></type>
        text</string>
        """
}
