import { createVerify } from 'node:crypto';
import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { z } from 'zod';

/** A message of Amazon SNS: a notification, or a request to confirm a subscription. */
const envelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().max(100),
  TopicArn: z.string().max(300),
  Message: z.string().max(250_000),
  Timestamp: z.iso.datetime(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.base64().max(2000),
  SigningCertURL: z.string().max(500),
  Subject: z.string().max(300).optional(),
  Token: z.string().max(2000).optional(),
  SubscribeURL: z.string().max(2000).optional(),
});
export type Envelope = z.output<typeof envelope>;

const GOOD_FOR_MS = HOUR_MS;
const WITHIN_MS = 10_000;

/** Certificates and confirmations are fetched from Amazon's own hosts only. */
const isAmazon = (address: string): boolean => {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'https:' && /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(url.hostname);
};

/** The signed fields in Amazon's order. */
function signedText(message: Envelope): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  return names.flatMap(name => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`])).join('');
}

export type Fetch = (url: string) => Promise<string>;
const overHttps: Fetch = async url => (await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) })).text();

const certificates = new Map<string, string>();
async function loadCertificate(url: string, get: Fetch): Promise<string> {
  const certificate = certificates.get(url) ?? (await get(url));
  if (certificates.size < 20) certificates.set(url, certificate);
  return certificate;
}

/** Verifies an SNS message: accepted topic, recent, and signed by Amazon; otherwise null. */
export async function readEnvelope(
  body: string,
  topics: readonly string[],
  now: Date,
  get: Fetch = overHttps,
): Promise<Envelope | null> {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return null;
  }
  const { data: message } = envelope.safeParse(json);
  if (!message || !topics.includes(message.TopicArn) || !isAmazon(message.SigningCertURL)) return null;
  if (Math.abs(now.getTime() - Date.parse(message.Timestamp)) > GOOD_FOR_MS) return null;
  const pem = await loadCertificate(message.SigningCertURL, get).catch(() => '');
  try {
    const verify = createVerify(message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(
      signedText(message),
    );
    return verify.verify(pem, message.Signature, 'base64') ? message : null;
  } catch {
    return null;
  }
}

/** Confirms the subscription of an accepted topic. */
export async function confirmTopic({ SubscribeURL }: Envelope, get: Fetch = overHttps): Promise<void> {
  if (SubscribeURL && isAmazon(SubscribeURL)) await get(SubscribeURL);
}
