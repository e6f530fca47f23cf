import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { moveRoute } from '../../kit/records/lists/ordered.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { editGateway, gatewayCalls } from './calls.ts';
import { configurePaymentHome } from './contract.ts';
import { configurePaymentSandbox } from './protocols/hosts.ts';
import { gatewayActs, gatewayBehaviour } from './rules.ts';
import { gatewayKeyCollection, gatewaySecretCollection } from './secrets.ts';
import { testGateway } from './test-connection.ts';
import { noticeRoutes } from './webhooks.ts';

export const paymentGatewayModule = defineServerModule({
  name: 'payment-gateway',
  routes: [...noticeRoutes, ...gatewayCalls, moveRoute(paymentGateway), editGateway],
  serves: [serves(paymentGateway, { ...gatewayBehaviour(), actions: { ...gatewayActs, test: testGateway } })],
  collections: [gatewaySecretCollection, gatewayKeyCollection],
  configure({ env, publicUrl }) {
    configurePaymentSandbox(env.PAYMENT_SANDBOX_URL ?? null);
    configurePaymentHome(publicUrl);
  },
});
