import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { type Ctx, feature } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { queueMail } from '../../kit/mail/queue.ts';
import type { EffectOf } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { senderOf } from '../../platform/accounts/mails.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { loadProject, type Project } from '../../platform/projects/projects.ts';
import { byPhone } from '../../platform/sending/sms-timing.ts';
import { subjectOf, withNotice } from '../resident-form/index.ts';
import { makeLink } from './partner/link.ts';

/** Title of an order: code and service. */
export async function loadTitle({ projectId }: Ctx, { code, utilityId }: Doc<typeof merchantOrder>): Promise<string> {
  const amenities = await loadRefs(projectId, utility, [utilityId]);
  return [code, amenities.get(utilityId)?.name].filter(Boolean).join(' ');
}

/** Notifies household and staff of a change of an order, except the household when it made the change itself. */
export async function notifyAll(
  ctx: Ctx,
  doc: Doc<typeof merchantOrder>,
  kind: NotificationType,
  session: Session,
): Promise<void> {
  const subject = { ...subjectOf(merchantOrder, doc), title: await loadTitle(ctx, doc) };
  if (ctx.kind !== 'resident') await notify(ctx, toUnit(doc.unitId), kind, subject, session);
  await notify(ctx, toStaff(await loadReaders(ctx.projectId, merchantOrder.code)), kind, subject, session);
}

export const withNotices = (
  ctx: Ctx,
  doc: Doc<typeof merchantOrder>,
  kind: NotificationType,
  effect: EffectOf<typeof merchantOrder> = {},
): EffectOf<typeof merchantOrder> => withNotice(effect, session => notifyAll(ctx, doc, kind, session));

/** Sends a new link to the partner by mail, else by SMS; earlier links are revoked. */
export async function mailPartner(ctx: Ctx, doc: Doc<typeof merchantOrder>, session: Session): Promise<void> {
  const id = doc.partnerId;
  const recipient = id && (await loadRefs(ctx.projectId, partner, [id])).get(id);
  if (!recipient) return;
  const { email, phone } = recipient;
  const sentBy = email ? 'EMAIL' : phone && feature(ctx, 'SMS') ? 'SMS' : null;
  const token = await makeLink(ctx, doc, 'PARTNER', session, sentBy);
  if (!sentBy) return;
  const project = await loadProject(ctx.projectId);
  const title = email ? await loadTitle(ctx, doc) : (doc.code ?? '');
  const values = { order: title, partner: recipient.name, project: project?.name ?? '', token };
  const sender = senderOf({ whiteLabel: project?.whiteLabel ?? '' });
  const mail = { language: 'vi' as const, sender, values };
  if (email) await queueMail({ kind: 'merchantOrder', to: email, ...mail }, ctx.now, session);
  else if (phone) await loadSms(ctx, project, phone, values, session);
}

async function loadSms(
  { projectId, now }: Ctx,
  project: Project | null,
  to: string,
  values: Readonly<Record<string, string>>,
  session: Session,
): Promise<void> {
  if (!project) return;
  const mail = { kind: 'merchantOrderSms', to, projectId, language: 'vi' as const, values };
  await queueMail({ ...mail, ...byPhone(project, now) }, now, session);
}

/** Creates the worker's link, and sends it by SMS if possible. */
export async function linkWorker(ctx: Ctx, doc: Doc<typeof merchantOrder>, session: Session): Promise<string> {
  const phone = feature(ctx, 'SMS') ? doc.employeePhone : null;
  const token = await makeLink(ctx, doc, 'WORKER', session, phone ? 'SMS' : null);
  if (phone) {
    const project = await loadProject(ctx.projectId);
    const values = { order: doc.code ?? '', project: project?.name ?? '', token };
    await loadSms(ctx, project, phone, values, session);
  }
  return token;
}
