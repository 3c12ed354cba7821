// A database that begins with an image is the same file as one in which the same SQL ran.
#include "core/base/io/database_writer.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace tst_database_writer {

using namespace stagescope;
using namespace Qt::StringLiterals;

class DatabaseWriterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anImageGivesTheSameFile() {
        const std::string sql = "CREATE TABLE a (x INTEGER,t TEXT);CREATE TABLE b (x INTEGER);INSERT INTO b VALUES(7);";
        DatabaseWriter plain(path(u"plain.db"_s));
        plain.execute(sql);
        QVERIFY(filled(plain));
        DatabaseWriter made(path(u"made.db"_s), databaseImage(sql));
        QVERIFY(filled(made));
        const auto wanted = bytes(u"plain.db"_s);
        QVERIFY(wanted.size() > 100'000);
        QVERIFY(bytes(u"made.db"_s) == wanted);
    }

    void whatCannotBeMadeOrWrittenIsSaid() {
        QVERIFY(databaseImage("CREATE TABLE").empty());
        DatabaseWriter lost(path(u"no/such/folder.db"_s), databaseImage("CREATE TABLE a (x INTEGER,t TEXT)"));
        const auto status = lost.finish();
        QVERIFY(!status);
        QVERIFY(status.error().where.ends_with("folder.db"));
        DatabaseWriter other(path(u"other.db"_s), databaseImage("CREATE TABLE b (x INTEGER)"));
        TableInsert(other, "a", 2).row({1, "no such table"});
        QVERIFY(!other.finish());
    }

private:
    static bool filled(DatabaseWriter &database) {
        {
            TableInsert insert(database, "a", 2);
            for (int i = 0; i < 5000; ++i) {
                insert.row({i, std::string_view("some text of a row")});
            }
        }
        database.execute("CREATE INDEX byText ON a (t)");
        return database.finish().has_value();
    }
    std::string path(const QString &name) const { return m_folder.filePath(name).toStdString(); }
    QByteArray bytes(const QString &name) const {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(DatabaseWriterTest)

}  // namespace tst_database_writer

#include "tst_database_writer.moc"
