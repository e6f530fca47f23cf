import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { type Ctx, feature } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { queueMail } from '../../kit/mail/queue.ts';
import type { EffectOf } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { senderOf } from '../../platform/accounts/mails.ts';
import { loadReaders } from '../../platform/auth/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { loadProject, type Project } from '../../platform/projects/projects.ts';
import { byPhone } from '../../platform/sending/by-phone.ts';
import { subjectOf, telling } from '../resident-form/index.ts';
import { makeLink } from './partner/link.ts';

/** Title of an order: code and service. */
export async function loadTitle({ projectId }: Ctx, { code, utilityId }: Doc<typeof merchantOrder>): Promise<string> {
  const id = String(utilityId ?? '');
  const known = id ? await loadRefs(projectId, utility, [id]) : null;
  return [code, known?.get(id)?.name].filter(Boolean).join(' ');
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

export const told = (
  ctx: Ctx,
  doc: Doc<typeof merchantOrder>,
  kind: NotificationType,
  effect: EffectOf<typeof merchantOrder> = {},
): EffectOf<typeof merchantOrder> => telling(effect, session => notifyAll(ctx, doc, kind, session));

/** Sends a new link to the partner by mail, else by SMS; earlier links are revoked. */
export async function mailPartner(ctx: Ctx, doc: Doc<typeof merchantOrder>, session: Session): Promise<void> {
  const id = String(doc.partnerId);
  const asked = (await loadRefs(ctx.projectId, partner, [id])).get(id);
  if (!asked) return;
  const byPhone = typeof asked.phone === 'string' && feature(ctx, 'SMS');
  const sentBy = typeof asked.email === 'string' ? 'EMAIL' : byPhone ? 'SMS' : null;
  const token = await makeLink(ctx, doc, 'PARTNER', session, sentBy);
  if (!sentBy) return;
  const project = await loadProject(ctx.projectId);
  const title = sentBy === 'EMAIL' ? await loadTitle(ctx, doc) : String(doc.code);
  const values = { order: title, partner: asked.name, project: project?.name ?? '', token };
  const sender = senderOf({ whiteLabel: project?.whiteLabel ?? '' });
  const mail = { language: 'vi' as const, sender, values };
  if (sentBy === 'EMAIL')
    await queueMail({ kind: 'merchantOrder', to: String(asked.email), ...mail }, ctx.now, session);
  else await loadSms(ctx, project, String(asked.phone), values, session);
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
  const byPhone = typeof doc.employeePhone === 'string' && feature(ctx, 'SMS');
  const token = await makeLink(ctx, doc, 'WORKER', session, byPhone ? 'SMS' : null);
  if (byPhone) {
    const project = await loadProject(ctx.projectId);
    const values = { order: String(doc.code), project: project?.name ?? '', token };
    await loadSms(ctx, project, String(doc.employeePhone), values, session);
  }
  return token;
}
