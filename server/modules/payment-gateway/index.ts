import type { Definition } from '@lobby/shared/kit/definition.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import type { Route } from '../../kit/http/route.ts';
import { moveRoute } from '../../kit/records/ordered.ts';
import { serve } from '../../kit/serve.ts';
import { editGateway, gatewayCalls } from './calls.ts';
import { noticeRoutes } from './notices.ts';
import { gatewayActs, gatewayBehaviour } from './rules.ts';
import { testGateway } from './try.ts';

export { paysOnline } from './calls.ts';
export { contractOf, returnUrl, usePaymentHome } from './contract.ts';
export { noteFailure } from './health.ts';
export { useNotices } from './notices.ts';
export {
  type Adapter,
  type Contract,
  NotAnswering,
  type Page,
  type PayOrder,
  ProviderRefused,
  type RefundState,
  type Result,
  type Told,
  vietnamDay,
} from './protocols/adapter.ts';
export { usePaymentSandbox } from './protocols/hosts.ts';
export { adapterOf } from './protocols/index.ts';
export { channelsOf, methodOf, purposesOf } from './rules.ts';
export { gatewayKeyCollection, gatewaySecretCollection, keepSecrets, secretsOf } from './secrets.ts';

const { path } = paymentGateway;
const isOwn = ({ method, path: at }: Route) =>
  (method === 'post' && at === path) || (method === 'put' && at === `${path}/:id`);

/** Which online ways a project offers, by whose contract, and whether anybody pays by them. */
export const gatewayRoutes = (all: readonly Definition[]): Route[] => [
  ...noticeRoutes,
  ...gatewayCalls,
  moveRoute(paymentGateway),
  ...serve(paymentGateway, { ...gatewayBehaviour(), acts: { ...gatewayActs, test: testGateway } }, all).filter(
    one => !isOwn(one),
  ),
  editGateway,
];
