#include "core/analysis/difference/common_names.h"

#include "core/base/text.h"

#include <algorithm>

namespace stagescope {

namespace {

// Collectives first (AllGather has Gather in its name), gradients before their forward. What is not one operator in all
// libraries (fused kernels of a compiler) has no line.
constexpr std::string_view kBuiltIn = R"(
# communication
allreduce = AllReduce
all_reduce = AllReduce
allgather = AllGather
all_gather = AllGather
reducescatter = ReduceScatter
reduce_scatter = ReduceScatter
alltoall = AllToAll
all_to_all = AllToAll
broadcast !'to' !elementwise = Broadcast
sendrecv = SendReceive
# attention
flash att back = FlashAttentionGrad
flash att bwd = FlashAttentionGrad
flash att grad = FlashAttentionGrad
flash bwd = FlashAttentionGrad
fusion_attention backward = FlashAttentionGrad
fusion_attention grad = FlashAttentionGrad
efficient_attention backward = FlashAttentionGrad
cudnn sdpa bprop = FlashAttentionGrad
fmha bwd = FlashAttentionGrad
attn_bwd = FlashAttentionGrad
flash att = FlashAttention
flash fwd = FlashAttention
flash2attn = FlashAttention
fusion_attention = FlashAttention
efficient_attention = FlashAttention
scaled_dot_product = FlashAttention
cudnn sdpa fprop = FlashAttention
fmha = FlashAttention
attn_fwd = FlashAttention
promptattention = FlashAttention
pagedattention = PagedAttention
# convolution
conv backprop filter = ConvolutionBackwardFilter
conv wgrad = ConvolutionBackwardFilter
wgrad = ConvolutionBackwardFilter
conv backprop input = ConvolutionBackwardInput
conv dgrad = ConvolutionBackwardInput
dgrad = ConvolutionBackwardInput
convolution_backward = ConvolutionBackward
'conv' = Convolution
'convolution' = Convolution
convolve = Convolution
implicit_gemm = Convolution
# matrix products
groupedmatmul = GroupedMatMul
grouped gemm = GroupedMatMul
batchmatmul = BatchMatMul
bmm = BatchMatMul
matmul = MatMul
gemm = MatMul
gemvx = MatMul
cutlass = MatMul
cijk_ = MatMul
aten::mm = MatMul
aten::addmm = MatMul
aten::linear = MatMul
# norms
rms norm grad = RmsNormGrad
rms norm back = RmsNormGrad
rms norm bwd = RmsNormGrad
rms norm = RmsNorm
layer norm grad = LayerNormGrad
layer norm back = LayerNormGrad
layer norm = LayerNorm
batch norm back = BatchNormGrad
batch norm bwd = BatchNormGrad
bn training grad = BatchNormGrad
bnbw = BatchNormGrad
batch norm = BatchNorm
bn training = BatchNorm
bnfw = BatchNorm
group norm = GroupNorm
# activations
silu back = SiluGrad
silu grad = SiluGrad
swish grad = SiluGrad
swiglu grad = SwigluGrad
swiglu back = SwigluGrad
swiglu = Swiglu
silu = Silu
swish = Silu
gelu back = GeluGrad
gelu grad = GeluGrad
gelu = Gelu
relu grad = ReluGrad
threshold_backward = ReluGrad
relu = Relu
clamp_min = Relu
softmax back = SoftmaxGrad
softmax grad = SoftmaxGrad
softmax = Softmax
dropout domask = Dropout
dropout = Dropout
rotary grad = RotaryEmbeddingGrad
rotary back = RotaryEmbeddingGrad
'rope' grad = RotaryEmbeddingGrad
'rope' back = RotaryEmbeddingGrad
rotary = RotaryEmbedding
'rope' = RotaryEmbedding
# losses
nllloss grad = NllLossGrad
nll_loss back = NllLossGrad
nllloss = NllLoss
nll_loss = NllLoss
crossentropy grad = CrossEntropyGrad
cross_entropy back = CrossEntropyGrad
cross entropy = CrossEntropy
# embedding
embedding dense grad = EmbeddingGrad
embedding back = EmbeddingGrad
embedding = Embedding
'gather' = Gather
index_select = Gather
indexselect = Gather
'scatter' = Scatter
index_put = Scatter
# optimizers
applyadamw = Adam
fusedadam = Adam
fused adam = Adam
adam = Adam
applymomentum = Sgd
sgd = Sgd
# pooling
maxpool grad = MaxPoolGrad
max_pool back = MaxPoolGrad
maxpool = MaxPool
max_pool = MaxPool
avg pool = AvgPool
# elementwise, reductions, moves
transdata = TransData
transpose = Transpose
permute = Transpose
aten::_to_copy = Cast
direct_copy = Copy
tensormove = Copy
aten::copy_ = Copy
aten::clone = Copy
memcpy = Memcpy
memset = Memset
'fill' = Fill
'zero' = Fill
'zeros' = Fill
concat = Concat
catarray = Concat
aten::cat = Concat
split = Split
'cast' = Cast
reducesum = ReduceSum
sum_functor = ReduceSum
aten::sum = ReduceSum
reducemean = ReduceMean
meanops = ReduceMean
aten::mean = ReduceMean
reducemax = ReduceMax
maxops = ReduceMax
argmax = ArgMax
foreach add = ForeachAdd
foreach mul = ForeachMul
rsqrt = Rsqrt
sqrt = Sqrt
'pow' = Pow
'exp' = Exp
'log' = Log
sigmoid = Sigmoid
tanh = Tanh
realdiv = Div
divfunctor = Div
aten::div = Div
mulfunctor = Mul
binaryfunctor mul = Mul
aten::mul = Mul
'mul' = Mul
'sub' = Sub
addfunctor = Add
functor_add = Add
aten::add = Add
'add' = Add
'div' = Div
'neg' = Neg
'where' = Where
'select' = Where
topk = TopK
sort = Sort
)";

bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isLower(char c) { return c >= 'a' && c <= 'z'; }

/// Of names like aclnnAddV2, aten::add_ and CUDAFunctor_add: neither Padding nor Address has "add" alone in it.
bool standsAlone(std::string_view name, std::size_t begin, std::size_t size) {
    const auto after = [&](std::size_t at) { return at < name.size() ? name[at] : '\0'; };
    const char before = begin == 0 ? '\0' : name[begin - 1];
    const bool isBegin = !(isUpper(before) || isLower(before)) ||
                         (isUpper(name[begin]) && (isLower(before) || isLower(after(begin + 1))));
    return isBegin && !isLower(after(begin + size));
}

}  // namespace

CommonNames::Word CommonNames::wordOf(std::string_view text) {
    Word word;
    word.isExcluded = text.size() > 1 && text.front() == '!';
    text.remove_prefix(word.isExcluded ? 1 : 0);
    word.isWhole = text.size() > 2 && text.front() == '\'' && text.back() == '\'';
    word.text = lowerCase(word.isWhole ? text.substr(1, text.size() - 2) : text);
    return word;
}

Result<std::vector<CommonNames::Line>> CommonNames::linesOf(std::string_view text) {
    std::vector<Line> lines;
    std::size_t number = 0;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (line.empty() || line.front() == '#') {
            continue;
        }
        const auto equals = line.rfind('=');
        Line result;
        result.name = std::string(trimmed(equals == std::string_view::npos ? line : line.substr(equals + 1)));
        for (auto rest = line.substr(0, std::min(equals, line.size())); !trimmed(rest).empty();) {
            rest = trimmed(rest);
            const auto length = std::min(rest.find_first_of(" \t"), rest.size());
            result.words.push_back(wordOf(rest.substr(0, length)));
            rest.remove_prefix(length);
        }
        const bool saysWhat =
            !std::all_of(result.words.begin(), result.words.end(), [](const Word &each) { return each.isExcluded; });
        if (equals == std::string_view::npos || !saysWhat || result.name.empty()) {
            return fail(ErrorKind::BadArgument, "line " + std::to_string(number) +
                                                    " is not of the form WORD WORD ... = NAME: " + std::string(line));
        }
        lines.push_back(std::move(result));
    }
    return lines;
}

const CommonNames &CommonNames::builtIn() {
    static const CommonNames kNames = [] {
        CommonNames names;
        names.m_lines = linesOf(kBuiltIn).value_or(std::vector<Line>{});
        return names;
    }();
    return kNames;
}

Result<CommonNames> CommonNames::extended(std::string_view lines) {
    ASSIGN_OR_RETURN(auto own, linesOf(lines));
    CommonNames names;
    names.m_lines = std::move(own);
    const auto &known = builtIn().m_lines;
    names.m_lines.insert(names.m_lines.end(), known.begin(), known.end());
    return names;
}

std::string CommonNames::of(std::string_view name) const {
    const auto lower = lowerCase(name);
    const auto fits = [&](const Word &word) {
        auto at = lower.find(word.text);
        while (word.isWhole && at != std::string::npos && !standsAlone(name, at, word.text.size())) {
            at = lower.find(word.text, at + 1);
        }
        return (at == std::string::npos) == word.isExcluded;
    };
    const auto line = std::find_if(m_lines.begin(), m_lines.end(), [&](const Line &each) {
        return std::all_of(each.words.begin(), each.words.end(), fits);
    });
    return line == m_lines.end() ? std::string(name) : line->name;
}

}  // namespace stagescope
