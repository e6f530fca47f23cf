export { paysOnline } from './calls.ts';
export { loadContract, returnUrl, wayUrl } from './contract.ts';
export { noteFailure } from './health.ts';
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
  type ProviderStatus,
  type RefundState,
  type Result,
  type Saved,
  vietnamDay,
} from './protocols/adapter.ts';
export { configurePaymentSandbox } from './protocols/hosts.ts';
export { adapterOf } from './protocols/index.ts';
export { channelsOf, loadMethod, purposesOf } from './rules.ts';
export { loadSaving } from './saving.ts';
export { keepSecrets, loadSecrets } from './secrets.ts';
export { configureWebhooks } from './webhooks.ts';
