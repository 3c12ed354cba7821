#include "views/pipeline/pipeline_pages.h"

#include "views/pipeline/bubbles_page.h"
#include "views/pipeline/stragglers_page.h"
#include "views/pipeline/what_if_page.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QTabBar>

#include <algorithm>

namespace stagescope {

const std::vector<ViewEntry> &pipelinePageList() {
    static const std::vector<ViewEntry> list{
        {"bubbles", QT_TRANSLATE_NOOP("ViewList", "Bubbles by cause"), makeView<BubblesPage>},
        {"stragglers", QT_TRANSLATE_NOOP("ViewList", "Stragglers"), makeView<StragglersPage>},
        {"what_if", QT_TRANSLATE_NOOP("ViewList", "What-if"), makeView<WhatIfPage>},
    };
    return list;
}

PipelinePages::PipelinePages(const ViewServices &services, QWidget *parent) : QTabWidget(parent) {
    setDocumentMode(true);
    tabBar()->setExpanding(false);
    for (const auto &entry : pipelinePageList()) {
        auto *page = entry.make(services, this);
        connect(page, &View::busyChanged, this, &PipelinePages::busyChanged);
        m_pages.push_back(page);
        addTab(page, page->title());
    }
    m_given.resize(m_pages.size());
    connect(this, &QTabWidget::currentChanged, this, &PipelinePages::give);
    retranslate();
}

void PipelinePages::setWorkspace(std::shared_ptr<const Workspace> workspace) {
    m_workspace = std::move(workspace);
    give();
}

void PipelinePages::give() {
    const auto index = static_cast<std::size_t>(std::max(0, currentIndex()));
    if (isVisible() && index < m_pages.size() && m_workspace != nullptr && m_given[index] != m_workspace) {
        m_given[index] = m_workspace;
        m_pages[index]->setWorkspace(m_workspace);
    }
}

void PipelinePages::showEvent(QShowEvent *event) {
    QTabWidget::showEvent(event);
    give();
}

void PipelinePages::retranslate() {
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        m_pages[i]->retranslate();
        setTabText(static_cast<int>(i), QCoreApplication::translate("ViewList", pipelinePageList()[i].title));
    }
    tabBar()->setAccessibleName(tr("Pages below the pipeline chart"));
}

bool PipelinePages::isBusy() const {
    return std::any_of(m_pages.begin(), m_pages.end(), [](const View *page) { return page->isBusy(); });
}

View *PipelinePages::current() const { return m_pages[static_cast<std::size_t>(std::max(0, currentIndex()))]; }

QString PipelinePages::currentId() const { return current()->id(); }

void PipelinePages::setCurrentId(const QString &id) {
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        if (m_pages[i]->id() == id) {
            setCurrentIndex(static_cast<int>(i));
        }
    }
}

}  // namespace stagescope
