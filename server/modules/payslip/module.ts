import { payslip } from '@lobby/shared/modules/payslip.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { paperRoutes, summaryRoute } from '../receipt/index.ts';
import { refundableRoute } from './refundable.ts';
import { payslipBehaviour } from './rules.ts';

export const payslipModule = defineServerModule({
  name: 'payslip',
  routes: [
    refundableRoute,
    summaryRoute(payslip, { methods: 'method', purposes: 'purpose', categories: 'category', funds: 'fundId' }),
    ...paperRoutes(payslip),
  ],
  serves: [serves(payslip, payslipBehaviour)],
});
