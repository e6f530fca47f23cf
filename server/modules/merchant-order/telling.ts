import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { queueMail } from '../../kit/mail/queue.ts';
import type { Effect } from '../../kit/records/act.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { senderOf } from '../../platform/accounts/mails.ts';
import { readersOf } from '../../platform/auth/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { projectOf } from '../../platform/projects/projects.ts';
import { subjectOf, telling } from '../resident-form/index.ts';
import { linkFor } from './link.ts';

/** What an order is called: its code and its service. */
export async function titleOf({ projectId }: Ctx, { code, utilityId }: Stored): Promise<string> {
  const id = String(utilityId ?? '');
  const known = id ? await loadRefs(projectId, utility, [id]) : null;
  return [code, known?.get(id)?.name].filter(Boolean).join(' ');
}

/** Tells household and staff of a change of an order: each but who made it. */
export async function tellAll(ctx: Ctx, doc: Stored, kind: NotificationType, session: Session): Promise<void> {
  const subject = { ...subjectOf(merchantOrder, doc), title: await titleOf(ctx, doc) };
  if (ctx.kind !== 'resident') await notify(ctx, toUnit(doc.unitId), kind, subject, session);
  await notify(ctx, toStaff(await readersOf(ctx.projectId, merchantOrder.code)), kind, subject, session);
}

export const told = (ctx: Ctx, doc: Stored, kind: NotificationType, effect: Effect = {}): Effect =>
  telling(effect, session => tellAll(ctx, doc, kind, session));

/** The link to an order goes to the mailbox of its partner, where it has one. */
export async function mailPartner(ctx: Ctx, doc: Stored, session: Session): Promise<void> {
  const id = String(doc.partnerId);
  const asked = (await loadRefs(ctx.projectId, partner, [id])).get(id);
  if (typeof asked?.email !== 'string') return;
  const project = await projectOf(ctx.projectId);
  const { token } = linkFor(ctx, doc);
  const values = { order: await titleOf(ctx, doc), partner: String(asked.name), project: project?.name ?? '', token };
  const sender = senderOf({ whiteLabel: project?.whiteLabel ?? '' });
  await queueMail({ kind: 'merchantOrder', to: asked.email, language: 'vi', sender, values }, ctx.now, session);
}
