import type { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import type { Doc } from '../../kit/store/records.ts';
import { whiteLabelOf } from '../../platform/branding/white-labels.ts';
import { loadProject } from '../../platform/projects/projects.ts';
import type { Contract } from './protocols/adapter.ts';
import { localKeys } from './protocols/hosts.ts';
import { isSpoken } from './protocols/index.ts';
import { type Credentials, loadSecrets } from './secrets.ts';

let home: () => string = () => '';
/** Sets the public base URL of the server. */
export const configurePaymentHome = (base: () => string): void => {
  home = base;
};
const base = () => home().replace(/\/$/, '');

/** URL for the provider's payment notices (IPN) of a gateway. */
const noticeUrl = ({ provider, ipnKey }: Doc<typeof paymentGateway>): string =>
  `${base()}/api/webhooks/payment/${provider.toLowerCase()}/${ipnKey ?? ''}`;

/** Page of the residents' app to return to: on the white-label host that payers know, never on a URL from the request. */
async function appUrl(projectId: string, page: string): Promise<string> {
  const label = (await loadProject(projectId))?.whiteLabel;
  const [host] = label ? whiteLabelOf(label, undefined).hosts : [];
  const at = new URL(base());
  // On a single machine (no HTTPS) there is one host.
  if (host && at.protocol === 'https:') at.host = host;
  return `${at.origin}/resident/${page}`;
}
export const returnUrl = (projectId: string, orderId: string) => appUrl(projectId, `payments/${orderId}`);
export const wayUrl = (projectId: string, wayId: string) => appUrl(projectId, `ways/${wayId}`);

/** Current credentials of a gateway; without any, those of the local sandbox. */
export async function loadCredentials(gateway: Doc<typeof paymentGateway>, now: Date): Promise<Credentials | null> {
  const held = (await loadSecrets(gateway, now)).now;
  const { provider, environment } = gateway;
  if (held || !isSpoken(provider)) return held;
  return localKeys(provider, environment, noticeUrl(gateway));
}

/** The contract of a gateway for calls to its provider. */
export const loadContract = async (gateway: Doc<typeof paymentGateway>, now: Date): Promise<Contract> => ({
  credentials: (await loadCredentials(gateway, now)) ?? {},
  environment: gateway.environment,
  noticeUrl: noticeUrl(gateway),
});
