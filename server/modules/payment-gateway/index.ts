export { paysOnline } from './calls.ts';
export { contractOf, returnUrl, wayUrl } from './contract.ts';
export { noteFailure } from './health.ts';
export { useNotices } from './notices.ts';
export {
  type Adapter,
  type Agreed,
  type Binding,
  type Contract,
  NotAnswering,
  type Page,
  type PayOrder,
  type PayState,
  ProviderRefused,
  type RefundState,
  type Result,
  type Saved,
  type Told,
  vietnamDay,
} from './protocols/adapter.ts';
export { usePaymentSandbox } from './protocols/hosts.ts';
export { adapterOf } from './protocols/index.ts';
export { channelsOf, methodOf, purposesOf } from './rules.ts';
export { savingOf } from './saving.ts';
export { keepSecrets, secretsOf } from './secrets.ts';
