import { createECDH, hkdfSync } from 'node:crypto';
import type { Env } from '../../env.ts';
import { useInstallations } from './installations.ts';
import { usePush } from './send-push.ts';

/** The key pair of this installation's pushes (P-256, base64url), always the same one for a secret: all its servers sign alike. */
export function vapidKeys(secret: string): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', 'vapid', 32)));
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url').padStart(43, 'A') };
}

/** Lets pushes be subscribed to and sent; at start. */
export function startPush({ secrets, PUBLIC_URL, VAPID_SUBJECT, loopback }: Env): void {
  const keys = vapidKeys(secrets.signing);
  const own = PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : 'mailto:webmaster@localhost';
  useInstallations({ publicKey: keys.publicKey, local: loopback && !PUBLIC_URL });
  usePush({ ...keys, subject: VAPID_SUBJECT ?? own });
}
