import { join } from 'node:path';
import type { Env } from '../env.ts';
import { intoFolder, overSmtp } from '../kit/mail/deliver.ts';
import { type OutboxReaders, outboxPages } from '../kit/mail/outbox.ts';
import { useMail } from '../kit/mail/send.ts';
import { accountMails } from './accounts/mails.ts';
import { hasDemo } from './demo.ts';

type Settings = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL' | 'DATA_DIR' | 'loopback' | 'TRUST_PROXY'>;

const outboxOf = ({ DATA_DIR }: Settings) => join(DATA_DIR, 'outbox');

/** Sets how the product's mails go out: over SMTP, or into the outbox. `url` is where this server answers. */
export function startMail(env: Settings, url: () => string): void {
  const base = () => (env.PUBLIC_URL ?? url()).replace(/\/$/, '');
  const host = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).hostname : 'localhost';
  useMail({
    kinds: accountMails,
    deliver: env.SMTP_URL ? overSmtp(env.SMTP_URL) : intoFolder(outboxOf(env)),
    from: env.MAIL_FROM ?? `no-reply@${host}`,
    base,
  });
}

/** The outbox to read: all of it in a demo; elsewhere only on a machine that serves nobody but itself. */
export function outbox(env: Settings) {
  return outboxPages(outboxOf(env), async (): Promise<OutboxReaders> => {
    if (env.SMTP_URL) return 'nobody';
    if (await hasDemo()) return 'all';
    return env.loopback && env.TRUST_PROXY === 0 && !env.PUBLIC_URL ? 'machine' : 'nobody';
  });
}
