#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "tests/support/role_job.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_canvas.h"
#include "views/roles/roles_page.h"

#include <QtTest/QtTest>

namespace tst_roles_page {

using namespace stagescope;

class TestRolesPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aClickSelectsTheRange() {
        Workspace workspace;
        workspace.runs.push_back(*testing::RoleJob{}.load());
        workspace.version = 1;
        Selection selection;
        TimeView time;
        RolesPage page(ViewServices{&selection, &time});
        QVERIFY(page.isOffered(workspace));
        QVERIFY(!page.isOffered(Workspace{}));
        page.resize(1000, 500);
        page.show();
        page.setWorkspace(std::make_shared<const Workspace>(std::move(workspace)));
        QTRY_VERIFY(!page.isBusy());
        QVERIFY(!page.emptyReason());
        std::ignore = page.canvas()->grab();
        const auto &hit = page.layoutShown().scene.hits.at(4);
        const QPoint middle(hit.x + hit.width / 2, hit.y + hit.height / 2);
        QTest::mouseClick(page.canvas(), Qt::LeftButton, Qt::NoModifier, middle);
        QVERIFY(!selection.state().items.empty());
        QCOMPARE(selection.state().items.front(), hit.item);
        QVERIFY(page.tipAt(middle).contains(QStringLiteral("generate_sequences")));
        page.setWorkspace(nullptr);
        QTRY_VERIFY(!page.isBusy());
        QCOMPARE(page.emptyReason()->id, std::string("role.empty"));
    }
};

TEST_SUITE(TestRolesPage)

}  // namespace tst_roles_page

#include "tst_roles_page.moc"
