#include "app/window/panels/rule_page.h"
#include "app/window/window_settings.h"
#include "core/advice/findings.h"
#include "core/advice/platforms/platform_advice.h"
#include "core/advice/rule.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"
#include "views/common/rule_settings.h"
#include "views/common/texts/language.h"
#include "views/common/texts/message_texts.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>
#include <QtWidgets/QTextBrowser>

namespace tst_rule_page {

using namespace stagescope;

class TestRulePage : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_config;

    static QTableView *tableOf(const RulePage &page) { return page.findChild<QTableView *>(); }
    static QPushButton *button(const RulePage &page, const char *name) {
        return page.findChild<QPushButton *>(QLatin1String(name));
    }

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_CONFIG_HOME", m_config.path().toUtf8()); }
    void init() { RuleSettings::current().setValues({}); }

    void aTypedValueIsSetAndReset() {
        RulePage page;
        page.show();
        auto *table = tableOf(page);
        page.findChild<QLineEdit *>()->setText(QStringLiteral("slow_link.ratio"));
        QCOMPARE(table->model()->rowCount(), 1);
        QSignalSpy changed(&RuleSettings::current(), &RuleSettings::changed);
        const auto value = table->model()->index(0, 2);
        table->setCurrentIndex(value);
        table->edit(value);
        auto *editor = table->findChild<QLineEdit *>();
        QVERIFY(editor != nullptr);
        editor->setText(QStringLiteral("7.5"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(RuleSettings::current().values(), (RuleValues{{"slow_link.ratio", 7.5}}));
        QCOMPARE(value.data().toString(), QStringLiteral("7.5"));
        table->selectRow(0);
        QTest::mouseClick(button(page, "resetRules"), Qt::LeftButton);
        QVERIFY(RuleSettings::current().values().empty());
        QVERIFY(!button(page, "resetAllRules")->isEnabled());
    }

    void whatIsNoNumberIsLeft() {
        RulePage page;
        auto *model = tableOf(page)->model();
        for (const auto *text : {"", "x", "nan", "inf", "1,5"}) {
            QVERIFY(!model->setData(model->index(0, 2), QLatin1String(text)));
        }
        QVERIFY(!model->setData(model->index(0, 3), QStringLiteral("1")));  // the default itself
        QVERIFY(RuleSettings::current().values().empty());
    }

    void allAreReset() {
        RulePage page;
        RuleSettings::current().setValues({{"slow_link.ratio", 3}, {"late_rank.share", 0.5}, {"no.such", 1}});
        QCOMPARE(RuleSettings::current().values().size(), std::size_t{2});
        QTest::mouseClick(button(page, "resetAllRules"), Qt::LeftButton);
        QVERIFY(RuleSettings::current().values().empty());
    }

    void valuesAreRemembered() {
        {
            WindowSettings settings;
            settings.setRuleValues({{"slow_link.ratio", 0.1}, {"late_rank.share", 0.25}});
        }
        WindowSettings settings;
        QCOMPARE(settings.ruleValues(), (RuleValues{{"slow_link.ratio", 0.1}, {"late_rank.share", 0.25}}));
        settings.setRuleValues({{"late_rank.share", 0.5}});
        QCOMPARE(settings.ruleValues(), (RuleValues{{"late_rank.share", 0.5}}));
    }

    void coloursOfKernelsAreRemembered() {
        QCOMPARE(WindowSettings().kernelColoring(), KernelColoring::ByName);
        WindowSettings().setKernelColoring(KernelColoring::ByBound);
        QCOMPARE(WindowSettings().kernelColoring(), KernelColoring::ByBound);
        WindowSettings().setKernelColoring(KernelColoring::ByName);
        QCOMPARE(WindowSettings().kernelColoring(), KernelColoring::ByName);
    }

    /// Formula, threshold, lines to copy, when not to, and source: none lacks one, in neither language.
    void everyRuleSaysWhatItCountsAndWhatToDo() {
        RulePage page;
        auto *table = tableOf(page);
        auto *text = page.findChild<QTextBrowser *>();
        std::map<std::string, int> rows;
        for (int row = table->model()->rowCount() - 1; row >= 0; --row) {
            const auto name = table->model()->index(row, 1).data().toString().toStdString();
            rows[name.substr(0, name.find('.'))] = row;
        }
        for (const auto &rule : ruleList()) {
            const auto commands = everyCommand(rule.id);
            QVERIFY2(!commands.empty() && rows.contains(rule.id), rule.id.c_str());
            QVERIFY2(commands.find("%1") == std::string::npos, rule.id.c_str());
            table->setCurrentIndex(table->model()->index(rows[rule.id], 1));
            std::map<std::string, QString> english;
            for (const auto language : {Language::English, Language::Chinese}) {
                setLanguage(language);
                page.retranslate();
                const auto shown = text->toPlainText();
                QVERIFY2(shown.contains(QString::fromStdString(commands)), rule.id.c_str());
                for (const auto *part : {".topic", ".formula", ".unless", ".source"}) {
                    for (const auto &message : everyWording("finding." + rule.id + part)) {
                        const auto told = messageText(message);
                        QVERIFY2(told != QString::fromStdString(message.id), message.id.c_str());
                        QVERIFY2(shown.contains(told) && !told.contains(QStringLiteral("%1")), message.id.c_str());
                        const bool isName = std::string_view(part) == ".topic";  // some are names
                        QVERIFY2(language == Language::English || isName || told != english[message.id],
                                 message.id.c_str());
                        english[message.id] = told;
                    }
                }
            }
            setLanguage(Language::English);
        }
    }

    void everyMeaningIsTranslated() {
        setLanguage(Language::Chinese);
        for (const auto &rule : ruleList()) {
            for (const auto &parameter : rule.parameters) {
                const auto text = QCoreApplication::translate("Message", parameter.meaning.c_str());
                QVERIFY2(text != QString::fromStdString(parameter.meaning), parameter.name.c_str());
            }
        }
        setLanguage(Language::English);
    }
};

TEST_SUITE(TestRulePage)

}  // namespace tst_rule_page

#include "tst_rule_page.moc"
