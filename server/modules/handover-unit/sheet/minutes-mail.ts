import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import type { Session } from '../../../kit/database/database.ts';
import { queueMail } from '../../../kit/mail/queue.ts';
import type { MailKind } from '../../../kit/mail/send.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { senderOf } from '../../../platform/accounts/mails.ts';
import { loadAttached } from '../../../platform/projects/paper/paper.ts';
import { projects, settingsOf } from '../../../platform/projects/projects.ts';
import { loadReach } from '../../resident/index.ts';
import { loadMinutes } from './minutes.ts';
import { drawMinutes } from './minutes-paper.ts';

/** Queues the minutes as a mail to the owner, if an address is known; they are drawn when the mail is sent. */
export async function sendMinutes(ctx: Ctx, doc: Doc<typeof handoverSchedule>, session: Session): Promise<void> {
  const owner = await loadReach(ctx, doc.ownerId);
  const project = await projects().findOne({ _id: ctx.projectId });
  if (!owner?.email || !project) return;
  const unitId = doc.unitId ?? '';
  const code = (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId)?.code ?? '';
  const values = {
    project: project.name,
    unit: code,
    name: owner.name,
    projectId: ctx.projectId,
    appointmentId: doc._id,
  };
  const sender = senderOf({ whiteLabel: project.whiteLabel ?? '' });
  const of = { language: 'vi' as const, sender, values, projectId: ctx.projectId, residentId: owner.id };
  await queueMail({ kind: 'handoverMinutes', to: owner.email, ...of }, ctx.now, session);
}

export const handoverMinutes: MailKind = async ({ values, base, language }) => {
  const { projectId = '', appointmentId } = values;
  const project = await projects().findOne({ _id: projectId });
  const doc = await records(handoverSchedule).get({ projectId }, appointmentId);
  if (!project || !doc) return null;
  const ctx = { ...systemCtx(settingsOf(project), clockNow()), language };
  const minutes = await loadMinutes(ctx, doc, null);
  if (!minutes) return null;
  const file = await loadAttached(doc.code ?? '', pdf => drawMinutes(ctx, pdf, minutes));
  return { values, link: `${base}/resident/handover`, files: [file] };
};
