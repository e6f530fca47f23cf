import { bankStatementModule } from '../modules/bank-statement/module.ts';
import { billModule } from '../modules/bill/module.ts';
import { invoiceModule } from '../modules/invoice/module.ts';
import { ledgerModule } from '../modules/ledger/module.ts';
import { receiptModule } from '../modules/receipt/module.ts';
import { ticketModule } from '../modules/ticket/module.ts';
import { visitorModule } from '../modules/visitor/module.ts';
import type { ServerModule } from '../platform/server-module.ts';

/** The modules that hand themselves over, in the order in which their routes are matched. */
export const SERVER_MODULES: readonly ServerModule[] = [
  ledgerModule,
  billModule,
  visitorModule,
  receiptModule,
  bankStatementModule,
  invoiceModule,
  ticketModule,
];
