import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptChannel } from '@lobby/shared/kit/kept-message.ts';
import { sendingOf } from '@lobby/shared/modules/sending-settings.ts';
import type { Env } from '../../env.ts';
import { type Dkim, overSmtp } from '../../kit/mail/deliver.ts';
import { configureOutbox } from '../../kit/mail/forget.ts';
import { intoFolder } from '../../kit/mail/kept.ts';
import { type OutboxReaders, outboxPages } from '../../kit/mail/outbox.ts';
import type { Sender } from '../../kit/mail/queue.ts';
import { configureWebhookSecret } from '../../kit/mail/reports/routes.ts';
import { configureMail, type MailKind } from '../../kit/mail/send.ts';
import { byAddress, overGateway } from '../../kit/mail/sms.ts';
import { configureKeptMail, configureMailState } from '../../kit/mail/state.ts';
import { overZalo } from '../../kit/mail/zalo.ts';
import { accountMails } from '../accounts/mails.ts';
import { labelHead, loadLetterhead } from '../branding/letterhead.ts';
import { whiteLabelOf } from '../branding/white-labels.ts';
import { hasDemo } from '../projects/installation.ts';
import { loadProject } from '../projects/projects.ts';
import { loadSmsAccount } from '../sending/sending.ts';
import { trackedFor } from '../sending/track-mail.ts';

type Settings = Pick<
  Env,
  | 'SMTP_URL'
  | 'SMS_URL'
  | 'ZALO_URL'
  | 'ZALO_TOKEN'
  | 'ZALO_TEMPLATE'
  | 'MAIL_DOMAIN_PER_HOUR'
  | 'MAIL_WEBHOOK_SECRET'
  | 'MAIL_WEBHOOK_SNS_TOPICS'
  | 'MAIL_DKIM_DOMAIN'
  | 'MAIL_DKIM_SELECTOR'
  | 'MAIL_DKIM_KEY'
  | 'MAIL_FROM'
  | 'PUBLIC_URL'
  | 'DATA_DIR'
  | 'loopback'
  | 'TRUST_PROXY'
>;

const outboxOf = ({ DATA_DIR }: Settings) => join(DATA_DIR, 'outbox');

const dkimOf = ({ MAIL_DKIM_DOMAIN, MAIL_DKIM_SELECTOR, MAIL_DKIM_KEY }: Settings): Dkim | undefined =>
  MAIL_DKIM_DOMAIN && MAIL_DKIM_SELECTOR && MAIL_DKIM_KEY
    ? {
        domainName: MAIL_DKIM_DOMAIN,
        keySelector: MAIL_DKIM_SELECTOR,
        privateKey: readFileSync(MAIL_DKIM_KEY, 'utf8'),
      }
    : undefined;

/** Decides who may read the outbox: everybody in a demo, otherwise only this machine if it serves nobody else. */
async function loadReaders(env: Settings, held: readonly KeptChannel[]): Promise<OutboxReaders> {
  if (held.length === 0) return 'nobody';
  if (await hasDemo()) return 'all';
  return env.loopback && env.TRUST_PROXY === 0 && !env.PUBLIC_URL ? 'machine' : 'nobody';
}

/** Sender settings of a project's mails. */
async function loadVoice(projectId: string) {
  const { senderName, mailFrom, replyTo, smsAccents } = sendingOf((await loadProject(projectId))?.sending);
  return { name: senderName, address: mailFrom, replyTo, folds: smsAccents === 'FOLD' };
}

/** Letterhead of a mail: of its project, or of the white label. */
async function loadHead({ name, host }: Sender, projectId: string | undefined) {
  const project = projectId ? await loadProject(projectId) : null;
  if (project) return loadLetterhead(project);
  return labelHead({ ...whiteLabelOf(undefined, host ?? undefined), name });
}

async function loadShare(projectId: string) {
  const project = await loadProject(projectId);
  if (!project) return null;
  const { mailPerHour, mailPerDomainPerMinute } = sendingOf(project.sending);
  return { perHour: mailPerHour, perDomainPerMinute: mailPerDomainPerMinute };
}

/** Configures how mails are sent: by SMTP, or into the outbox. `url` is the address of this server. */
export function startMail(env: Settings, url: () => string, kinds: Readonly<Record<string, MailKind>>): void {
  const base = () => (env.PUBLIC_URL ?? url()).replace(/\/$/, '');
  const host = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).hostname : 'localhost';
  const folder = intoFolder(outboxOf(env));
  configureOutbox(outboxOf(env));
  configureWebhookSecret(env.MAIL_WEBHOOK_SECRET ?? null, env.MAIL_WEBHOOK_SNS_TOPICS?.split(/[\s,]+/).filter(Boolean));
  const deliver = byAddress({
    sms: env.SMS_URL ? overGateway(env.SMS_URL, loadSmsAccount) : folder,
    zalo: env.ZALO_URL ? overZalo(env.ZALO_URL, env.ZALO_TOKEN ?? '', env.ZALO_TEMPLATE ?? '') : folder,
    mail: env.SMTP_URL ? overSmtp(env.SMTP_URL, dkimOf(env)) : folder,
  });
  const from = env.MAIL_FROM ?? `no-reply@${host}`;
  const held = (['EMAIL', 'SMS', 'ZALO'] as const).filter(
    channel => !{ EMAIL: env.SMTP_URL, SMS: env.SMS_URL, ZALO: env.ZALO_URL }[channel],
  );
  configureKeptMail({ dir: outboxOf(env), channels: held, readers: () => loadReaders(env, held) });
  configureMailState({
    smtp: Boolean(env.SMTP_URL),
    sms: Boolean(env.SMS_URL),
    dkim: env.MAIL_DKIM_DOMAIN ?? null,
    webhooks: Boolean(env.MAIL_WEBHOOK_SECRET),
    from,
    deliver,
    // On a public server without SMTP nobody could read the stored mails.
    ready: async () => Boolean(env.SMTP_URL) || (env.loopback && !env.PUBLIC_URL) || hasDemo(),
  });
  configureMail({
    kinds: { ...accountMails, ...kinds },
    deliver,
    limits: { ofProject: loadShare, perDomain: env.MAIL_DOMAIN_PER_HOUR ?? null },
    from,
    voiceOf: loadVoice,
    base,
    headOf: loadHead,
    trackedFor,
  });
}

/** The outbox pages, with their access check. */
export const outbox = (env: Settings) =>
  outboxPages(outboxOf(env), () => loadReaders(env, env.SMTP_URL ? [] : ['EMAIL']));
