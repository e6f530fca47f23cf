import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { voucherCancelled } from '../receipt/index.ts';
import { ofHousehold } from '../unit-account/index.ts';
import { cancelledOffset, comparisonActs, comparisonBehaviour } from './acts.ts';
import { comparisonCalls } from './calls.ts';
import { comparisonPaper } from './paper.ts';

export const debtComparisonModule = defineServerModule({
  name: 'debt-comparison',
  routes: [...comparisonCalls, ofHousehold(comparisonPaper)],
  serves: [serves(debtComparison, { ...comparisonBehaviour, actions: comparisonActs }, ofHousehold)],
  listens: [voucherCancelled.handledBy(cancelledOffset)],
});
