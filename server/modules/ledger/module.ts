import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { journalCheck } from '@lobby/shared/modules/ledger.contract.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import type { Collection } from '../../kit/database/database.ts';
import { route } from '../../kit/http/route.ts';
import { collectionOf } from '../../kit/store/schema.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { checkBooks } from './check/check.ts';
import { SHOWN } from './check/findings.ts';
import { receivableRoutes } from './reports/receivables.ts';
import { sheetRoutes, trialRoutes } from './reports/sheet.ts';

const check = route(journalCheck, {
  flags: ['read'],
  async run(ctx) {
    const found = await checkBooks(ctx.projectId);
    return found.map(({ rule, expected, found, wrong }) => ({ rule, expected, found, wrong: wrong.slice(0, SHOWN) }));
  },
});

/** The few entries that move advances; the other indexes of the journal stand with its definition. */
const advanceEntries: Collection = {
  name: collectionOf(journalEntry),
  indexes: [
    {
      key: { projectId: 1, accountingDate: 1, no: 1 },
      options: { name: 'advances', partialFilterExpression: { 'lines.account': 'ADVANCE' } },
    },
  ],
};

export const ledgerModule = defineServerModule({
  name: 'ledger',
  routes: [check, ...sheetRoutes, ...trialRoutes, ...receivableRoutes],
  serves: [serves(journalEntry), serves(serviceAdvance)],
  collections: [advanceEntries],
});
