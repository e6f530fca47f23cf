import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { journalCheck } from '@lobby/shared/modules/ledger.contract.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { route } from '../../kit/http/route.ts';
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

export const ledgerModule = defineServerModule({
  name: 'ledger',
  routes: [check, ...sheetRoutes, ...trialRoutes, ...receivableRoutes],
  serves: [serves(journalEntry), serves(serviceAdvance)],
});
