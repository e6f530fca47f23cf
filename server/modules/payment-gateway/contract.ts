import type { Environment, Provider } from '@lobby/shared/billing/gateways.ts';
import type { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import type { Doc } from '../../kit/store/records.ts';
import { whiteLabelOf } from '../../platform/branding/white-labels.ts';
import { loadProject } from '../../platform/projects/projects.ts';
import type { Contract } from './protocols/adapter.ts';
import { localKeys } from './protocols/hosts.ts';
import { isSpoken } from './protocols/index.ts';
import { type Credentials, loadSecrets } from './secrets.ts';

let home: () => string = () => '';
/** Under which address the product is reached from outside. */
export const configurePaymentHome = (base: () => string): void => {
  home = base;
};
const base = () => home().replace(/\/$/, '');

/** Where the provider of a gateway tells what became of a payment. */
const noticeUrl = ({ provider, ipnKey }: Doc<typeof paymentGateway>): string =>
  `${base()}/api/webhooks/payment/${provider.toLowerCase()}/${String(ipnKey)}`;

/** A page of the residents' app that a payer comes back to: under the name that they know, never one that a caller says. */
async function appUrl(projectId: string, page: string): Promise<string> {
  const label = (await loadProject(projectId))?.whiteLabel;
  const [host] = label ? whiteLabelOf(label, undefined).hosts : [];
  const at = new URL(base());
  // On one machine there is one name.
  if (host && at.protocol === 'https:') at.host = host;
  return `${at.origin}/resident/${page}`;
}
export const returnUrl = (projectId: string, orderId: string) => appUrl(projectId, `payments/${orderId}`);
export const wayUrl = (projectId: string, wayId: string) => appUrl(projectId, `ways/${wayId}`);

/** What a gateway's contract says now; of a sandbox on this machine without one, what that gives out. */
export async function loadCredentials(gateway: Doc<typeof paymentGateway>, now: Date): Promise<Credentials | null> {
  const held = (await loadSecrets(gateway, now)).now;
  const provider = gateway.provider as Provider;
  if (held || !isSpoken(provider)) return held;
  return localKeys(provider, String(gateway.environment) as Environment, noticeUrl(gateway));
}

/** By whose contract a gateway speaks to its provider. */
export const loadContract = async (gateway: Doc<typeof paymentGateway>, now: Date): Promise<Contract> => ({
  credentials: (await loadCredentials(gateway, now)) ?? {},
  environment: String(gateway.environment) as Environment,
  noticeUrl: noticeUrl(gateway),
});
