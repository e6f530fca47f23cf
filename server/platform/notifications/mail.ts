import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../../env.ts';
import { type Dkim, intoFolder, overSmtp } from '../../kit/mail/deliver.ts';
import { useOutbox } from '../../kit/mail/forget.ts';
import { type OutboxReaders, outboxPages } from '../../kit/mail/outbox.ts';
import { useReportSecret } from '../../kit/mail/reports/routes.ts';
import { type MailKind, useMail } from '../../kit/mail/send.ts';
import { byAddress, overGateway } from '../../kit/mail/sms.ts';
import { overZalo } from '../../kit/mail/zalo.ts';
import { accountMails } from '../accounts/mails.ts';
import { hasDemo } from '../projects/installation.ts';
import { projectOf } from '../projects/projects.ts';

type Settings = Pick<
  Env,
  | 'SMTP_URL'
  | 'SMS_URL'
  | 'ZALO_URL'
  | 'ZALO_TOKEN'
  | 'ZALO_TEMPLATE'
  | 'MAIL_DOMAIN_PER_HOUR'
  | 'MAIL_REPORT_SECRET'
  | 'DKIM_DOMAIN'
  | 'DKIM_SELECTOR'
  | 'DKIM_KEY'
  | 'MAIL_FROM'
  | 'PUBLIC_URL'
  | 'DATA_DIR'
  | 'loopback'
  | 'TRUST_PROXY'
>;

const outboxOf = ({ DATA_DIR }: Settings) => join(DATA_DIR, 'outbox');

const dkimOf = ({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY }: Settings): Dkim | undefined =>
  DKIM_DOMAIN && DKIM_SELECTOR && DKIM_KEY
    ? { domainName: DKIM_DOMAIN, keySelector: DKIM_SELECTOR, privateKey: readFileSync(DKIM_KEY, 'utf8') }
    : undefined;

/** Sets how the product's mails go out: over SMTP, or into the outbox. `url` is where this server answers. */
export function startMail(env: Settings, url: () => string, kinds: Readonly<Record<string, MailKind>>): void {
  const base = () => (env.PUBLIC_URL ?? url()).replace(/\/$/, '');
  const host = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).hostname : 'localhost';
  const kept = intoFolder(outboxOf(env));
  useOutbox(outboxOf(env));
  useReportSecret(env.MAIL_REPORT_SECRET ?? null);
  useMail({
    kinds: { ...accountMails, ...kinds },
    deliver: byAddress({
      sms: env.SMS_URL ? overGateway(env.SMS_URL) : kept,
      zalo: env.ZALO_URL ? overZalo(env.ZALO_URL, env.ZALO_TOKEN ?? '', env.ZALO_TEMPLATE ?? '') : kept,
      mail: env.SMTP_URL ? overSmtp(env.SMTP_URL, dkimOf(env)) : kept,
    }),
    limits: {
      ofProject: async id => (await projectOf(id))?.mailsPerHour ?? null,
      perDomain: env.MAIL_DOMAIN_PER_HOUR ?? null,
    },
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
