import {
  explainCheck,
  reconciliationCheck,
  reconciliationDay,
  type reconciliationLine,
  reconciliationLines,
  reconciliationRuns,
  withdrawExplanation,
} from '@lobby/shared/modules/reconciliation.contract.ts';
import { CHECKS, type Check, NOT_IN_USE, reconciliation } from '@lobby/shared/modules/reconciliation.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { transaction } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { whenWords } from '../../kit/sheets/cell.ts';
import { XLSX } from '../../kit/sheets/export.ts';
import { type Cell, writeBook } from '../../kit/sheets/sheet.ts';
import { writeEvents } from '../../kit/store/events.ts';
import { daySheet } from './day.ts';
import { dayPaper } from './paper.ts';
import { eventOf, startRun } from './run.ts';
import { results, runs, type Standing, standingId, standings, stateOf } from './store.ts';

const { path, code: module, name } = reconciliation;
const PAGE = 200;

const shownAt = (at: Date | null | undefined) => at?.toISOString() ?? null;

function lineOf(check: Check, standing: Standing | null): z.infer<typeof reconciliationLine> {
  const { rowsSeen = 0, left = 0, right = 0, difference = 0, acknowledged = null } = standing ?? {};
  return {
    check,
    no: CHECKS.indexOf(check) + 1,
    state: NOT_IN_USE.has(check) ? 'NOT_IN_USE' : stateOf(standing),
    rowsSeen,
    left,
    right,
    difference,
    run: standing?.run ?? null,
    at: shownAt(standing?.at),
    since: shownAt(standing?.since),
    acknowledged: acknowledged && { ...acknowledged, at: acknowledged.at.toISOString() },
  };
}

async function loadLines({ projectId }: Ctx) {
  const byCheck = new Map(
    (await standings().find({ projectId }).toArray()).map(standing => [standing.check, standing]),
  );
  return CHECKS.map(check => lineOf(check, byCheck.get(check) ?? null));
}

/** A check by name or number. */
function checkNamed(word: string): Check {
  const check = CHECKS.find((candidate, n) => candidate === word || String(n + 1) === word);
  return check ?? fail('CHECK_UNKNOWN', { check: word });
}

/** Explains a failed check, or withdraws the explanation; the check stays red. */
async function say(ctx: Ctx, word: string, reason: string | null) {
  const check = checkNamed(word);
  const id = standingId(ctx.projectId, check);
  const acknowledged = reason === null ? null : { by: ctx.actor, at: ctx.now, reason };
  await transaction(async session => {
    const { matchedCount } = await standings().updateOne(
      { _id: id, ok: false },
      { $set: { acknowledged } },
      { session },
    );
    if (matchedCount === 0) fail('CHECK_IS_GREEN', { check });
    const action = reason === null ? 'withdraw' : 'acknowledge';
    await writeEvents([eventOf(ctx, action, id, { check, reason })], session);
  });
  return lineOf(check, await standings().findOne({ _id: id }));
}

async function exported(ctx: Ctx) {
  const say = (key: string) => text(ctx, `reconciliation.${key}`);
  const head = (...keys: string[]): Cell[] => keys.map(key => ({ text: say(`fields.${key}`), look: 'bold' as const }));
  const when = (at: string | null) => whenWords(at ?? '', ctx.project.timeZone);
  const lines = await loadLines(ctx);
  const rows: Cell[][] = [];
  for (const { check, no, run, state } of lines) {
    if (!run || (state !== 'RED' && state !== 'KNOWN')) continue;
    const result = await results().findOne({ _id: `${run}:${check}` });
    for (const row of result?.wrong ?? []) rows.push([no, say(`checks.${check}`), row.name, row.left, row.right]);
  }
  const listed = lines.map((line): Cell[] => [
    line.no,
    say(`checks.${line.check}`),
    say(`states.${line.state}`),
    line.left,
    line.right,
    line.difference,
    line.rowsSeen,
    when(line.at),
    when(line.since),
    line.acknowledged?.reason ?? '',
  ]);
  const columns = ['no', 'check', 'state', 'left', 'right', 'difference', 'rowsSeen', 'at', 'since', 'reason'];
  const sheet = (name: string, head: Cell[], body: Cell[][]) => ({ name, batches: [[head], body], headed: true });
  return [
    sheet(say('title'), head(...columns), listed),
    sheet(say('rows'), head('no', 'check', 'record', 'left', 'right'), rows),
  ];
}

const read = { method: 'get', module, flags: ['read'] as const } as const;
const dayQuery = z.strictObject({ on: z.iso.date() });
export const reconciliationRoutes: readonly Route[] = [
  route(reconciliationLines, {
    flags: ['read'],
    run: loadLines,
  }),
  route(reconciliationRuns, {
    flags: ['read'],
    async run({ projectId }, { query: { page } }) {
      const cursor = runs().find({ projectId }).sort({ at: -1 });
      const shown = await cursor
        .skip((page - 1) * PAGE)
        .limit(PAGE)
        .toArray();
      return shown.map(({ _id: id, at, by, state, durationMs, states }) => ({
        id,
        at: at.toISOString(),
        by,
        state,
        durationMs,
        states: { ...states },
      }));
    },
  }),
  route(reconciliationDay, {
    flags: ['read'],
    run: (ctx, { query }) => daySheet(ctx, query.on),
  }),
  route({
    ...read,
    path: `${path}/day/pdf`,
    query: dayQuery,
    answer: 'application/pdf',
    summary: 'The sheet of a day on paper',
    run: (ctx, { query, res }) => dayPaper(ctx, res, query.on),
  }),
  route({
    ...read,
    path: `${path}/export`,
    flags: ['export'] as const,
    answer: XLSX,
    summary: 'The checks and what differs of them as a spreadsheet',
    async run(ctx, { res }) {
      res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${name}.xlsx"` });
      await writeBook(res, await exported(ctx));
    },
  }),
  route(reconciliationCheck, {
    flags: ['read'],
    async run({ projectId }, { params, query: { page } }) {
      const check = checkNamed(params.check);
      const standing = await standings().findOne({ _id: standingId(projectId, check) });
      const result = standing && (await results().findOne({ _id: `${standing.run}:${check}` }));
      const wrong = result?.wrong ?? [];
      return { ...lineOf(check, standing), count: wrong.length, rows: wrong.slice((page - 1) * PAGE, page * PAGE) };
    },
  }),
  route({
    method: 'post',
    path: `${path}/run`,
    module,
    flags: ['sync'] as const,
    status: 202,
    summary: 'Make checks now, all or those named; followed under /progress/:id',
    body: z.strictObject({ checks: z.array(z.string().max(40)).min(1).max(CHECKS.length).optional() }),
    answer: z.object({ progressId: z.string() }),
    async run(ctx, { body }) {
      return { progressId: await startRun(ctx, body.checks ? body.checks.map(checkNamed) : CHECKS) };
    },
  }),
  route(explainCheck, {
    flags: ['aggregate'],
    run: (ctx, { params, body }) => say(ctx, params.check, body.reason),
  }),
  route(withdrawExplanation, {
    flags: ['aggregate'],
    run: (ctx, { params }) => say(ctx, params.check, null),
  }),
];
