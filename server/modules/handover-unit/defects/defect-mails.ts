import { createHash } from 'node:crypto';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { MongoServerError } from 'mongodb';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { queueMail } from '../../../kit/mail/queue.ts';
import type { MailKind } from '../../../kit/mail/send.ts';
import { records } from '../../../kit/store/records.ts';
import { senderOf } from '../../../platform/accounts/mails.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { loadAttached } from '../../../platform/projects/paper/paper.ts';
import { type Project, projects, settingsOf } from '../../../platform/projects/projects.ts';
import { handoverConfig } from '../config.ts';
import { drawList } from './defect-routes.ts';

const MONDAY = 1;
const EIGHT = 8 * 60;

/** Deterministic id, so that each partner gets one mail per week from any server. */
const idOf = (...parts: readonly string[]) => createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 24);

async function mailPartners(ctx: Ctx, project: Project, day: string): Promise<number> {
  const scope = { projectId: ctx.projectId, deletedAt: null };
  const ids = await records(handoverDefect).distinct(ctx, 'partnerId', {
    ...scope,
    status: 'NOT_REPAIRED',
    closed: { $ne: true },
  });
  const partners = await records(partner).find(
    ctx,
    { ...scope, _id: { $in: ids }, email: { $type: 'string' } },
    { patience: 2000 },
  );
  return attemptEach(partners, async who => {
    if (!who.email) return null;
    const values = { project: project.name, name: who.name, projectId: ctx.projectId, partnerId: who._id };
    const mail = { id: idOf('defects', ctx.projectId, who._id, day), kind: 'handoverDefects', to: who.email };
    const by = { language: 'vi' as const, sender: senderOf({ whiteLabel: project.whiteLabel ?? '' }) };
    return queueMail({ ...mail, ...by, values, projectId: ctx.projectId }, ctx.now).catch(error => {
      // Already sent this Monday.
      if (error instanceof MongoServerError && error.code === 11000) return null;
      throw error;
    });
  });
}

/** Mails each contractor its open defects on Mondays at eight, if the project's settings say so. Idempotent, and safe on several servers. */
export const defectMailJob = defineJob({
  name: 'lists of defects',
  every: '5 * * * *',
  async perProject(ctx, project) {
    const { day, weekday, minutes } = clockAt(ctx.now, ctx.project.timeZone);
    if (weekday !== MONDAY || minutes < EIGHT || !(await handoverConfig(ctx.projectId)).partnerMail) return 0;
    return mailPartners(ctx, project, day);
  },
});

export const handoverDefects: MailKind = async ({ values, base, language }) => {
  const { projectId = '', partnerId } = values;
  const project = await projects().findOne({ _id: projectId });
  const who = await records(partner).get({ projectId }, partnerId);
  if (!project || !who) return null;
  const ctx = { ...systemCtx(settingsOf(project), clockNow()), language };
  let count = 0;
  const file = await loadAttached('defects', async pdf => {
    count = await drawList(ctx, pdf, project.name, who, base);
  });
  // Everything was repaired since it was queued.
  return count === 0 ? null : { values, link: base, files: [file] };
};
