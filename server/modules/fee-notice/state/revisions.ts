import { idSchema } from '@lobby/shared/kit/schema.ts';
import { feeNotice, type NOTICE_DATES } from '@lobby/shared/modules/fee-notice.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Collection, db, newId, type Session } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import type { Doc } from '../../../kit/store/records.ts';

/** What is kept of a published notice. */
type Kept = Pick<
  Doc<typeof feeNotice>,
  | 'lines'
  | 'debtLines'
  | 'bills'
  | 'newTotal'
  | 'paidBefore'
  | 'debtTotal'
  | 'interestTotal'
  | 'paidAfterClosing'
  | 'totalPayment'
  | (typeof NOTICE_DATES)[number]
>;

interface RevisionRow {
  _id: string;
  projectId: string;
  noticeId: string;
  revision: number;
  values: Kept;
  at: Date;
  by: string;
}

/** Published revisions of notices as residents received them. */
export const noticeRevisionCollection: Collection = {
  name: 'feeNoticeRevisions',
  indexes: [{ key: { projectId: 1, noticeId: 1, revision: 1 }, options: { unique: true } }],
};
const revisions = () => db().collection<RevisionRow>(noticeRevisionCollection.name);

/** Snapshot of a published notice, with the publisher. */
export const noticeRevision = (
  { projectId, now, actor }: Pick<Ctx, 'projectId' | 'now'> & { actor: Pick<Ctx['actor'], 'name'> },
  doc: Doc<typeof feeNotice>,
): RevisionRow => ({
  _id: newId(),
  projectId,
  noticeId: doc._id,
  revision: doc.revision,
  at: now,
  by: actor.name,
  values: {
    lines: doc.lines,
    debtLines: doc.debtLines,
    bills: doc.bills,
    newTotal: doc.newTotal,
    paidBefore: doc.paidBefore,
    debtTotal: doc.debtTotal,
    interestTotal: doc.interestTotal,
    paidAfterClosing: doc.paidAfterClosing,
    totalPayment: doc.totalPayment,
    sendingDate: doc.sendingDate,
    closingDate: doc.closingDate,
    dueDate: doc.dueDate,
    debtDueDate: doc.debtDueDate,
    interestDate: doc.interestDate,
  },
});

export async function keepRevisions(ctx: Ctx, docs: readonly Doc<typeof feeNotice>[], session: Session): Promise<void> {
  if (docs.length === 0) return;
  await revisions().insertMany(
    docs.map(doc => noticeRevision(ctx, doc)),
    { session },
  );
}

type Published = readonly { readonly _id: string; readonly revision: number }[];

/** Current revisions of notices; unpublished notices have none. */
async function standing(projectId: string, notices: Published) {
  const revisionOf = new Map(notices.map(({ _id, revision }) => [_id, revision]));
  const rows = await revisions()
    .find(
      { projectId, noticeId: { $in: [...revisionOf.keys()] } },
      { projection: { noticeId: 1, revision: 1, at: 1, by: 1 } },
    )
    .maxTimeMS(10_000)
    .toArray();
  return rows.filter(row => revisionOf.get(row.noticeId) === row.revision);
}

/** Publication time of each notice's current revision. */
export const publishedAt = async (projectId: string, notices: Published): Promise<Map<string, Date>> =>
  new Map((await standing(projectId, notices)).map(({ noticeId, at }) => [noticeId, at]));

/** Publisher of each notice's current revision. */
export const loadPublishers = async (projectId: string, notices: Published): Promise<Map<string, string>> =>
  new Map((await standing(projectId, notices)).map(({ noticeId, by }) => [noticeId, by]));

const money = z.int();
const date = z.string().nullable();
export const revisionsRoute: Route = route({
  method: 'get',
  path: `${feeNotice.path}/:id/revisions`,
  summary: 'A notice as it was published each time, newest first',
  module: feeNotice.code,
  flags: ['read'],
  residents: true,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(
    z.object({
      revision: z.int(),
      at: z.string(),
      by: z.string(),
      bills: z.int(),
      newTotal: money,
      paidBefore: money,
      debtTotal: money,
      interestTotal: money,
      paidAfterClosing: money,
      totalPayment: money,
      sendingDate: date,
      closingDate: date,
      dueDate: date,
      debtDueDate: date,
      interestDate: date,
      lines: z.array(z.record(z.string(), z.unknown())),
      debtLines: z.array(z.record(z.string(), z.unknown())),
    }),
  ),
  async run(ctx, { params: { id } }) {
    const { _id: noticeId } = await load(ctx, feeNotice, id);
    const rows = await revisions()
      .find({ projectId: ctx.projectId, noticeId })
      .sort({ revision: -1 })
      .limit(100)
      .maxTimeMS(5000)
      .toArray();
    // Residents do not see who published it.
    const hidden = ctx.kind === 'resident';
    return rows.map(({ revision, at, by, values }) => ({
      ...values,
      revision,
      at: at.toISOString(),
      by: hidden ? '' : by,
    }));
  },
});
