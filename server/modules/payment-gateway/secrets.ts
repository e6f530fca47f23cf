import type { Environment } from '@lobby/shared/billing/gateways.ts';
import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { open, seal } from '../../kit/privacy/personal.ts';
import type { Doc } from '../../kit/store/records.ts';
import { collectionOf } from '../../kit/store/schema.ts';

export type Credentials = Readonly<Record<string, string>>;

interface Kept {
  _id: string;
  projectId: string;
  /** Per environment: the sealed credentials with their date, and the previous ones with the end of their validity. */
  of: Partial<Record<Environment, { sealed: string; at: Date; before?: string; beforeUntil?: Date }>>;
}

export const gatewaySecretCollection: Collection = {
  name: 'gateway-secrets',
  indexes: [{ key: { projectId: 1 } }],
};
/** Notices of providers name a gateway by its key alone. */
export const gatewayKeyCollection: Collection = {
  name: collectionOf(paymentGateway),
  indexes: [{ key: { ipnKey: 1 } }],
};
const secrets = () => db().collection<Kept>(gatewaySecretCollection.name);

/** Purpose of the key that seals credentials. */
const LETTERS = 'gateway-secrets';
/** Period in which notices signed with the previous credentials are accepted. */
const OLD_FOR_MS = 48 * HOUR_MS;

const opened = (sealed: string): Credentials => JSON.parse(open(LETTERS, sealed) ?? '{}');

type Gateway = Pick<Doc<typeof paymentGateway>, '_id' | 'projectId' | 'environment'>;

/** Credentials of a gateway's environment: the current ones, and the previous ones while they are valid for notices. */
export async function loadSecrets({ _id, projectId, environment }: Gateway, now: Date) {
  const secret = (await secrets().findOne({ _id, projectId }))?.of[environment];
  const before = secret?.before && secret.beforeUntil && secret.beforeUntil > now ? opened(secret.before) : null;
  return { now: secret ? opened(secret.sealed) : null, before, at: secret?.at ?? null };
}

/** Seals the credentials of an environment; `rotated` keeps the previous ones valid for a while. */
export async function keepSecrets(
  { now }: Ctx,
  gateway: Gateway,
  credentials: Credentials,
  session: Session,
  rotated = false,
): Promise<void> {
  const { _id, projectId, environment: name } = gateway;
  const held = (await secrets().findOne({ _id, projectId }, { session }))?.of[name];
  const old = rotated && held ? { before: held.sealed, beforeUntil: new Date(now.getTime() + OLD_FOR_MS) } : {};
  const next = { ...(held ? opened(held.sealed) : {}), ...credentials };
  await secrets().updateOne(
    { _id, projectId },
    { $set: { [`of.${name}`]: { sealed: seal(LETTERS, JSON.stringify(next)), at: now, ...old } } },
    { upsert: true, session },
  );
}
