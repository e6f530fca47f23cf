import type { Request } from 'express';
import { z } from 'zod';
import { fail } from '../../base/errors.ts';
import { type Route, route } from '../../http/route.ts';
import { type Report, readReport } from '../report.ts';
import { mailEvents, mailIdIn, reportOf, reportOfSes, smsEvents } from './events.ts';
import { isNew, keepReport } from './keep.ts';
import { hasKey, readSignature } from './signature.ts';
import { confirmTopic, type Fetch, readEnvelope } from './sns.ts';

let secret: string | null = null;
let topics: readonly string[] = [];
let get: Fetch | undefined;
/**
 * Sets the secret that signs reports and the accepted SNS topics; without either, their paths answer 404. `over` fetches
 * certificates. Called once at start.
 */
export function configureWebhookSecret(next: string | null, snsTopics: readonly string[] = [], over?: Fetch): void {
  secret = next;
  topics = snsTopics;
  get = over;
}

/** Header with the signature of a report: `t=<seconds>,v1=<hex>`. */
export const SIGNATURE_HEADER = 'X-Webhook-Signature';
const answer = z.object({ accepted: z.int(), ignored: z.int() });
const at = { module: 'AUTH', audience: 'public', residents: false, pace: 'work', answer } as const;

const textOf = (req: Request): string =>
  'rawBody' in req && Buffer.isBuffer(req.rawBody) ? req.rawBody.toString('utf8') : String(req.body ?? '');

/** Verifies a report's signature and returns the id by which repeats are recognized. */
function signed(req: Request, now: Date): string {
  if (!secret) return fail('NOT_FOUND');
  return readSignature(secret, req.get(SIGNATURE_HEADER) ?? '', textOf(req), now) ?? fail('WEBHOOK_SIGNATURE_INVALID');
}

interface DeliveryReport {
  /** Recognizes repeated deliveries. */
  id: string;
  report: Report | null;
}

async function keepAll(reports: readonly DeliveryReport[], now: Date): Promise<z.output<typeof answer>> {
  let accepted = 0;
  for (const { id, report } of reports)
    if (report && (await isNew(id, now)) && (await keepReport(report, now))) accepted++;
  return { accepted, ignored: reports.length - accepted };
}

const text = z.string().max(256 * 1024);

/** A report of the gateway that calls by GET: our id, and whether the message was delivered. */
const esms = z.object({
  key: z.string().max(200),
  RequestId: z.string().max(200),
  SendStatus: z.string().max(20).optional(),
  SendSuccess: z.string().max(20).optional(),
  SendFailed: z.string().max(20).optional(),
});

function reportOfEsms({ RequestId, SendStatus, SendSuccess, SendFailed }: z.output<typeof esms>): Report | null {
  const mailId = mailIdIn(RequestId);
  const failed = Number(SendFailed ?? 0) > 0;
  const arrived = SendStatus === '5' || Number(SendSuccess ?? 0) > 0;
  return mailId && (failed || arrived) ? { mailId, outcome: failed ? 'reject' : 'delivered', code: null } : null;
}

const esmsRoute = (method: 'get' | 'post') =>
  route({
    ...at,
    method,
    path: '/webhooks/sms/esms',
    summary: 'Take a report of the gateway eSMS; `key` of the address is the secret of webhooks',
    query: esms.strip(),
    async run(ctx, { query }) {
      if (!secret) return fail('NOT_FOUND');
      if (!hasKey(secret, query.key)) fail('WEBHOOK_SIGNATURE_INVALID');
      const report = reportOfEsms(query);
      return keepAll([{ id: `esms:${query.RequestId}:${report?.outcome}`, report }], ctx.now);
    },
  });

/** Routes for bounces, complaints and delivery reports, from providers, gateways and the bounce mailbox. */
export const reportRoutes: Route[] = [
  route({
    ...at,
    method: 'post',
    path: '/webhooks/email/generic',
    summary: `Take events of mails as JSON, signed in ${SIGNATURE_HEADER}`,
    body: mailEvents,
    async run(ctx, { body, req }) {
      signed(req, ctx.now);
      return keepAll(
        body.events.map(event => ({ id: `mail:${event.id}`, report: reportOf(event) })),
        ctx.now,
      );
    },
  }),
  route({
    ...at,
    method: 'post',
    path: '/webhooks/email/raw',
    summary: `Take a report as it was mailed (RFC 3464, RFC 5965), signed in ${SIGNATURE_HEADER}`,
    body: text,
    async run(ctx, { body, req }) {
      const id = signed(req, ctx.now);
      return keepAll([{ id: `raw:${id}`, report: readReport(body) }], ctx.now);
    },
  }),
  route({
    ...at,
    method: 'post',
    path: '/webhooks/email/ses',
    summary: 'Take notifications of Amazon SES by SNS, and agree to topics that are on the list',
    body: text,
    async run(ctx, { body }) {
      if (topics.length === 0) fail('NOT_FOUND');
      const envelope = (await readEnvelope(body, topics, ctx.now, get)) ?? fail('WEBHOOK_SIGNATURE_INVALID');
      if (envelope.Type !== 'Notification') {
        await confirmTopic(envelope, get);
        return { accepted: 1, ignored: 0 };
      }
      return keepAll([{ id: `sns:${envelope.MessageId}`, report: reportOfSes(envelope.Message) }], ctx.now);
    },
  }),
  route({
    ...at,
    method: 'post',
    path: '/webhooks/sms/generic',
    summary: `Take reports of short messages as JSON, signed in ${SIGNATURE_HEADER}`,
    body: smsEvents,
    async run(ctx, { body, req }) {
      signed(req, ctx.now);
      const reports = body.events.map(({ id, requestId, status, code, price }): DeliveryReport => {
        const mailId = mailIdIn(requestId);
        const outcome = status === 'delivered' ? ('delivered' as const) : ('reject' as const);
        const report = mailId && { mailId, outcome, code: code ?? null, ...(price != null && { price }) };
        return { id: `sms:${id}`, report: report || null };
      });
      return keepAll(reports, ctx.now);
    },
  }),
  esmsRoute('get'),
  esmsRoute('post'),
];
