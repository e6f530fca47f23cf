export { buildPayslip, cancelPayslip } from './rules.ts';
