import { z } from 'zod';
import type { Outcome, Report } from '../report.ts';

const id = z.string().min(1).max(200);
const words = z.string().max(300).nullish();

/** Events in the format of a mail provider or SMS gateway. */
export const mailEvents = z.strictObject({
  events: z
    .array(
      z.strictObject({
        id,
        type: z.string().max(40),
        at: z.iso.datetime({ offset: true }),
        messageId: id,
        recipient: words,
        code: words,
        reason: words,
      }),
    )
    .min(1)
    .max(500),
});
export const smsEvents = z.strictObject({
  events: z
    .array(
      z.strictObject({
        id,
        status: z.enum(['delivered', 'rejected']),
        at: z.iso.datetime({ offset: true }),
        requestId: id,
        code: words,
        /** Price charged by the gateway, in VND. */
        price: z.int().min(0).max(1_000_000).nullish(),
      }),
    )
    .min(1)
    .max(500),
});

/** The queue's id of a message, given alone or inside its Message-ID. */
export const mailIdIn = (reference: string): string | null =>
  /^<?([0-9a-f]{24})(?:@[^<>\s]+)?>?$/.exec(reference.trim())?.[1] ?? null;

const TYPES: Readonly<Record<string, Outcome>> = {
  delivered: 'delivered',
  delivery: 'delivered',
  open: 'opened',
  opened: 'opened',
  click: 'clicked',
  clicked: 'clicked',
  bounce: 'bounce',
  bounced: 'bounce',
  complaint: 'complaint',
  spam: 'complaint',
  reject: 'reject',
  rejected: 'reject',
  unsubscribe: 'unsubscribe',
};

/** The enhanced status code (RFC 3463), which is more precise than the provider's own term. */
const codeIn = (text: string | null | undefined) => /[245]\.\d{1,3}\.\d{1,3}/.exec(text ?? '')?.[0] ?? null;

/** Translates a provider's event; null if it is irrelevant or about another message. */
export function reportOf(event: z.output<typeof mailEvents>['events'][number]): Report | null {
  const [mailId, outcome] = [mailIdIn(event.messageId), TYPES[event.type.toLowerCase()]];
  const code = codeIn(event.code) ?? codeIn(event.reason);
  // A temporary failure: the provider itself tries again.
  if (!mailId || !outcome || (outcome === 'bounce' && code?.startsWith('4'))) return null;
  return { mailId, outcome, code };
}

const ses = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).optional() }),
  bounce: z
    .object({
      bounceType: z.string(),
      bouncedRecipients: z.array(z.object({ status: z.string().optional() })).optional(),
    })
    .optional(),
});

/** Translates a notification of Amazon SES. */
export function reportOfSes(message: string): Report | null {
  let notification: unknown;
  try {
    notification = JSON.parse(message);
  } catch {
    return null;
  }
  const { data } = ses.safeParse(notification);
  const type = data?.notificationType ?? data?.eventType;
  const header = (name: string) => data?.mail.headers?.find(field => field.name.toLowerCase() === name)?.value ?? '';
  const mailId = mailIdIn(header('x-entity-ref')) ?? mailIdIn(header('message-id'));
  const outcome = TYPES[type?.toLowerCase() ?? ''];
  if (!mailId || !outcome) return null;
  const code = codeIn(data?.bounce?.bouncedRecipients?.[0]?.status);
  const permanent = code ? code.startsWith('5') : data?.bounce?.bounceType === 'Permanent';
  return outcome === 'bounce' && !permanent ? null : { mailId, outcome, code };
}
