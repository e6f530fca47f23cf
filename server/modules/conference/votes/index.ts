import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { CONFERENCE } from '@lobby/shared/modules/conference.ts';
import {
  ballotReceipts,
  keyBallot,
  keyedBallots,
  openVotes,
  ownVotes,
  sendBallot,
} from '@lobby/shared/modules/vote-sheet.contract.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { moveRoute, ordered } from '../../../kit/records/lists/ordered.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';
import { serves } from '../../../platform/server-module.ts';
import { loadRows } from '../desk/electorate.ts';
import { meetingsFor, readBy, rowsFor } from '../desk/residents.ts';
import { castBallot, loadSheet, openBallots } from './ballots.ts';
import { keyPaper, loadKeyed, printPapers } from './papers.ts';
import { drawPapers } from './print.ts';
import { completeSheet, voteActs } from './rules.ts';
import { ballots, markId, marks } from './store.ts';

/** Sheets visible to a resident: opened ones of published meetings. */
async function sheetsFor(ctx: Ctx, query: Where<typeof voteSheet>): Promise<Doc<typeof voteSheet>[]> {
  const ids = (await meetingsFor(ctx)).map(({ _id }) => _id);
  return records(voteSheet).find(
    ctx,
    { conferenceId: { $in: ids }, status: { $nin: ['DRAFT', 'CANCELLED'] }, $and: [query] },
    { sort: { displayOrder: 1 }, patience: 2000 },
  );
}

const byId = z.strictObject({ id: idSchema });

const ownRoutes: readonly Route[] = [
  route(sendBallot, {
    flags: ['updateStatus'],
    residents: true,
    status: 200,
    run: (ctx, { params, body }) => castBallot(ctx, params.id, body),
  }),
  route(ownVotes, {
    flags: ['read'],
    residents: true,
    async run(ctx, { params: { id } }) {
      const [sheet] = ctx.kind === 'resident' ? await sheetsFor(ctx, { _id: id }) : [await loadSheet(ctx, id)];
      if (!sheet) return fail('NOT_FOUND');
      const query = { conferenceId: sheet.conferenceId };
      const rows = ctx.kind === 'resident' ? await rowsFor(ctx, query) : await loadRows(ctx, query);
      const voted = await marks()
        .find({ _id: { $in: rows.map(row => markId(id, row._id)) } })
        .toArray();
      const how = new Map(voted.map(mark => [mark.rowId, mark.how]));
      return rows.map(({ _id }) => ({ conferenceUnitId: _id, cast: how.has(_id), channel: how.get(_id) ?? null }));
    },
  }),
  route({
    method: 'post',
    path: `${voteSheet.path}/:id/papers`,
    summary:
      'Print the papers that units hold: serials with weights, in an order that tells nothing; `again`: those that are out',
    module: CONFERENCE,
    flags: ['updateStatus'],
    status: 200,
    params: byId,
    query: z.strictObject({ lang: z.enum(LANGUAGES).optional() }),
    body: z.strictObject({
      conferenceUnitIds: z.array(idSchema).min(1).max(1000).optional(),
      again: z.boolean().optional(),
    }),
    answer: 'application/pdf',
    async run(ctx, { params: { id }, body, query, res }) {
      const sheet = await loadSheet(ctx, id);
      if (sheet.status !== 'OPEN') fail('VOTE_CLOSED');
      const made = await printPapers(ctx, sheet, body);
      await drawPapers({ ...ctx, language: query.lang ?? ctx.language }, res, sheet, made);
    },
  }),
  route(keyBallot, {
    flags: ['write'],
    run: (ctx, { params, body }) => keyPaper(ctx, params.id, body),
  }),
  route(keyedBallots, {
    flags: ['read'],
    run: async (ctx, { params: { id } }) => loadKeyed(ctx, await loadSheet(ctx, id)),
  }),
  route(ballotReceipts, {
    flags: ['read'],
    residents: true,
    async run(ctx, { params: { id } }) {
      const [sheet] = ctx.kind === 'resident' ? await sheetsFor(ctx, { _id: id }) : [await loadSheet(ctx, id)];
      if (sheet?.status !== 'COUNTED') fail('RESULT_NOT_COUNTED');
      const rows = await ballots()
        .find({ projectId: ctx.projectId, sheetId: id }, { projection: { hash: 1 } })
        .sort({ hash: 1 })
        .toArray();
      return rows.map(({ hash }) => hash);
    },
  }),
];

const openRoute = route(openVotes, {
  flags: ['read'],
  run: (ctx, { params }) => openBallots(ctx, params.id),
});

export const voteRoutes: readonly Route[] = [...ownRoutes, openRoute, moveRoute(voteSheet)];
export const servedVotes = serves(
  voteSheet,
  { check: completeSheet, ...ordered(voteSheet, 'ALREADY_EXISTS'), actions: voteActs },
  route => readBy(route, voteSheet, sheetsFor),
);
