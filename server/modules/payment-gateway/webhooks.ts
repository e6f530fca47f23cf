import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { db } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { log } from '../../kit/ops/log.ts';
import { keepBeside } from '../../kit/store/beside.ts';
import type { Doc } from '../../kit/store/records.ts';
import { collectionOf } from '../../kit/store/schema.ts';
import { loadCredentials } from './contract.ts';
import type { Adapter, Agreed, ProviderStatus, Raw, Result } from './protocols/adapter.ts';
import { adapterOf, isSpoken } from './protocols/index.ts';
import { loadSecrets } from './secrets.ts';

/** Handles a payment state that a provider reports, verified with the contract of the gateway. */
type Taker = (gateway: Doc<typeof paymentGateway>, told: ProviderStatus, now: Date) => Promise<Result>;
let taker: Taker = async () => 'ORDER_UNKNOWN';
/** Handles the state of a consent that a provider reports. */
type ConsentTaker = (gateway: Doc<typeof paymentGateway>, agreed: Agreed, now: Date) => Promise<Result>;
let consentTaker: ConsentTaker = async () => 'ORDER_UNKNOWN';
export const configureWebhooks = (next: Taker, nextConsent: ConsentTaker = consentTaker): void => {
  taker = next;
  consentTaker = nextConsent;
};

const AT_MOST = 64 * 1024;

/** The gateway with a key, in any project. */
const gatewayBy = (
  provider: Doc<typeof paymentGateway>['provider'],
  ipnKey: string,
): Promise<Doc<typeof paymentGateway> | null> =>
  db()
    .collection<Doc<typeof paymentGateway>>(collectionOf(paymentGateway))
    .findOne({ ipnKey, provider, deletedAt: null });

/** Verifies a notice with the current or still valid previous credentials and returns its handler; null if neither signed it. */
async function toldBy(
  adapter: Adapter,
  gateway: Doc<typeof paymentGateway>,
  raw: Raw,
  now: Date,
): Promise<(() => Promise<Result>) | null> {
  const { before } = await loadSecrets(gateway, now);
  for (const keys of [await loadCredentials(gateway, now), before]) {
    if (!keys) continue;
    const status = adapter.read(keys, raw);
    if (status) return () => taker(gateway, status, now);
    const agreed = adapter.saving?.read(keys, raw);
    if (agreed) return () => consentTaker(gateway, agreed, now);
  }
  return null;
}

async function loadResult(adapter: Adapter, gateway: Doc<typeof paymentGateway>, raw: Raw, now: Date): Promise<Result> {
  if (raw.query.length > AT_MOST || raw.body.length > AT_MOST) return 'SIGNATURE';
  const taken = await toldBy(adapter, gateway, raw, now);
  if (!taken) return 'SIGNATURE';
  await keepBeside(paymentGateway, gateway, { _id: gateway._id }, { set: { lastIpnAt: now } });
  return taken();
}

const rawOf = (req: Request): Raw => ({
  query: req.originalUrl.split('?').slice(1).join('?'),
  // The raw body: parsed and serialised again it would have another signature.
  body:
    'rawBody' in req && Buffer.isBuffer(req.rawBody)
      ? req.rawBody.toString('utf8')
      : typeof req.body === 'string'
        ? req.body
        : '',
});

async function hear(req: Request, res: Response, { provider, key }: { provider: string; key: string }, now: Date) {
  const name = provider.toUpperCase();
  const adapter = adapterOf(name);
  if (!adapter || !isSpoken(name)) return fail('NOT_FOUND');
  const answered = (result: Result) => {
    const { status, type, body } = adapter.answer(result);
    res.status(status).type(type).send(body);
  };
  try {
    const gateway = await gatewayBy(name, key);
    if (!gateway) return fail('NOT_FOUND');
    answered(await loadResult(adapter, gateway, rawOf(req), now));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'NOT_FOUND') throw error;
    log.error({ provider: name, error: String(error) }, 'a notice of a payment could not be taken');
    answered('FAULT');
  }
}

const noticeRoute = (method: 'get' | 'post') =>
  route({
    method,
    path: '/webhooks/payment/:provider/:key',
    summary: 'Take the notice of a payment provider; answered as that provider wants it',
    module: paymentGateway.code,
    audience: 'public',
    residents: false,
    pace: 'work',
    query: z.object({}),
    params: z.strictObject({ provider: z.string().max(20), key: z.string().max(40) }),
    answer: 'text/plain',
    run: (ctx, { req, res, params }) => hear(req, res, params, ctx.now),
  });

export const noticeRoutes: readonly Route[] = [noticeRoute('get'), noticeRoute('post')];
