import { defineServerModule } from '../../platform/server-module.ts';
import { voucherCancelled } from '../receipt/index.ts';
import { cancelledVoucher } from './deposit.ts';
import { formsJob } from './jobs.ts';

/** Shared parts of the residents' forms; each form has a module of its own. */
export const residentFormModule = defineServerModule({
  name: 'resident-form',
  jobs: [formsJob],
  listens: [voucherCancelled.handledBy(cancelledVoucher)],
});
