-- rule: unfused_optimizer
-- of: calls
-- needs: timeline
-- topic: Unfused optimizer
-- says: Optimizer launches many small kernels: %1 ms per step
-- when: impact_ns >= 1 % of step
-- platform: npu, cuda, rocm, other
-- formula: Counts: device idle time during the optimizer step.
-- remedy: Use a fused optimizer: %1
-- command npu: optimizer = torch_npu.optim.NpuFusedAdamW(model.parameters(), lr=1e-4)
-- command mindspore: optimizer = mindspore.nn.AdamWeightDecay(params, learning_rate=1e-4)
-- command cuda, rocm, other: optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
-- command jax: optimizer = optax.adamw(1e-4)
-- unless: A fused optimizer keeps gradients and states in one contiguous buffer: create a new one if parameters are frozen or added later.
-- source: MindStudio, advisor (timeline_fusion_ops); PyTorch, fused optimizers
-- A profile whose program has a fused optimizer, too, is spared.
SELECT name, instr(lower(name), 'aten::_fused_') OR instr(lower(name), 'multi_tensor_apply') OR name LIKE '%applyadam%'
             OR name LIKE '%applyfused%' AS spares
FROM slice WHERE spares OR (name LIKE 'optimizer.step#%' AND name NOT LIKE '%fused%')
