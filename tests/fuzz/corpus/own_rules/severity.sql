-- rule: long_kernels
-- says: {n} kernels over {limit_us} us take {impact_ns}
-- when: impact_ns > 2 % of step
-- severity: worst
-- param: limit_us = 500
-- each: row
-- platform: torch
-- remedy: Split them.
SELECT count(*) AS n, sum(dur_ns) AS impact_ns FROM kernel WHERE dur_ns > :limit_us * 1000
