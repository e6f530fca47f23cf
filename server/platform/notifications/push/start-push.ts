import { createECDH, hkdfSync } from 'node:crypto';
import type { Env } from '../../../env.ts';
import { allowLocalPush } from './endpoint.ts';
import { configureInstallations } from './installations.ts';
import { configurePush } from './send-push.ts';

/** VAPID key pair (P-256, base64url), derived from the secret so that all servers of the installation have the same. */
export function vapidKeys(secret: string): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', 'vapid', 32)));
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url').padStart(43, 'A') };
}

type Settings = Pick<
  Env,
  | 'secrets'
  | 'PUBLIC_URL'
  | 'MAIL_FROM'
  | 'VAPID_SUBJECT'
  | 'VAPID_PUBLIC_KEY'
  | 'VAPID_PRIVATE_KEY'
  | 'PUSH_LOCAL_ORIGIN'
>;

/** Contact for push services, some of which refuse local addresses. */
export const subjectOf = ({ PUBLIC_URL, MAIL_FROM, VAPID_SUBJECT }: Omit<Settings, 'secrets'>): string =>
  VAPID_SUBJECT ?? (PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : `mailto:${MAIL_FROM ?? 'webmaster@example.com'}`);

/** Enables push subscriptions and sending. Called at start. */
export function startPush(env: Settings): void {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  const keys = publicKey && privateKey ? { publicKey, privateKey } : vapidKeys(env.secrets.signing);
  if (env.PUSH_LOCAL_ORIGIN) allowLocalPush(env.PUSH_LOCAL_ORIGIN);
  configureInstallations(keys.publicKey);
  configurePush({ ...keys, subject: subjectOf(env) });
}
