#include "core/export/junit_writer.h"

#include "core/export/shown_text.h"

#include <QtCore/QByteArray>
#include <QtCore/QString>
#include <QtCore/QXmlStreamWriter>

#include <algorithm>

namespace stagescope {

namespace {

using Outcome = JunitCase::Outcome;

QString xmlText(const std::string &text) {
    auto shown = QString::fromStdString(shownText(text));
    // Not characters of XML 1.0, though of Unicode.
    return shown.replace(QChar(0xFFFE), QChar::ReplacementCharacter)
        .replace(QChar(0xFFFF), QChar::ReplacementCharacter);
}

QString elementOf(Outcome outcome) {
    return outcome == Outcome::Failed   ? QStringLiteral("failure")
           : outcome == Outcome::Broken ? QStringLiteral("error")
                                        : QStringLiteral("skipped");
}

void writeCase(QXmlStreamWriter &xml, const QString &suite, const JunitCase &one) {
    xml.writeStartElement(QStringLiteral("testcase"));
    xml.writeAttribute(QStringLiteral("classname"), suite);
    xml.writeAttribute(QStringLiteral("name"), xmlText(one.name));
    const auto text = xmlText(one.text);
    if (one.outcome == Outcome::Passed) {
        xml.writeTextElement(QStringLiteral("system-out"), text);
    } else {
        xml.writeStartElement(elementOf(one.outcome));
        xml.writeAttribute(QStringLiteral("message"), text);
        xml.writeEndElement();
    }
    xml.writeEndElement();
}

}  // namespace

std::string junitXml(const std::string &suite, std::span<const JunitCase> cases) {
    QByteArray bytes;
    QXmlStreamWriter xml(&bytes);
    xml.setAutoFormatting(true);
    xml.writeStartDocument();
    xml.writeStartElement(QStringLiteral("testsuite"));
    const auto name = xmlText(suite);
    xml.writeAttribute(QStringLiteral("name"), name);
    xml.writeAttribute(QStringLiteral("tests"), QString::number(cases.size()));
    const auto count = [&](const QString &attribute, Outcome outcome) {
        const auto number =
            std::count_if(cases.begin(), cases.end(), [&](const JunitCase &one) { return one.outcome == outcome; });
        xml.writeAttribute(attribute, QString::number(number));
    };
    count(QStringLiteral("failures"), Outcome::Failed);
    count(QStringLiteral("errors"), Outcome::Broken);
    count(QStringLiteral("skipped"), Outcome::Skipped);
    for (const auto &one : cases) {
        writeCase(xml, name, one);
    }
    xml.writeEndElement();
    xml.writeEndDocument();
    return bytes.toStdString();
}

}  // namespace stagescope
