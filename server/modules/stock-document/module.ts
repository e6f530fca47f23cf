import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { printRoute } from './print.ts';
import { documentActs, documentBehaviour } from './rules.ts';
import { totalsRoute } from './totals.ts';

export const stockDocumentModule = defineServerModule({
  name: 'stock-document',
  routes: [totalsRoute, printRoute],
  serves: [serves(stockDocument, { ...documentBehaviour, actions: documentActs })],
});
