// `npm start` and `npm run dev`: straight after a clone, alone.
import { install, runOnNode, useHooks } from './bootstrap.mjs';

const dev = process.argv.includes('--dev');

endWithNpm();
useHooks();
await install();
const steps = dev ? [['scripts/dev.ts']] : [['scripts/build.ts'], ['server/main.ts']];
const env = { NODE_ENV: process.env.NODE_ENV || (dev ? 'development' : 'production') };
for (const step of steps) {
  process.exitCode = await runOnNode(step, env);
  if (process.exitCode !== 0) break;
}

/** An npm that was killed hands no signal on: without it, end as if it had. */
function endWithNpm() {
  const npm = process.ppid;
  if (!process.env.npm_lifecycle_event) return;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
