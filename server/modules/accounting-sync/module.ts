import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { syncRun } from '@lobby/shared/modules/sync-run.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { codeCalls } from './codes/code-calls.ts';
import { codeBehaviour } from './codes/codes.ts';
import { connectionActs, connectionBehaviour, connectionCalls } from './connection.ts';
import { SYNC_JOBS, syncCollections } from './jobs.ts';
import { receiptActs, receiptCalls, runActs } from './receipts.ts';
import { endSync } from './run/run.ts';

export const accountingSyncModule = defineServerModule({
  name: 'accounting-sync',
  routes: [...connectionCalls, ...codeCalls, ...receiptCalls],
  serves: [
    serves(syncConnection, { ...connectionBehaviour(), actions: connectionActs }),
    serves(syncCode, codeBehaviour),
    serves(syncRun, { actions: runActs }),
    serves(syncReceipt, { actions: receiptActs }),
  ],
  jobs: SYNC_JOBS,
  collections: syncCollections,
  onStop: endSync,
});
