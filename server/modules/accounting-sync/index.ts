import type { Definition } from '@lobby/shared/kit/definition.ts';
import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { syncRun } from '@lobby/shared/modules/sync-run.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { syncSecretCollection } from './access.ts';
import { codeCalls } from './code-calls.ts';
import { codeBehaviour } from './codes.ts';
import { connectionActs, connectionBehaviour, connectionCalls } from './connection.ts';
import { receiptActs, receiptCalls, runActs } from './receipts.ts';
import { scheduleRuns, turnSync } from './run.ts';
import { sentCollection } from './settle.ts';
import { verifyAll } from './verify.ts';

export { useAccountingPatience } from './protocol.ts';
export { endSync, holdSync, scheduleRuns, turnSync } from './run.ts';
export { verifyAll } from './verify.ts';
export { accountsOf } from './voucher.ts';

export const syncCollections = [syncSecretCollection, sentCollection];
export const SYNC_JOBS = [
  { name: 'documents for the accounting software', every: '* * * * *', run: turnSync },
  {
    name: 'hourly runs to the accounting software',
    every: '10 7-22 * * *',
    run: (now: Date) => scheduleRuns(now, 'HOURLY'),
  },
  {
    name: 'nightly runs to the accounting software',
    every: '30 1 * * *',
    run: (now: Date) => scheduleRuns(now, 'NIGHTLY'),
  },
  { name: 'what stands in the accounting software', every: '30 3 * * *', run: verifyAll },
];

const replaced = ({ method, path }: Route) =>
  (method === 'post' && path === syncConnection.path) || (method === 'put' && path === `${syncConnection.path}/:id`);

/** What of the books stands in the accounting software, and how it gets there. */
export const syncRoutes = (all: readonly Definition[]): Route[] => [
  ...connectionCalls.slice(0, 1),
  ...serve(syncConnection, { ...connectionBehaviour(), acts: connectionActs }, all).filter(one => !replaced(one)),
  ...connectionCalls.slice(1),
  ...codeCalls,
  ...serve(syncCode, codeBehaviour, all),
  ...receiptCalls,
  ...serve(syncRun, { acts: runActs }, all),
  ...serve(syncReceipt, { acts: receiptActs }, all),
];
