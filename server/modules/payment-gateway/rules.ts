import { randomInt } from 'node:crypto';
import {
  type Channel,
  credentialNames,
  isOwn,
  ONLINE_PURPOSES,
  type Provider,
  TERMS,
} from '@lobby/shared/billing/gateways.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { ordered } from '../../kit/records/lists/ordered.ts';
import type { Action, ActionsOf, BehaviourOf, Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { records } from '../../kit/store/records.ts';
import { loadOnline } from '../../platform/payments/online.ts';
import { hasDemo } from '../../platform/projects/installation.ts';
import { loadCredentials } from './contract.ts';
import { type Credentials, keepSecrets, loadSecrets } from './secrets.ts';

type Gateway = Values<typeof paymentGateway>;
type Purpose = (typeof ONLINE_PURPOSES)[number];
const KEY_LETTERS = 24;
const newKey = () =>
  Array.from({ length: KEY_LETTERS }, () => String.fromCharCode('a'.charCodeAt(0) + randomInt(26))).join('');
const providerOf = ({ provider }: Pick<Gateway, 'provider'>): Provider =>
  provider ?? failFields({ provider: { code: 'REQUIRED' } });

export const channelsOf = ({ channels }: Pick<Gateway, 'channels'>): Channel[] => [
  ...new Set(channels?.map(({ channel }) => channel)),
];
export const purposesOf = ({ purposes }: Pick<Gateway, 'purposes'>): Purpose[] => [
  ...new Set(purposes?.map(({ purpose }) => purpose)),
];

/** Default purposes of a gateway. */
const PURPOSES: readonly Purpose[] = ['BILLS', 'DEPOSIT', 'BOOKING'];

/** Refuses channels that the provider lacks, limits in reverse order and, for the own account, a missing bank account. */
async function assertGatewayFits(ctx: Ctx, whole: Gateway): Promise<void> {
  const provider = providerOf(whole);
  const other = channelsOf(whole).findIndex(channel => !TERMS[provider].channels.includes(channel));
  if (other >= 0) failFields({ [`channels.${other}.channel`]: { code: 'CHOICE_INVALID' } });
  const [min, max] = [whole.minAmount ?? 0, whole.maxAmount ?? 0];
  if (min > max) failFields({ maxAmount: { code: 'TOO_SMALL', params: { min } } });
  if (!isOwn(provider)) return;
  if (!whole.bankAccountId) failFields({ bankAccountId: { code: 'REQUIRED' } });
  if (!(await loadAccount(ctx, whole))) failFields({ bankAccountId: { code: 'REFERENCE_NOT_SUITABLE' } });
}

export const loadAccount = async (ctx: Ctx, { bankAccountId }: Pick<Gateway, 'bankAccountId'>) =>
  bankAccountId ? records(bankAccount).first(ctx, { _id: bankAccountId, active: true }) : null;

/** Refuses credentials that the provider does not have, each at its name. */
export function checkCredentials(provider: Provider, credentials: Credentials): void {
  const other = Object.keys(credentials).filter(name => !credentialNames(provider).includes(name));
  if (other.length > 0)
    failFields(Object.fromEntries(other.map(name => [`credentials.${name}`, { code: 'UNKNOWN_FIELD' as const }])));
}

/** Refuses a gateway by what it lacks. */
export const failUnconfigured = ({ name }: Pick<Doc<typeof paymentGateway>, 'name'>, part: string): never =>
  fail('PAYMENT_CONFIG_NOT_FOUND', { why: `payment-gateway.lacks.${part}`, name });

/** Whether all credentials of the provider are present. */
export const isComplete = (provider: Provider, held: Credentials | null): boolean =>
  TERMS[provider].credentials.every(name => Boolean(held?.[name]));

/** Defaults of the provider for missing values. */
function usual(values: Gateway) {
  const { channels, min, max } = TERMS[providerOf(values)];
  return {
    minAmount: values.minAmount ?? min,
    maxAmount: values.maxAmount ?? max,
    channels: channelsOf(values).length > 0 ? values.channels : channels.map(channel => ({ channel })),
    purposes:
      purposesOf(values).length > 0
        ? values.purposes
        : ONLINE_PURPOSES.filter(onlinePurpose => PURPOSES.includes(onlinePurpose)).map(purpose => ({ purpose })),
  };
}

const place = ordered(paymentGateway, 'ALREADY_EXISTS');

/** Rules for writing a gateway; `credentials` are sealed in a collection of their own. */
export const gatewayBehaviour = (credentials: Credentials = {}): BehaviourOf<typeof paymentGateway> => ({
  first: place.first,
  async check(ctx, { kind, values, doc }) {
    if (kind === 'restore') return values;
    if (kind === 'remove') {
      const { projectId } = ctx;
      const used = await records(onlineTransaction).withRemoved().exists({ projectId }, { gatewayId: doc._id });
      if (used || doc.status === 'ACTIVE') fail('GATEWAY_IN_USE');
      return values;
    }
    const input = { ...values };
    if (doc && 'provider' in input && input.provider !== doc.provider)
      failFields({ provider: { code: 'UNKNOWN_FIELD' } });
    const whole: Gateway = { environment: 'SANDBOX', ...doc, ...input };
    const provider = providerOf(whole);
    checkCredentials(provider, credentials);
    const bankAccountId = isOwn(provider) ? whole.bankAccountId : null;
    const complete = { ...input, ...usual(whole), bankAccountId, refunds: TERMS[provider].refunds };
    await assertGatewayFits(ctx, { ...whole, ...complete });
    const hasCredentials = Object.keys(credentials).length > 0;
    if (!doc) return { ...complete, ipnKey: newKey(), credentialsAt: hasCredentials ? ctx.now.toISOString() : null };
    const moved = whole.environment !== doc.environment;
    // An active gateway keeps its environment.
    if (moved && doc.status === 'ACTIVE') failFields({ environment: { code: 'GATEWAY_IN_USE' } }, 'GATEWAY_IN_USE');
    if (!moved && !hasCredentials) return complete;
    const held = await loadSecrets({ ...doc, environment: whole.environment ?? doc.environment }, ctx.now);
    const credentialsAt = hasCredentials ? ctx.now.toISOString() : (held.at?.toISOString() ?? null);
    return { ...complete, credentialsAt, testPassedAt: null };
  },
  async inTransaction(ctx, session, done) {
    await place.inTransaction(ctx, session, done);
    if (done.doc && Object.keys(credentials).length > 0) await keepSecrets(ctx, done.doc, credentials, session);
  },
});

/** The active payment method of a gateway. */
export const loadMethod = async (
  ctx: Pick<Ctx, 'projectId'>,
  gatewayId: string | null,
): Promise<Doc<typeof paymentMethod> | null> =>
  gatewayId ? records(paymentMethod).first(ctx, { gatewayId, kind: 'ONLINE', active: true }) : null;

/** Refuses live payments through a provider's sandbox. */
export async function assertNotSandbox(doc: Doc<typeof paymentGateway>): Promise<void> {
  if (doc.environment === 'SANDBOX' && !isOwn(providerOf(doc)) && !(await hasDemo()))
    fail('GATEWAY_SANDBOX', { name: doc.name });
}

/** Activates a gateway: needs complete credentials, a passed test and a payment method. */
const activate: Action<typeof paymentGateway, 'activate'> = async (ctx, doc) => {
  const provider = providerOf(doc);
  if (!isComplete(provider, await loadCredentials(doc, ctx.now))) failUnconfigured(doc, 'credentials');
  if (isOwn(provider) && !(await loadAccount(ctx, doc))) failUnconfigured(doc, 'account');
  if (!(await loadMethod(ctx, doc._id))) failUnconfigured(doc, 'method');
  if (!isOwn(provider) && !doc.testPassedAt) fail('GATEWAY_NOT_TESTED');
  if ((await loadOnline(ctx.projectId)).mode === 'ON') await assertNotSandbox(doc);
  return { set: { reason: null } };
};

export const gatewayActs = { activate } satisfies ActionsOf<typeof paymentGateway>;
