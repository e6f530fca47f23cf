import { clearUnfinishedDemo } from '../demo/clear-unfinished-demo.ts';
import { clockNow } from '../kit/database/clock.ts';
import { assertNoUnfinishedRestore } from '../kit/database/unfinished-restore.ts';
import { log } from '../kit/ops/log.ts';
import { prepareStore } from '../migrations/prepare-store.ts';
import { isEmpty } from '../platform/projects/installation.ts';

/** Migrates the store; returns whether the demo was loaded. */
export async function prepare(withDemo: boolean, isPrepared: boolean): Promise<boolean> {
  await assertNoUnfinishedRestore();
  if (!isPrepared) await prepareStore();
  await clearUnfinishedDemo();
  if (!withDemo || !(await isEmpty())) return false;
  // Imported dynamically: a hundred files that only a demo needs.
  const { loadDemo } = await import('../demo/load-demo.ts');
  log.info({ documents: await loadDemo({}, clockNow()) }, 'demo loaded');
  return true;
}
