// Remotes of rclone from an access file: what it has to say, and that its secrets stand nowhere but in rclone's
// configuration.
#include "core/fetch/access_file.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QStandardPaths>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace tst_access_file {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

const RemoteSettings kSettings{{"type", "s3"},
                               {"provider", "HuaweiOBS"},
                               {"access_key_id", "KEY-OF-TEST"},
                               {"secret_access_key", "SECRET-OF-TEST"},
                               {"endpoint", "obs.example"}};

bool putText(const QString &path, const QByteArray &bytes) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

QByteArray textOf(const QString &path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class AccessFileTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        qputenv("RCLONE_CONFIG", path(u"rclone.conf"_s).toUtf8());
        m_path = qgetenv("PATH");
    }
    void init() {
        qputenv("PATH", m_path);
        QFile::remove(path(u"rclone.conf"_s));
    }

    void reads() {
        const auto settings = settingsOf(
            R"({"access_config": {"access_key": "KEY-OF-TEST", "secret_access_key":)"
            R"(" SECRET-OF-TEST ", "server": "obs.example", "region_name": "", "project_id": "x", "iam_endpoint": ""}})");
        QVERIFY2(settings, settings ? "" : settings.error().detail.c_str());
        QVERIFY(*settings == kSettings);
        const auto full = settingsOf(R"({"access_config": {"access_key": "a", "secret_access_key": "b", "server": "c",)"
                                     R"("obs_endpoint": "d", "region_name": "e", "security_token": "f"}})");
        QVERIFY(full);
        QCOMPARE(full->at("endpoint"), std::string("d"));
        QCOMPARE(full->at("region"), std::string("e"));
        QCOMPARE(full->at("session_token"), std::string("f"));
        const auto region = settingsOf(
            R"({"access_config": {"access_key": "a", "secret_access_key": "b", "region_name": "cn-north-4"}})");
        QVERIFY(region);
        QCOMPARE(region->at("endpoint"), std::string("obs.cn-north-4.myhuaweicloud.com"));
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("part");
        const auto row = [](const char *name, const QByteArray &text, const char *part) {
            QTest::newRow(name) << text << QByteArray(part);
        };
        row("empty", "", "no access_config");
        row("cut", "{\"access_config\": {\"access_key\": \"SECRET", "no access_config");
        row("an array", "[1]", "no access_config");
        row("other keys", R"({"access": {"a": "SECRET"}})", "no access_config");
        row("a number", R"({"access_config": 5})", "no access_config");
        row("no key", R"({"access_config": {"secret_access_key": "SECRET", "server": "s"}})", "access_key");
        row("no secret", R"({"access_config": {"access_key": "SECRET", "server": "s"}})", "secret_access_key");
        row("a key that is a number", R"({"access_config": {"access_key": 5, "secret_access_key": "SECRET"}})",
            "access_key");
        row("no place", R"({"access_config": {"access_key": "a", "secret_access_key": "SECRET"}})", "region_name");
        row("two lines", R"({"access_config": {"access_key": "a", "secret_access_key": "SECRET\n[x]", "server": "s"}})",
            "control characters");
        row("huge", "{\"access_config\": {\"access_key\": \"" + QByteArray(2'000'000, 'a') + "\"}}",
            "no access_config");
    }
    void refuses() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, part);
        const auto settings = settingsOf(text);
        QVERIFY(!settings);
        QCOMPARE(settings.error().kind, ErrorKind::Malformed);
        QVERIFY2(settings.error().detail.find(part.toStdString()) != std::string::npos,
                 settings.error().detail.c_str());
        QVERIFY(settings.error().detail.find("SECRET") == std::string::npos);
    }

    void isNoFile() {
        QCOMPARE(settingsFromAccessFile(path(u"nowhere"_s).toStdString()).error().kind, ErrorKind::NotFound);
        QVERIFY(!settingsFromAccessFile(m_folder.path().toStdString()));
        QVERIFY(!settingsFromAccessFile("/dev/zero"));
    }

    void secretsStandInRclonesConfigurationAlone() {
        const auto real = realRclone();
        if (real.isEmpty()) {
            QSKIP("rclone is not installed");
        }
        pretend("{ echo \"$@\"; tr '\\0' '\\n' < /proc/self/environ; } > '" + path(u"seen"_s).toUtf8() + "'; exec " +
                real.toUtf8() + " \"$@\"");
        const auto made = makeRemote("obs", kSettings);
        QVERIFY2(made, made ? "" : made.error().detail.c_str());
        const auto seen = textOf(path(u"seen"_s));
        QVERIFY(seen.contains("rcd") && seen.contains("RCLONE_RC_PASS="));
        QVERIFY(!seen.contains("SECRET-OF-TEST") && !seen.contains("KEY-OF-TEST"));
        const auto configuration = textOf(path(u"rclone.conf"_s));
        for (const auto *line : {"[obs]", "type = s3", "provider = HuaweiOBS", "access_key_id = KEY-OF-TEST",
                                 "secret_access_key = SECRET-OF-TEST", "endpoint = obs.example"}) {
            QVERIFY2(configuration.contains(line), line);
        }
        QVERIFY((QFile::permissions(path(u"rclone.conf"_s)) & (QFile::ReadGroup | QFile::ReadOther)) == 0);

        const auto again = makeRemote("obs", kSettings);
        QVERIFY(!again);
        QCOMPARE(again.error().kind, ErrorKind::BadArgument);
        QCOMPARE(textOf(path(u"rclone.conf"_s)), configuration);
    }

    void anEncryptedConfigurationNeedsItsPassword() {
        if (realRclone().isEmpty()) {
            QSKIP("rclone is not installed");
        }
        QVERIFY(putText(path(u"rclone.conf"_s),
                        "# Encrypted rclone configuration File\n\nRCLONE_ENCRYPT_V0:\n"
                        "b1Zj4XPEdzSHw0DbSsxNmwRpcB4UMmUHmyjLGM8LfLsSd8TjBbvuKuGNcIhQJMFIDyMPzS\n"));
        const auto before = textOf(path(u"rclone.conf"_s));
        const auto made = makeRemote("obs", kSettings);
        QVERIFY(!made);
        QVERIFY(made.error().detail.find("SECRET") == std::string::npos);
        QCOMPARE(textOf(path(u"rclone.conf"_s)), before);
    }

    void refusedNames() {
        for (const auto *name : {"", "-x", "a:b", "a,b=c", "a\nb", ":", "a/b"}) {
            const auto made = makeRemote(name, kSettings);
            QVERIFY2(!made && made.error().kind == ErrorKind::BadArgument, name);
        }
    }

    void notReallyRclone_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("ends") << QByteArray("exit 3") << QByteArray("ended at once");
        QTest::newRow("dies") << QByteArray("kill -9 $$") << QByteArray("died");
        QTest::newRow("nobody listens") << QByteArray("echo http://127.0.0.1:1/; exec sleep 1000")
                                        << QByteArray("not take it");
        QTest::newRow("no port") << QByteArray("echo http://127.0.0.1:99999999/") << QByteArray("ended at once");
    }
    void notReallyRclone() {
        QFETCH(QByteArray, script);
        QFETCH(QByteArray, part);
        pretend(script);
        const auto made = makeRemote("obs", kSettings);
        QVERIFY(!made);
        QVERIFY2(made.error().detail.find(part.toStdString()) != std::string::npos, made.error().detail.c_str());
        qputenv("PATH", "/nowhere");
        const auto absent = makeRemote("obs", kSettings);
        QVERIFY(!absent);
        QCOMPARE(absent.error().kind, ErrorKind::NotFound);
    }

private:
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] static QString realRclone() { return QStandardPaths::findExecutable(u"rclone"_s); }
    [[nodiscard]] Result<RemoteSettings> settingsOf(const QByteArray &text) const {
        return putText(path(u"access.json"_s), text) ? settingsFromAccessFile(path(u"access.json"_s).toStdString())
                                                     : fail(ErrorKind::Internal, "cannot be written");
    }
    /// A script that is found before rclone.
    void pretend(const QByteArray &script) const {
        const auto program = path(u"rclone"_s);
        QVERIFY(putText(program, "#!/bin/sh\n" + script + "\n"));
        QVERIFY(QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        qputenv("PATH", m_folder.path().toUtf8() + ":" + m_path);
    }

    QTemporaryDir m_folder;
    QByteArray m_path;
};

TEST_SUITE(AccessFileTest)

}  // namespace tst_access_file

#include "tst_access_file.moc"
