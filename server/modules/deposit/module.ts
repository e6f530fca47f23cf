import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { refundWritten, voucherCancelled } from '../receipt/index.ts';
import { depositsJob } from './jobs.ts';
import { depositPapers } from './paper.ts';
import { requestQrRoute, requestSlips } from './request-qr.ts';
import { requestActs, requestBehaviour } from './requests.ts';
import { depositActs, depositBehaviour, refundedBy } from './rules.ts';
import { summaryRoute } from './summary.ts';
import { cancelledVoucher } from './vouchers.ts';

export const depositModule = defineServerModule({
  name: 'deposit',
  routes: [summaryRoute, requestQrRoute, ...requestSlips, ...depositPapers],
  serves: [
    serves(deposit, { ...depositBehaviour, actions: depositActs }),
    serves(depositRequest, { ...requestBehaviour, actions: requestActs }),
  ],
  listens: [voucherCancelled.handledBy(cancelledVoucher), refundWritten.handledBy(refundedBy)],
  jobs: [depositsJob],
});
