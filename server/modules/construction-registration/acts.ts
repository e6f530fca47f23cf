import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/acts/act.ts';
import { addFiles } from '../../kit/records/acts/add-files.ts';
import type { Action, ActionInput, ActionsOf, EffectOf } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import {
  assertCollected,
  combineEffects,
  depositActs,
  depositAtEnd,
  depositGivenUp,
  formActs,
  withStatusNotice,
} from '../resident-form/index.ts';
import { newEnd } from './rules.ts';
import { endPasses, makePasses } from './worker-passes.ts';
import { changeWorkers } from './workers.ts';

/** How far back the start or end of works may be entered. */
const BACK_MS = 30 * DAY_MS;
const MOST_NOTE = 1000;
type Works = Doc<typeof constructionRegistration>;
type Acts = (typeof constructionRegistration)['actions'];

/** Time of an act: now, or within the last month and not before `from`. */
function doneAt(ctx: Ctx, time: string | null | undefined, from: Date | null = null): Date {
  if (!time) return ctx.now;
  const at = new Date(time);
  const refuse = (code: string) => failFields({ at: { code } }, code);
  if (at > ctx.now) failFields({ at: { code: 'DATE_IN_FUTURE' } });
  if (at.getTime() < ctx.now.getTime() - BACK_MS) refuse('CONSTRUCTION_IN_PAST');
  if (from && at < from) refuse('CONSTRUCTION_TIMES_REVERSED');
  return at;
}

/** Appends a staff note to the existing ones. */
function noted({ managementNote }: Works, note: string | null | undefined): Partial<Works> {
  if (!note) return {};
  return { managementNote: [managementNote, note].filter(Boolean).join('\n').slice(-MOST_NOTE) };
}

/** Refuses to end works while workers are inside. */
async function assertNoWorkersInside(ctx: Ctx, { _id }: Works): Promise<void> {
  const inside = await records(visitor).find(
    ctx,
    { constructionId: _id, status: 'IN_PROGRESS' },
    { only: ['name'], limit: 100, patience: 2000 },
  );
  if (inside.length > 0) fail('WORKERS_INSIDE', { names: inside.map(({ name }) => name), count: inside.length });
}

const begin = async (ctx: Ctx, doc: Works, { at, note }: ActionInput<Acts['in-progress']>): Promise<Effect> => ({
  set: { actualStartAt: doneAt(ctx, at), ...noted(doc, note) },
  with: await makePasses(ctx, doc),
});

const end = async (ctx: Ctx, doc: Works, input: ActionInput<Acts['complete']>): Promise<Effect> => {
  const deposit = await depositAtEnd(ctx, constructionRegistration, doc, input);
  await assertNoWorkersInside(ctx, doc);
  const papers: EffectOf<typeof constructionRegistration> = await addFiles(
    ctx,
    constructionRegistration,
    doc,
    'acceptanceFiles',
    input.acceptanceFiles,
  );
  const held = papers.set?.acceptanceFiles ?? doc.acceptanceFiles;
  const { acceptanceRequired } = await receptionIn(ctx.projectId);
  if (acceptanceRequired && held.length === 0)
    failFields({ acceptanceFiles: { code: 'ACCEPTANCE_REQUIRED' } }, 'ACCEPTANCE_REQUIRED');
  const actualEndAt = doneAt(ctx, input.at, doc.actualStartAt);
  const main: Effect = {
    ...papers,
    set: { ...papers.set, ...noted(doc, input.note), actualEndAt, stopped: false, late: false },
    with: await endPasses(ctx, doc),
  };
  return combineEffects(main, deposit);
};

const handIn: Action<typeof constructionRegistration, 'hand-in'> = async (ctx, doc, { files }) => {
  if (!files?.length) failFields({ files: { code: 'REQUIRED' } });
  const papers = await addFiles(ctx, constructionRegistration, doc, 'acceptanceFiles', files);
  const set = { ...papers.set, acceptanceAt: ctx.now };
  return withStatusNotice(constructionRegistration, ctx, doc, 'CONSTRUCTION_REGISTRATION_HANDED_IN', {
    ...papers,
    set,
  });
};

const stop: Action<typeof constructionRegistration, 'stop'> = async (ctx, doc, { stopImages }) => {
  const pictures = await addFiles(ctx, constructionRegistration, { ...doc, stopImages: [] }, 'stopImages', stopImages);
  const set = {
    stopped: true,
    stoppedAt: ctx.now,
    stopImages: [],
    ...pictures.set,
  };
  return withStatusNotice(constructionRegistration, ctx, doc, 'CONSTRUCTION_REGISTRATION_STOPPED', {
    ...pictures,
    set,
  });
};

const resume: Action<typeof constructionRegistration, 'resume'> = (ctx, doc, { note }) => {
  const set = { stopped: false, ...noted(doc, note) };
  return withStatusNotice(constructionRegistration, ctx, doc, 'CONSTRUCTION_REGISTRATION_RESUMED', { set });
};

const extend: Action<typeof constructionRegistration, 'extend'> = async (ctx, doc, input) => {
  const expectedEndAt = newEnd(ctx, doc, input.expectedEndAt);
  const set = { expectedEndAt, late: false, overdue: false, endTold: null };
  const longer = await makePasses(ctx, { ...doc, expectedEndAt });
  return withStatusNotice(constructionRegistration, ctx, doc, 'CONSTRUCTION_REGISTRATION_EXTENDED', {
    set,
    with: longer,
  });
};

/** Effects of each act on works beside the status change (domain.md, Construction). */
export const acts = {
  ...formActs(constructionRegistration, {
    approve: async (ctx, doc) => {
      assertCollected(doc);
      return { with: await makePasses(ctx, doc) };
    },
    begin,
    complete: end,
    end: async (ctx, doc, input) => ({
      with: [
        ...(await depositGivenUp(ctx, constructionRegistration, doc, input.reason)),
        ...(await endPasses(ctx, doc)),
      ],
    }),
  }),
  ...depositActs(constructionRegistration),
  workers: changeWorkers,
  'hand-in': handIn,
  stop,
  resume,
  extend,
} satisfies ActionsOf<typeof constructionRegistration>;
