// Figures of training made up at random, and what is read of a log that tells them.
#pragma once

#include "core/formats/format_list.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/training_record.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/session/profile_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace stagescope::testing {

__attribute__((format(printf, 1, 2))) inline std::string printed(const char *format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    std::array<char, 2048> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    va_end(arguments);
    return text.data();
}

/// What the text of a number is worth, read by another way than the reader's.
inline double worth(const std::string &text) { return std::strtod(text.c_str(), nullptr); }

struct Truth {
    int step = 0;
    std::string loss, rate, norm, millis;
};

inline std::vector<Truth> madeUp(unsigned seed, int first = 1, int count = 40, int every = 1) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(0, 1);
    std::vector<Truth> steps;
    for (int i = 0; i < count; ++i) {
        steps.push_back({first + i * every, printed("%.6E", 1 + 9 * unit(random)), printed("%.6E", 1e-5 * unit(random)),
                         printed("%.3f", 5 * unit(random)), printed("%.1f", 900 + 200 * unit(random))});
    }
    return steps;
}

using Place = std::tuple<int, int, std::int64_t, std::string>;  // rank, part, step, metric

inline std::map<Place, double> valuesOf(const LoadedFile &file) {
    std::map<Place, double> values;
    const auto table = file.table(TableKind::TrainingValues);
    for (std::size_t i = 0; table && i < table->rowCount(); ++i) {
        values[{int(table->number(i, "rank", -1)), int(table->number(i, "part")), table->number(i, "step"),
                std::string(table->text(i, "metric"))}] = table->real(i, "value");
    }
    return values;
}

inline std::map<Place, double> valuesOf(const std::string &name, const std::string &content) {
    const ProfileTree tree;
    return valuesOf(*loadFile(*makeTrainingLogFormat(), tree.file(name, content), LoadDepth::Shallow));
}

/// Relative, since times are multiplied.
inline bool isSame(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b)); }

}  // namespace stagescope::testing
