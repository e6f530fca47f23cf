import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Masters } from './kit/privacy/key-ring.ts';
import { firstMaster } from './kit/privacy/personal.ts';

const flag = z.enum(['0', '1', 'true', 'false']).transform(value => value === '1' || value === 'true');

const settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  MONGODB_URI: z.string().optional(),
  DEMO: flag.optional(),
  DEMO_PUBLIC: flag.default(false),
  /** Beside the demo of the embedded database: the other sides of what the product speaks to. */
  SANDBOX: flag.default(true),
  /** Repeated jobs; off where tests run them by hand. */
  JOBS: flag.default(true),
  /** How long a server that is told to stop still takes calls while it says that it is not ready: as often as a proxy looks. */
  LEAVE_SECONDS: z.coerce.number().min(0).max(30).default(0),
  /** Files of the certificate (with its chain) and its key, in PEM: this server speaks HTTPS itself. */
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  /** Lets a collector read /metrics from elsewhere. */
  METRICS_TOKEN: z.string().min(16).optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
  PUBLIC_URL: z.url().optional(),
  /** Whom push services write to about this installation: a mailto: or https: address. */
  VAPID_SUBJECT: z.url({ protocol: /^(mailto|https)$/ }).optional(),
  /** The key pair of pushes (base64url); without it one is made of the secret of this installation. */
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  /** A push service on this machine that pushes may go to, by its exact origin. */
  PUSH_LOCAL_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  /** Without it, mails are files in DATA_DIR/outbox. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** A gateway that takes short messages as JSON; without it they are files in DATA_DIR/outbox. */
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The system that opens barriers and lifts by cards (server/modules/card/parking-system.ts); without it cards wait to be told of. */
  PARKING_URL: z.url({ protocol: /^https?$/ }).optional(),
  PARKING_TOKEN: z.string().optional(),
  /** A sandbox of the payment providers on this machine (`npm run sandbox`); without it test contracts go to the providers' own. */
  TAX_SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  PAYMENT_SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The notification service of Zalo, the token of the account that speaks there, and its template with one value, `content`. */
  ZALO_URL: z.url({ protocol: /^https?$/ }).optional(),
  ZALO_TOKEN: z.string().optional(),
  ZALO_TEMPLATE: z.string().optional(),
  /** Mails to one domain within an hour, at most: large providers refuse more from a young sender. */
  MAIL_DOMAIN_PER_HOUR: z.coerce.number().int().min(1).optional(),
  /** Secret with which providers, gateways and the bounce mailbox sign their reports. */
  MAIL_WEBHOOK_SECRET: z.string().min(16).optional(),
  /** The topics of Amazon SNS that reports of SES come by, in a row. */
  MAIL_WEBHOOK_SNS_TOPICS: z.string().optional(),
  /** Mails are signed by this key (a PEM file) as those of the domain. */
  MAIL_DKIM_DOMAIN: z.string().optional(),
  MAIL_DKIM_SELECTOR: z.string().optional(),
  MAIL_DKIM_KEY: z.string().optional(),
  MAIL_FROM: z.email().optional(),
  /** Verified addresses of this domain are internal support. */
  SUPPORT_EMAIL_DOMAIN: z.string().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  CLIENT_DIR: z.string().default('client/dist'),
});

export type Env = z.infer<typeof settings> & {
  secrets: Secrets;
  loopback: boolean;
  /** How people's connections are encrypted: by this server, by the proxy in front of it, or not at all (loopback only). */
  tls: 'own' | 'proxy' | null;
};

/** Secrets of this installation, made on first start and readable by its owner alone. */
export interface Secrets {
  /** Signs access tokens and file links. */
  signing: string;
  /** Derives the keys of projects, their blind indexes and the first master key of people's keys; losing it loses them. */
  personal: string;
  /** Seal the keys of people, once the first master was rotated; the last one is the present one. */
  masters?: Masters | undefined;
}

const secretsSchema = z.object({
  signing: z.string().min(43),
  personal: z.string().min(43),
  masters: z.record(z.string(), z.string().length(43)).optional(),
});
const fileOf = (dir: string) => join(dir, 'secrets.json');

/** The masters of the keys of people as they are now: `npm run keys` may change them while the product runs. */
export function mastersIn(dir: string): Masters {
  const { personal, masters } = readSecrets(dir);
  return masters ?? firstMaster(personal);
}

/** Replaces the masters; whoever reads the file meanwhile sees the old or the new ones. */
export function writeMasters(dir: string, masters: Masters): void {
  const file = fileOf(dir);
  writeFileSync(`${file}.new`, JSON.stringify({ ...readSecrets(dir), masters }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function readSecrets(dir: string): Secrets {
  const file = fileOf(dir);
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const made = { signing: randomBytes(32).toString('base64url'), personal: randomBytes(32).toString('base64url') };
  // `wx`: of two servers starting at once, one writes and the other reads what it wrote.
  try {
    writeFileSync(file, JSON.stringify(made), { mode: 0o600, flag: 'wx' });
    return made;
  } catch {
    return readSecrets(dir);
  }
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

/** TLS is required outside loopback: a server that would speak in the clear does not start. */
function tlsOf({ HOST, TLS_CERT, TLS_KEY, TRUST_PROXY, PUBLIC_URL }: z.infer<typeof settings>): Env['tls'] {
  if (!TLS_CERT !== !TLS_KEY) throw new Error('setting TLS_CERT and TLS_KEY: one is of no use without the other');
  if (TLS_CERT) return 'own';
  if (TRUST_PROXY > 0 && PUBLIC_URL?.startsWith('https:')) return 'proxy';
  if (LOOPBACK.includes(HOST)) return null;
  throw new Error(
    `setting HOST: ${HOST} is outside loopback, where TLS is required. Set TLS_CERT and TLS_KEY, or TRUST_PROXY=1 and an https PUBLIC_URL where a proxy ends it`,
  );
}

/** All settings, read and checked once; a wrong one stops the start with its name. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const values = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const read = settings.safeParse(values);
  if (!read.success) throw new Error(`setting ${z.prettifyError(read.error)}`);
  const tls = tlsOf(read.data);
  const DATA_DIR = resolve(read.data.DATA_DIR);
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  return { ...read.data, DATA_DIR, tls, secrets: readSecrets(DATA_DIR), loopback: LOOPBACK.includes(read.data.HOST) };
}
