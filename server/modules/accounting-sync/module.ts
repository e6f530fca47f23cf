import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { syncRun } from '@lobby/shared/modules/sync-run.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { syncSecretCollection } from './access.ts';
import { codeCalls } from './codes/code-calls.ts';
import { codeBehaviour } from './codes/codes.ts';
import { connectionActs, connectionBehaviour, connectionCalls } from './connection.ts';
import { hourlyRunsJob, nightlyRunsJob, syncJob, verifyJob } from './jobs.ts';
import { receiptActs, receiptCalls, runActs } from './receipts.ts';
import { endSync } from './run/run.ts';
import { sentCollection } from './run/settle.ts';
import { waitsJob } from './run/watch.ts';

export const accountingSyncModule = defineServerModule({
  name: 'accounting-sync',
  routes: [...connectionCalls, ...codeCalls, ...receiptCalls],
  serves: [
    serves(syncConnection, { ...connectionBehaviour(), actions: connectionActs }),
    serves(syncCode, codeBehaviour),
    serves(syncRun, { actions: runActs }),
    serves(syncReceipt, { actions: receiptActs }),
  ],
  jobs: [syncJob, hourlyRunsJob, nightlyRunsJob, verifyJob, waitsJob],
  collections: [syncSecretCollection, sentCollection],
  onStop: endSync,
});
