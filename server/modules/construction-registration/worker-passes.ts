import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { build } from '../../kit/records/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { newPassCode } from '../visitor/index.ts';

const OPEN = ['WAITING', 'APPROVED', 'RECEIVED', 'IN_PROGRESS'];

const workersOf = ({ workers }: Stored): { workerName: string; job?: string | null }[] =>
  Array.isArray(workers) ? workers : [];

const passesOf = (ctx: Ctx, { _id }: Stored): Promise<Stored[]> =>
  modelOf(visitor)
    .find({ projectId: ctx.projectId, deletedAt: null, constructionId: _id, status: { $in: OPEN } })
    .maxTimeMS(2000)
    .lean<Stored[]>();

/** A pass for each worker of works that go on, for every day until they end: the desk lets them in and out like any guest. */
export async function makePasses(ctx: Ctx, doc: Stored): Promise<Change[]> {
  const open = await passesOf(ctx, doc);
  const known = new Set(open.map(({ name }) => name));
  const changes: Change[] = [];
  for (const { workerName, job } of workersOf(doc)) {
    if (known.has(workerName)) continue;
    known.add(workerName);
    const insert = await build(ctx, visitor, {
      name: workerName,
      guestType: 'WORKER',
      constructionId: doc._id,
      unitId: doc.unitId,
      contactName: doc.contractorName,
      purpose: job ?? null,
      passUse: 'REPEATED',
      passUntil: doc.endDate,
      passCode: await newPassCode(ctx),
      status: 'APPROVED',
    });
    changes.push({ definition: visitor, action: 'create', insert });
  }
  // Works that take longer: so do the passes.
  for (const pass of open)
    if (pass.passUntil !== doc.endDate)
      changes.push({ definition: visitor, action: 'update', update: { doc: pass, set: { passUntil: doc.endDate } } });
  return changes;
}

/** The passes of works that are over count no more; who is inside still leaves by the desk. */
export const endPasses = async (ctx: Ctx, doc: Stored): Promise<Change[]> =>
  (await passesOf(ctx, doc)).map(pass => ({
    definition: visitor,
    action: pass.status === 'IN_PROGRESS' ? 'update' : 'cancel',
    update: {
      doc: pass,
      set: pass.status === 'IN_PROGRESS' ? { passUntil: doc.endDate, passUse: 'SINGLE' } : { status: 'CANCELLED' },
    },
  }));
