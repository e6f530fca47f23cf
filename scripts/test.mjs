// `npm test`: straight after a clone, alone. With arguments, only the tests that vitest finds for them.
import { install, runOnNode, useHooks } from './bootstrap.mjs';

useHooks();
await install();
process.exitCode = await runOnNode(['scripts/gates.ts', ...process.argv.slice(2)]);
