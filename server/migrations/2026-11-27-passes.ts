import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { db } from '../kit/database/database.ts';
import type { Doc } from '../kit/store/records.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import { newToken, passValues } from '../modules/visitor/index.ts';
import { projects, settingsOf } from '../platform/projects/projects.ts';
import type { Migration } from './migrate.ts';
import { storedRecord } from './stored-record.ts';

const OPEN = ['WAITING', 'APPROVED', 'RECEIVED', 'IN_PROGRESS'];

/** Passes become records of their own: those of visits that are to come, or inside, keep their codes. */
export const recordsOfPasses: Migration = {
  name: '2026-11-27 records of passes',
  async run() {
    const [visits, passes] = [visitor, visitorPass].map(one => db().collection<Stored>(collectionOf(one)));
    await visits?.updateMany({ passId: { $exists: false } }, { $set: { passId: null } });
    const now = new Date();
    for await (const project of projects().find()) {
      const ctx = { now, project: settingsOf(project) };
      const open = { projectId: project._id, deletedAt: null, passId: null, status: { $in: OPEN } };
      for await (const visit of visits?.find({ ...open, passCode: { $type: 'string' } }) ?? []) {
        const inside = visit.status === 'IN_PROGRESS';
        const values = {
          ...passValues(ctx, visit as Doc<typeof visitor>),
          visitorId: visit._id,
          constructionId: visit.constructionId ?? null,
        };
        const used = inside
          ? { useCount: 1, lastUsedAt: visit.actualInAt ?? null, lastDesk: visit.deskIn ?? null }
          : {};
        const pass = storedRecord(visitorPass, project._id, { ...values, ...used }, now);
        const over = inside && visit.passUse !== 'REPEATED' && { status: 'USED', endedAt: now };
        const token = newToken(project._id, pass._id);
        await passes?.insertOne({ ...pass, token, ...(over || { status: 'ACTIVE' }) });
        await visits?.updateOne({ _id: visit._id }, { $set: { passId: pass._id } });
      }
    }
  },
};
