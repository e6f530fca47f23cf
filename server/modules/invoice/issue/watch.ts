import { DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { taxMessage } from '@lobby/shared/modules/tax-message.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import type { Job } from '../../../kit/jobs/jobs.ts';
import { records } from '../../../kit/store/records.ts';
import { tellDaily } from '../../../platform/notifications/timing/daily-notices.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { invoiceConfig } from '../config/config.ts';

/** Days before expiry of the certificate on which staff are notified. */
const CERTIFICATE_DAYS = [30, 7, 1, 0];
const SILENT_MS = DAY_MS;

const tell = (ctx: Ctx, kind: NotificationType, flag: 'sync' | 'updateStatus', title: string, part: string) =>
  tellDaily(ctx, kind, flag, { module: invoice.code, id: ctx.projectId, title, part });

/** Notifies if messages have waited for a day without any answer of the office. */
async function notifyOfSilence(ctx: Ctx): Promise<number> {
  const waits = { direction: 'OUT', status: { $in: ['QUEUED', 'SENDING', 'UNKNOWN', 'SENT'] } } as const;
  const first = await records(taxMessage).first(ctx, waits, { sort: { at: 1 } });
  const since = ctx.now.getTime() - SILENT_MS;
  if (!first?.at || first.at.getTime() > since) return 0;
  const isAnswered = await records(taxMessage).exists(ctx, { direction: 'IN', at: { $gte: new Date(since) } });
  if (isAnswered) return 0;
  const day = dayOf(first.at, ctx.project.timeZone).split('-').toReversed().join('/');
  return tell(ctx, 'E_INVOICE_OFFICE_SILENT', 'sync', day, 'messages');
}

/** Notifies if the signing certificate expires soon or has expired. */
async function notifyOfCertificate(ctx: Ctx): Promise<number> {
  const { certificate } = await invoiceConfig(ctx.projectId);
  if (!certificate) return 0;
  const left = Math.floor((new Date(certificate.to).getTime() - ctx.now.getTime()) / DAY_MS);
  if (!CERTIFICATE_DAYS.includes(left)) return 0;
  const day = dayOf(new Date(certificate.to), ctx.project.timeZone).split('-').toReversed().join('/');
  return tell(ctx, 'E_INVOICE_CERTIFICATE_ENDING', 'updateStatus', day, 'config');
}

/** Morning check for problems that would stop invoices unnoticed. */
export const watchJob: Job = defineJob({
  name: 'watch over e-invoices',
  every: '15 8 * * *',
  perProject: ctx => attemptEach([notifyOfSilence, notifyOfCertificate], step => step(ctx)),
});
