import { createHash } from 'node:crypto';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { MongoServerError } from 'mongodb';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import { queueMail } from '../../../kit/mail/queue.ts';
import type { MailKind } from '../../../kit/mail/send.ts';
import { records } from '../../../kit/store/records.ts';
import { senderOf } from '../../../platform/accounts/mails.ts';
import { loadAttached } from '../../../platform/projects/paper.ts';
import { type Project, projects, settingsOf } from '../../../platform/projects/projects.ts';
import { handoverConfig } from '../config.ts';
import { drawList } from './defect-routes.ts';

const MONDAY = 1;
const EIGHT = 8 * 60;

/** Deterministic id, so that each partner gets one mail per week from any server. */
const idOf = (...parts: readonly string[]) => createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 24);

async function mailPartners(ctx: Ctx, project: Project, day: string): Promise<number> {
  const own = { projectId: ctx.projectId, deletedAt: null };
  const ids = await records(handoverDefect).distinct(ctx, 'partnerId', {
    ...own,
    status: 'NOT_REPAIRED',
    closed: { $ne: true },
  });
  const found = await records(partner).find(
    ctx,
    { ...own, _id: { $in: ids.map(String) }, email: { $type: 'string' } },
    { patience: 2000 },
  );
  let sent = 0;
  for (const who of found) {
    const values = { project: project.name, name: String(who.name), projectId: ctx.projectId, partnerId: who._id };
    const mail = { id: idOf('defects', ctx.projectId, who._id, day), kind: 'handoverDefects', to: String(who.email) };
    const by = { language: 'vi' as const, sender: senderOf({ whiteLabel: project.whiteLabel ?? '' }) };
    const queued = await queueMail({ ...mail, ...by, values, projectId: ctx.projectId }, ctx.now).catch(error => {
      // Already sent this Monday.
      if (error instanceof MongoServerError && error.code === 11000) return null;
      throw error;
    });
    if (queued) sent++;
  }
  return sent;
}

/** Mails each contractor its open defects on Mondays at eight, if the project's settings say so. Idempotent, and safe on several servers. */
export async function mailDefects(now: Date): Promise<number> {
  let sent = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const { day, weekday, minutes } = clockAt(now, ctx.project.timeZone);
    if (weekday !== MONDAY || minutes < EIGHT || !(await handoverConfig(ctx.projectId)).partnerMail) continue;
    sent += await mailPartners(ctx, project, day);
  }
  return sent;
}

export const handoverDefects: MailKind = async ({ values, base, language }) => {
  const project = await projects().findOne({ _id: String(values.projectId) });
  const who = await records(partner).get({ projectId: String(values.projectId) }, values.partnerId);
  if (!project || !who) return null;
  const ctx = { ...systemCtx(settingsOf(project), clockNow()), language };
  let count = 0;
  const file = await loadAttached('defects', async pdf => {
    count = await drawList(ctx, pdf, project.name, who, base);
  });
  // Everything was repaired since it was queued.
  return count === 0 ? null : { values, link: base, files: [file] };
};
