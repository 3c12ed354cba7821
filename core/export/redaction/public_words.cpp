#include "core/export/redaction/public_words.h"

#include "core/base/text.h"

#include <unordered_set>

namespace stagescope {

namespace {

/// Of texts in these sources; packaging/public-words writes them.
constexpr std::string_view kOwnWords = R"(
aa ab abnormal about above abs absent absolute absurd ac acc accelerator access accesses accesskey account accumulate
accumulates accumulation accuracy ack acl aclnn aclnninplacecopy aclop aclrt across action actions activation
activations active activities activity adadelta adagrad adam adamw add addbmm added adding additems addmm addmv addr
address addresses adds advised advisor affine affinity after afterwards again against aggregate agree agreement agrees
ahead ai aic aicore aicpu aiv aivec alg algo algorithm algorithms alias align aligned alignment alike alive all
allgather allgathermatmul alloc allocate allocated allocation allocations allocator allocators allow allreduce
alltoall alone alpha already also alt alter always amber amd among amount amp an analyse analysis analyze analyzer
anchor and annotate annotation annotations announces anon anonymous another answer answerable answered answers any
anything anyway aoe ap apache apart api apikey apis apostrophe app appearance appears append appendix appends
application applied apply applyadam applyfused applylamb apps ar archive are argmin args argsort argument arguments
arithmetic around arrangements array arrival arrivals arrived arrows as ascend ascendcl ascending aseline ask asked
asks asnumpy assumed assumes assumptions astype async at atan atb aten att attention attn attr attribute attributes
attribution auth authorization auto autograd autotune aux auxiliary average avg avoid await awaiting away axes axis
axpy back backend background backprop backspace backward backwards bad baddbmm balance balanced balancing band
bandwidth bandwidths bank bankgroup banks bar barrier base baseline baseurl bash basic batch batched batches batchnorm
batchsendrecv be became become becomes been before began begin beginning begins begun behind being belong belongs
below beneath bert beside best between beyond bf bfloat bfnrt bfp bias big binary binbytes bind binding binds binfloat
binget binint binpersid binput binstring binunicode bit bits bkmgtp blame blanks blas block blocked blocking blocks
blue bmm board bodies body bom bool bootstrap both bottleneck bottom bound bounds box bp braces bracket brackets bring
brings broadcast broken brought bubble bubbles bucket buckets budget buffer buffers buffsize build built bundle
bundled bundles bus busiest busy but bw bwd by byte bytearray bytes cable cables cache cached caches caching call
callbacks callchain callchains called calls came can cancel cancelled candidates cann cannot cap capabilities
capability capacity capture captured captures card cards carries carry case cast castaicore cat categories category
causal causality cause caused causes ccp ce ceil cell cells cent cert certainty certs cflt cgroup chain chance change
changed changes changing channels char characters chart charts cheapest check checked checkpoint checkpointing
checkpoints checks children chip choice choices choose chosen chrome chrony chronyc chronyd chunk chunked chunks ci
cijk cjk cl clamp class classes classname clean clear cli click client clip clipped clock clocks clone close closing
cluster clusters cm cmo cn cnn cnt co coalesce coalesced code codes coeff collapse collect collection collections
collective collectives collects collnet colon color coloring colors colour colours column columns com combine combined
come comes comm comma command commands commas comment comments commit common comms commun communicates communication
comp compare compared compares comparison comparisons compdef compgen compilation compile compiled compiler compiles
complete completed completely completes completion complex component compopt compreply compressed comput compute
computed computes computing concat concrete concurrent conditions conf config conflict conflicts confusion conjectured
connection connections contain contains content contention contents context contiguous contradict contradiction
contradicts control conv conversion conversions convert convolution convolutions cookie cool cooldown cooling copied
copies copy copying core cores correlate correlation cos cost costly costs could count counted counter counters
counting counts cover covered covers cp cpl cpp cpu crash create creation credential critical cross crossentropy cstf
cstfben csv ctrl cu cube cublas cuda cudnn cumulative cupti current curve custom cut cutlass cword cycle cycles
damaged dark data database databases dataloader dataparallel dataset day db dd ddp ddr debugging decay decides declare
decode decoded decoder decompressed deep def default defaults define defined deja del delay delays delete deleted
deletes delta demand demands demo dense departure dependencies dependency deprecated depth depthwise dequeue dequeued
dequeues dequeuing desc descending describe description deselect design destination detach detached detail details
detect dev deviate deviation deviations device devices devicetodevice devicetohost dgrad dhwcn diagnostic diagnostics
dialect dict did died diff differ difference differences different differently differs digest digested digests digits
dim dimension dimensions dims dir direct direction directions directives directly directory disable disagree discovery
disk disks dispatch dispatched dispersion display dist distance distinct distinguish distributed distribution
distrusted disturb disturbances div divide divided divides divisible divisions divs dkv dma do docks document
documentation documented does domain domains done dot double doubles down dp dq drag drags drain drains drawer drawing
drawn draws drift driver drivers drives drop dropout dropped dropping drops drove dry dst dt dto dtod dtoh dtype
dtypes dual dualpipe dualpipev dump dup duplicate dur duration durations during dv dvpp dynamic dynamo dyno each
earlier earliest early edge edit edp effect efficiency efficient ei eight either elapse elapsed element elements
elementwise else elsewhere elu emb embd embedding emptiest empty en enable enabled encoded end ended endpoint ends
engine english enough enqueue enqueuing enter enters entries entropy entry enum enumerate env envelope environment ep
epoch eq equal equally equals erf error errors esac esc eselect estimate estimated estimates eth ethtool etp evaluate
evaluation even evenly evenness event events ever every everybody everything evidence ex exact exactly examined
examples exceed excess exchange exchanges exclude excluded exe execute executed execution exhaustion exist exists exit
exits exp expand expandable expect expected experimental expert experts explain explained explains export exported
exposed expression ext extend external extra extract extracted extracts fact factor facts fail failed failing failure
failures falling false far fast faster fastest fatal fault faults fbw feature features feeds fetch fetched fetches
fetching few fewer ff fi field fields fifo fifth figcaption figure figures file filename filenames files fill
fillbuffer filled fills filter find finding findings finds fine finely first fit fits five fix fixed fixpipe flag
flags flame flash flashattention flashattn flight float floating floor flop flops flow flows fmha fmod fn fnuz fold
folded folder folders follow followed follows fops for force forced foreach foreign forever form format formats forms
formula formulas forward forwards found four fp fractal fraction fragmentation fragments frame frames framework free
freed frees freeze freq frequencies frequency from frozen frozenset fs fsdp full fuller fullest fully func function
functional functions functor functoronother functoronself further furthest fuse fused fusible fusion fwd fwdbwd fx
gain gained gains gap gaps garbage gate gather gathering gave gb gbps gc ge geglu gelu gemm gemv general generated
generation geometry get getnext gets gflop gfx gi gib give given gives global gloo glu gnu go goes gomp gone got gp
gpipe gpu grad grade gradient gradients gradnorm grads gradscal grammar granted granularity graph graphs greatest
green grew grey grid group grouped groupedmatmul grouping groups grow growing grows growth gt gui guide gz gzip had
half halves hand handed handle handler hands happen happened happens hard hardly hardswish hardware harmless has hash
hashes hashid have having hbm hc hccl hccn hccs hcom hd head headers headroom heads healthy heat height heights held
help here hexadecimal hfu hh hidden hide hides hiding hif hifloat high higher highest highres hinders hints hip
histogram history hit hlo hold holder holders holds holistic home hooks hop hops host hostname hosts hosttodevice
hosttohost hour how however hpu href hresholds hsa html hto htod htoh htpasswd http huawei huge hundreds hwc hwcn hz
ib ibqueryerrors icache icons id ideal idel identity idle idles ids ie if ifs ignore ignored ii image imbalance img
immutable impact impl import importlib in inactive include included includes incomplete index indirect inductor inf
infeed infer inferred infinity inflate info information inherent init initialisation initialised initialize inline
inner innermost input inputs insert inside insight inst installed instant instantiate instead instinct instruction
instructions int integer integers intensity inter interactive interconnection interest interface interleave
interleaved internal internode interval intervals into intra intranode invalid io ip irq is isolation it item iter
iteration iterations iterator its itself jax jit jitted jitter job jobs join joined joint journal json judge judged
judges junit just kb kd keep keeps kept kernel kernels key keys keyword ki killed kind kinds kineto kmp know knowing
known knows kuserbuffers kwargs label labels lack lacks lamb lane lanes lang language large larger largest last late
latency lateness later latest latter launch launched launcher launches launching lay layer layernorm layers layout
layouts lazy lccl lcoc ld le lead leads leak leaks leaky learn learning least leave leaves ledger left legacy legend
length lengths less let lets letters level levels li lib libraries library license lie lies lifetime light like
likewise limit limited limits line linear lines link linked links list listed listing listremotes lists lite literal
little llc llect llm llu llx lm load loaded loader loading loads local locked log logging logits logname logs long
longer longest look looked looking looks loop lose loses loss losses lost low lower lr lsjson lt mac machine made main
maintaince maintenance major make maker makes makespan making malformed malloc man management manifest manual many map
mapped mapping mark marked marker markers marks mask masked master mat mata match matched matches matmul
matmulallreduce matmulreducescatter matrix matters max maxima maximum may mb mc md me mean meaning means meant
meanwhile measure measured median medium meets megatron mem member members memcpy memo memoize memories memory
memscope memset mend mended mending menu merge merged mesh message messages met meta metadata method metric metrics
mfu mhz mi mib micro microbatch microbatches microsecond middle million millisecond milliseconds mimetype min mind
minddata mindspeed mindspore mindstudio minimum minor mint minus minutes miopen misc mish miss missed missing mix
mixed mkl mm mmap mnt mo mod mode model models modified modtime module modules moe moefinalize moetoken moment
momentum monitor monotonic more most mostly move moved moves moving mp ms mscclpp msg msmonitor msprof msrun mstx mte
mtia much mul muls multi multimem multiple multiples multiplication multiprocessors multitensorapply must mv
myhuaweicloud na name named names namespace nan nanosecond nanoseconds narrow nav navigator nc nccl ncclkernel ncdhw
nchw nd ndc ndhwc ne near nearer nearest need needed needs neg negative neighbour neighbouring neighbours neither
nelems nested nests network never new newer newest newfalse newobj newtrue next nf nhwc nic nn nnodes no nobody node
nodename noheader noise non none nonexistent nonpost nonzero nor norm normal normalization norms not notation note
notes nothing notice notify noto now nowrap np nproc npu nputrace nrtbf ns nth null num numa number numbered numbering
numbers numel numpy nv nvidia nvjet nvl nvlink nvls nvrtc nvshmem nvte nvtx nz obj object objects obs occupied
occurred occurrence occurrences of off offer offloading offscreen offset offsets often old older omp on once one
oneccl ones online only oom op opaque opcode open opened opening opens operands operation operations operator
operators ops optax optical optim optimizer optimizers option options or orange order ordered orders ordinal org
origin original originals os osrt ost other others ours out outer outermost outfeed outliers outlined output outputs
outside outstandingly over overall overflow overflowed overhead overlap overlaping overlapped overlapping overrideable
overview owed own owner owners pace pack package packages packed packet packets packing pad padded padding page
pageable pagedattention pages paid paint painter pair paired pairing palette pallas pan pandas panel papers parallel
parallelism param parameter parameters params parent parsable parse parsed parser parses parsing part partial
partition partly parts pass passed passes passw passwd password past pat path paths pattern patterns pause paused
pauses payload pb pc pcie pct peak peaks peer peers peertopeer pending per percent percentile perfect perfetto
performance perftest period permission permute persid persistent pg ph phase phases physic physical pi pick picked
pickle picture pictures pid piece pieces pin pink pinned pipe pipeline pipelines pixels pj pkl place placeholder
placement places plain plane planes plant planted platform plog plugin plugins pmu png poi point pointer points policy
poll pool pools pop port pos position possible post postprocess pow power pp pragma pre preallocate precision
precondition prediction prefetch prefetching prefix prefixes preparation prepare prepared prepares preparing
preprocess present press pretrained previous primary print prints private privateuse probably problem probs proc
process processes processing processor processors product products prof profil profile profiled profiler profilers
profiles profiling program programs progress prompt propagate properties proto protocol provider pt pta pto ptop ptp
ptr public purple purpose push pushed put puts pwd px py pynative python pytorch pyx qo qos qpa qt quality quant
quarter quartile query question queue queues quick quickreduce quiet quit quot quote quoted quotes ragged raise raises
ran range ranges rank ranks rarely rate rates rather ratio raw rc rccl rcd rclone rdma reach reached reaches read
readable reader reading readonly reads ready real reason reasons rebuilt receive received receives receiving recent
recipe reciprocal reclaim recognised recompile recompiles recomputation recompute recomputed recomputing record
recorded recording records recurs recv red redact redacted redo reduce reduced reducescatter reducing reduction refer
reference refused refuses region register regular relative relay releasable release released releases relu remain
remainder remains remedied remedies remedy remembered remote remotes remove removed removes rename renamed renames
rendezvous reordered repeat repeatable repeated repeats repetition replace replaced replaces replay replayed replaying
replays replica replicas repo report reported request requested requests resampled resc reserve reserved reserves
reset reshape reshard residual resolution resource rest restricts result results resume retain retransmission
retransmissions retransmitted retry return returned reused reversed rfc right ring rise rm rms rmsnorm ro roadcast
robust roce rocm rocprof rocr rocshmem roh role roof roofline room root rootpage rope rotary roughly round rounded
rounding rounds roundup router routers row rowid rows rrggbb rsqrt rss rsub rt rule ruler rules run runner running
runs runtime rw rx said same sample sampled samples sans save saved saves saving savings saw say says sbatch sc scal
scalar scalars scale scaled scancel scatter scenario scene schedule scheduled scheduler schedules schema scope score
script scroll scx sdma sdpa search searching second seconds secret section security see seed seen sees segment
segments seldom select selected selection selective self semicolon semicolons send sending sendrecv sends sensitive
sent separated seq seqno sequence sequences serial serialize series serve server service session sessions set setitem
setitems sets setting settings several severity sg sgd sgl sglang sh sha shall shallow shape shapes shard sharded
shards share shared shares sharing sheet shell shift shifted short shortcuts shortened shorter shortest shot should
show showclocks shown shownodesbw showpids showpower shows showtemp showtopo shuffle side sides sideways sigabrt
sigbus sigfpe sight sigill sigmoid sign signal signed significance sigsegv silence silu simplification simulated
simulation sin since single sio site size sizes skew skip skipped skips sl slack slash slice slices slim slow slowdown
slowdowns slower slowest slowness slows slurm small smaller smallest smi sms snapshot snapshots snippet snippets so
soc socket softmax softplus software some something somewhere soon sora sorafeature sort sorted sound source sources
sp space span spans spare speed split splitk splits spore spread spreadsheet spreadsheets sprop sq sqlite sqrt square
squares squeue src ss ssws stable stack stacks stage stages stagescope stale stand standard stands stars start started
starts starved stat state states static station statistic statistics statm stats status stay stayed stays std stderr
steady step steps still stood stop stopped stops storage store stored str straggler stragglers stranded strategy
stream streaming streams streamsynchronize stretch stretches stride strided string strip strongest studio style sub
subject subjects submits submitted subs substr such sudo suffice suggestion sum summaries summary summed sums
superfluous supply support svg sw swap swapped swapping swi swiglu swish switch switched switches sxm symmetric sync
syncbatchnorm syncbn synchronisation synchronise synchronising synchronization synchronize synchronizestream
synchronizing synchronous synthetic sys syscnt syslog system systemctl tab table tables tabs tag tail take taken takes
tanh tar target task tasks taskset tb tc tcp td teal tell tells temp temperature template templated temporary ten tens
tensor tensorboard tensormove tensors tenth term tesla test testcase tests testsuite text texts tf tflop tflops th
than that the their theirs them theme themselves then there these they things third this those though thousand thread
threads three threshold thresholds through throughput ti tick ticks tid tight tile tiling time timelimit timeline
timelines timeout times timestamp title titles tlb to today together token tokens told too took tool tools top topic
topo topology torch torchinductor torchrun total totals touch touches tp tpu tr trace traceback tracer traces track
tracking tracks traffic trailing train training trains trans transdata transfer transferred transfers transformer
transit translations transmit transport transpose tree triton trouble trtllm true truncated truth ts tt tune tuned
tuning tuple turn turned twice two tx txt type typed types typing ub ucx uid uint ul ulysses unaffine unaligned
unanswered unary uncertain uncertainty unchanged uncovered uncut under understanding understood undo unequal unequally
uneven unexpected unexpectedly unfused unicode unified uniform union unit units unix unjudged unknown unless unmap
unmapped unmatched unnamed unnecessary unpacked unpermute unpin unread unreadable unrecorded unroll unrolled unset
unshard unsigned unsupported until untouched unused unwind up update upper us usable usage use used user username
users uses usual usually utc utf utilization utils vain valid value values variability variable variables variant
varies varlen vd vec vector vectorized verbose verdict verdicts version versions very victim video videos view viewer
viewport views violated virtual visible vllm vocab vocabulary void volume votes vu wait waited waiting waits wal wall
want wanted wants warm warms warmup warn warning was watch watched watches watching way wayland web weighs weight
weighted weightgradstore weights welch well went were wgrad what whatever wheel when whenever where whether which
whichever while white who whoever whole whom whose why wide widest widget width will win window windows wins with
withheld within without won word words work worked worker workers working works workspace workspaces world worst worth
would wrapped write writes writing written wrong wx xbe xdg xformers xi xiv xla xmma xpu xxxxxx yaml years yes yet you
your yyyy zb zero zeros zh zip zlib zoom zsh zst zstd
)";

/// Of Python, PyTorch, CUDA, CANN, their kernels and what trains with them, as far as no text above has them; by hand.
constexpr std::string_view kLibraryWords = R"(
abc abs accum acquire adafactor adamax adamw adapter adaptive additional aivector algos amax amin aminmax anonymous any
aot aotautograd apex apt arange arg argmax argmin args argsort array arr as assert asserts async asynchronous asyncio at
atan atomic attention attentions attr attribute audio augment autocast autotune autotuned autotuner available avgpool
backend backends bag baddbmm basic batched batchnorm bce bcast bfc benchmark bernoulli beta bicubic bilinear binary
bincount bindings bitonic bitwise blas block blocked blocks bmm bool boot bottleneck bprop broadcasting bucket buckets
buf buffer bufs builtin builtins bundle bytecode cache callable callbacks capsule capturing carry cat causal cce cdist ceil
cga channels char chunked chunking clamp class classes classmethod clone cls codegen col cols compact comparator compiler
compiles compiling complex concat config configs const constant constants constructor constructors container containers
contextlib contextmanager contiguous conv convert convolution coop cosine cpp cpython creation cross crossentropy csrc ctc
ctx cu cub cublaslt cudagraph cudagraphs cudart cufft cumprod cumsum cunn curand cusolver cusparse custom cutlass cute
dataclass dataclasses dataloader datapipes dataset datasets datatype dconv decay deconv decode decoder decoders
decompose decomposed decomposition decorate decorator decorators deepcopy deepspeed default defaultdict deferred defs
degenerate dehaze delete delta dense dequant dequantize deque det detach device devmm dgrad dgamma dgelu diag diagonal dict
dictcomp digamma dilated dim dims dims direct dispatch dispatcher dispatches dist distributed div divide doc dot double
dropout dsa dtensor dtype dtypes dummy dwconv dynamic dynamo eager edge einsum elementwise elu embedding embeddings empty
encoder encoders encode endswith enter entropy enum epilogue eq erf erfc erfinv eval evaluate exclusive exec exit expand
experts exp expm extend extension external eye factory fake fbgemm feed feedforward ffn fft fftn file fileno fill filter
finalize find finish flags flash flashattn flatten flip float floor fmha fmod focal fold fork forking format fprop frac frame
frames free freeze freqs fresh from frombytes fromfd frozen fsdp full func funcs function functional functionalized functions
functools functor functorch functors fuse fused fuser gamma gate gated gather gc geglu gelu gemm gemms gemv gen generate
generic genexpr get getattr getattribute getitem getstate getvalue glu grad grads gradient gradients greater grid group
grouped groupnorm gru guards gumbel half handler hard hardshrink hardsigmoid hardswish hardtanh has hasattr hash hashlib
head heads heaviside helper hidden histc hmac hook hooks host hpp huber identity idx im image images imag impl imp import
importer importlib inductor increment index indexed indices infer init initialize initialized inline inner inplace inplaceable
input inputs inspect instance instancecheck int intermediate internal interpolate inv inverse io iota isclass isfinite
isfunction isinf isinstance ismethod ismodule isnan issubclass item items iter iterable iterator itertools join json
keepdim key keys kernel krn kthvalue kv lambda lamb lapack layer layers layernorm layout le leaf leaky len lerp lib linalg
linear linspace list listcomp ll ln load loader locals log logaddexp logdet logical logits logsigmoid logsoftmax logsumexp
lookup loop lora loss losses lowering lr lstm lt ltorch magma main malloc manual map mapped mask masked mat math matmul matmuls
matrix max maximum maxpool maybe mean median megatron member memcpy memo memoryview memset merge meshgrid meta method methods
metric metrics mha min minibatch minimum mish mkldnn mlp mm mma mmcv mod mode model modeling models modules moe mse msort mul
multi multihead multinomial multiply multiprocessing mutex mv namedtuple namespace nan narrow native nd ndarray ne neck neg
nested net network new next nhwc nchw nll nms nn node nodes noise nonzero noop norm normal normalization normalize normalized
notifier np num numel numerics numpy nvfuser nvjet nvls nvml nvrtc nvshmem nvtx object occupancy offset offsets onehot ones
onesweep onnx op opaque ops optim optimize optimized optimizer optimizers options order orgqr os outer output outputs over
overlap owned pack packed pad padded padding pair pairwise param params parameter parameters partial partials patch path
pattern peek permute permuted pg pickle pickler pin pinned pipe pixel plan plus pointer pointwise poisson polar pool pooling
pooler pop pos pow pregraph prelu prims print prod prologue promote prop properties proxy ptx push put py pybind pytree
pythonic qk qkv qr quant quantile quantize quantized query queue radam radix rand randint randn randperm range rank ravel raw
real rearrange rebuild rec recall reciprocal record recursive recv reducer reduction reductions ref reflection reg reinplace
register relu remainder rematerialization remap renorm rep repeat replay replicate replication repr request requires res
reset reshape residual resize resnet resolve result results retain return reversed rfft rht rms rmsnorm rmsprop rnn roll rope
rot rotary round row rows rprop rsqrt rsub run runner runtime safe sample sampler samples sampling scalar scalars scale scaled
scan scatter sched scheduler scope score scores sdp sdpa search searchsorted seed segmented select self selu send seq sequence
sequential serialize set setattr setitem setstate setup sgd sgemm shape shapes shard sharded shards shared shift shm shuffle
sigmoid sign signal silu simt sin sinh site packages size sizes slice slices sm smooth socket soft softmax softmin softplus
softshrink sort sorted sparse spawn special specialized split splits sqrt square squeeze ssa stable stack stacked stage state
staticmethod std step steps storage store str stream streams strided string strings sub subclass subgraph submod submodule
subprocess sum summary super supported svd swap swapaxes swiglu swish switch sym symbol symbolic symint sync synchronize sys
table take tanh target task te tensor tensorop tensors term test tgt thread threading thresh threshold thrust tile tiled tiles
time timed to tok token tokens topk torch torchaudio torchdynamo torchtitan torchvision tqdm trace traceback tracing train
trainer training trait traits transformer transformers transform transforms transpose transposed tri tril trick triton
trivial triu trunc try tuple type types typing unary unbind uncached unflatten unfold uniform unique unit unpack unpad unrolled
unsafe unsqueeze untyped unwrap update updater upsample urandom use user utils validate value values var variable variadic
variance vec vector vectorized vectors version view view views vision visit vit vllm vmap vocab void vsmem warp warps warpgroup
watchdog weak weakref weight weights wgmma wgrad where while wmma work worker workers workspace wrap wrapped wrapper wraps write
xformers xla xlogy xmma xpu yield zero zeros zip
access aclnn aic aicore aicpu aiv bcube cann cce ccu eltwise ffts geir hccl hccp hcom hixl hccs lccl mc mte npu opp roce sdma sqe
tbe tefusion tik tiling udma vadd vcube vmul
ampere hopper volta turing blackwell ldg ldgsts nvjet tst coop recursive lowering selectors sem nocast hub knob tilesize
warpgroupsize fort cga sweep calculator trivial skipfiles http https ssh git nfs scp rsync
nt tn tt nnn nnt ntn ntt tnn tnt ttn ttt fp bf tf qk kv ab ac bc dx dw db dy dq dk dv dz ks bs bn bm bk wm wn wk id ip lo hi
ff fw bw fwd bwd ln sr sp gb mb kb us ms ns hz khz mhz ghz pct
)";

}  // namespace

bool isPublicWord(std::string_view word) {
    static const auto words = [] {
        std::unordered_set<std::string_view> result;
        for (const auto list : {kOwnWords, kLibraryWords}) {
            for (std::size_t at = 0; at < list.size();) {
                const auto end = std::min(list.find_first_of(" \n", at), list.size());
                if (end > at) {
                    result.insert(list.substr(at, end - at));
                }
                at = end + 1;
            }
        }
        return result;
    }();
    return words.contains(word);
}

}  // namespace stagescope
