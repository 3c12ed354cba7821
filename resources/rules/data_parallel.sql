-- rule: data_parallel
-- of: calls
-- needs: timeline
-- topic: Single-process DataParallel
-- says: One process drives several devices (DataParallel): %1 ms per step
-- when: impact_ns >= 1 % of step
-- about: work
-- platform: npu, cuda, rocm, other
-- formula: Counts: device idle time during the forward of nn.DataParallel.
-- remedy: Start one process per device: torchrun --nproc_per_node=8 train.py, and use torch.nn.parallel.DistributedDataParallel(model) in it.
-- command npu, cuda, rocm, other: torchrun --nproc_per_node=8 train.py
-- command npu, cuda, rocm, other: model = torch.nn.parallel.DistributedDataParallel(model)
-- command mindspore: msrun --worker_num=8 --local_worker_num=8 train.py
-- command jax: jax.distributed.initialize()
-- unless: No benefit with one device.
-- source: PyTorch, DistributedDataParallel instead of DataParallel
SELECT name FROM slice
WHERE name LIKE 'dataparallel%' OR name LIKE '%nn.module: dataparallel%'
      OR instr(lower(name), 'parallel/data_parallel.py')
