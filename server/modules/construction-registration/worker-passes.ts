import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { build } from '../../kit/records/records.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { loadPass, newPassCode, passMoved, passRevoked } from '../visitor/index.ts';

const OPEN = ['WAITING', 'APPROVED', 'RECEIVED', 'IN_PROGRESS'] as const;

/** Planned last day of the works. */
const lastDay = (ctx: Ctx, { expectedEndAt }: Doc<typeof constructionRegistration>): string =>
  dayOf(expectedEndAt, ctx.project.timeZone);

const loadPasses = (ctx: Ctx, { _id }: Doc<typeof constructionRegistration>): Promise<Doc<typeof visitor>[]> =>
  records(visitor).find(ctx, { constructionId: _id, status: { $in: OPEN } }, { patience: 2000 });

/** Creates a visitor pass for each worker until the works end, so that the desk checks workers in and out like guests. */
export async function makePasses(ctx: Ctx, doc: Doc<typeof constructionRegistration>): Promise<Change[]> {
  const open = await loadPasses(ctx, doc);
  const names = new Set(open.map(({ name }) => name));
  const changes: Change[] = [];
  const passUntil = lastDay(ctx, doc);
  for (const { id, name, job } of doc.workers) {
    if (names.has(name)) continue;
    names.add(name);
    const pass = await build(ctx, visitor, {
      name,
      guestType: 'WORKER',
      unitId: doc.unitId,
      contactName: doc.contractorName ?? null,
      purpose: job ?? null,
      passUse: 'REPEATED',
      passUntil,
      passCode: await newPassCode(ctx),
      status: 'APPROVED',
    });
    // The registration may be created in the same transaction, so the reference is not checked.
    const visit = { ...pass, constructionId: doc._id };
    const made = await loadPass(ctx, visit, id ?? null);
    const insert = { ...visit, passId: made.insert._id };
    changes.push({ definition: visitor, action: 'create', insert }, made);
  }
  const still = new Set(doc.workers.map(({ name }) => name));
  for (const pass of open) {
    // Removed workers lose their pass; extended works extend the passes.
    const left = !still.has(pass.name) && pass.status !== 'IN_PROGRESS';
    if (left) changes.push(...(await ended(ctx, pass)));
    else if (pass.passUntil !== passUntil) {
      const update = { doc: pass, set: { passUntil } };
      const moved = await passMoved(ctx, pass, { ...pass, passUntil });
      changes.push({ definition: visitor, action: 'update', update }, ...moved);
    }
  }
  return changes;
}

const ended = async (ctx: Ctx, pass: Doc<typeof visitor>): Promise<Change[]> => [
  { definition: visitor, action: 'cancel', update: { doc: pass, set: { status: 'CANCELLED' } } },
  ...(await passRevoked(ctx, pass)),
];

/** Ends the passes of finished works. */
export async function endPasses(ctx: Ctx, doc: Doc<typeof constructionRegistration>): Promise<Change[]> {
  const open = await loadPasses(ctx, doc);
  return (await Promise.all(open.map(pass => ended(ctx, pass)))).flat();
}
