import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { voucherCancelled } from '../receipt/index.ts';
import { ofHousehold } from '../unit-account/index.ts';
import { cancelledOffset, comparisonActs, comparisonBehaviour } from './acts.ts';
import { comparisonCalls } from './calls.ts';
import { changedSinceJob } from './jobs.ts';
import { comparisonPapers } from './paper.ts';

export const debtComparisonModule = defineServerModule({
  name: 'debt-comparison',
  routes: [...comparisonCalls, ...comparisonPapers.map(ofHousehold)],
  serves: [serves(debtComparison, { ...comparisonBehaviour, actions: comparisonActs }, ofHousehold)],
  jobs: [changedSinceJob],
  listens: [voucherCancelled.handledBy(cancelledOffset)],
});
