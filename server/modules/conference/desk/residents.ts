import type { Definition } from '@lobby/shared/kit/definition.ts';
import { contentRange } from '@lobby/shared/kit/paging.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import type { Route } from '../../../kit/http/route.ts';
import { load, loadScope } from '../../../kit/records/acts/act.ts';
import { present } from '../../../kit/records/present.ts';
import { loadDetail } from '../../../kit/serve.ts';
import { type Doc, type Loaded, records, type Where } from '../../../kit/store/records.ts';
import { speaksFor } from '../answers/answers.ts';
import { loadRows } from './electorate.ts';

/** Loads the records matching a query that a resident may see. */
type Seen<D extends Definition> = (ctx: Ctx, query: Where<D>) => Promise<Loaded<D>[]>;

/** Published meetings for the resident's block. */
export const meetingsFor = async (ctx: Ctx): Promise<Doc<typeof conference>[]> =>
  records(conference).find(ctx, { ...(await loadScope(ctx, conference)) }, { patience: 2000 });

/** Rows visible to a resident in published meetings: of their unit if they speak for it, and of units that they represent. */
export const rowsFor: Seen<typeof conferenceUnit> = async (ctx, query) => {
  const speaks = await speaksFor(ctx);
  const ways: Where<typeof conferenceUnit>[] = [
    ...(speaks ? [{ unitId: ctx.unitId }] : []),
    ...(ctx.residentId ? [{ attendance: 'AUTHORIZED' as const, representativeId: ctx.residentId }] : []),
  ];
  if (ways.length === 0) return [];
  const rows = await loadRows(ctx, { $and: [query], $or: ways });
  const ids = [...new Set(rows.flatMap(({ conferenceId }) => conferenceId ?? []))];
  const shown = await records(conference).find(
    ctx,
    { shown: true, _id: { $in: ids } },
    { only: ['_id'], patience: 2000 },
  );
  const seen = new Set(shown.map(({ _id }) => _id));
  return rows.filter(({ conferenceId }) => seen.has(conferenceId ?? ''));
};

interface ListRequest {
  params: { id: string };
  query: { filter?: Record<string, unknown>; page: number; limit: number };
  res: { set: (name: string, value: string) => void };
}

/** Opens the list and detail routes of a definition to residents, limited by `seen`; staff read all records. */
export function readBy<const D extends Definition>(route: Route, definition: D, seen: Seen<D>): Route;
export function readBy(route: Route, definition: Definition, seen: Seen<Definition>): Route {
  const isList = route.method === 'get' && route.path === definition.path;
  const isDetail = route.method === 'get' && route.path === `${definition.path}/:id`;
  if (!isList && !isDetail) return route;
  return {
    ...route,
    residents: true,
    async run(ctx, input) {
      if (ctx.kind !== 'resident') return route.run(ctx, input);
      const { params, query, res } = input as unknown as ListRequest;
      if (isDetail) {
        const [doc] = await seen(ctx, { _id: params.id });
        return loadDetail(ctx, definition, doc ?? fail('NOT_FOUND'));
      }
      const wanted = query.filter?.conferenceId;
      const docs = await seen(ctx, Array.isArray(wanted) ? { conferenceId: { $in: wanted } } : {});
      const from = (query.page - 1) * query.limit;
      const page = docs.slice(from, from + query.limit);
      res.set('Content-Range', contentRange(from, page.length, docs.length));
      return page.map(doc => present(definition, ctx.projectId, doc, 'resident'));
    },
  };
}

/**
 * The most relevant coming meeting of a household, with its answer and open votes: one with a vote first, then one in session, then the earliest;
 * null if there is none.
 */
export async function nextMeeting(ctx: Ctx) {
  const coming = (await meetingsFor(ctx)).filter(({ status }) => status === 'ONGOING');
  const ids = coming.map(({ _id }) => _id);
  if (ids.length === 0) return null;
  const of = { conferenceId: { $in: ids } };
  const [rows, open] = await Promise.all([
    rowsFor(ctx, of),
    records(voteSheet).find(
      ctx,
      { conferenceId: { $in: ids }, status: 'OPEN' },
      { only: ['who', 'conferenceId'], patience: 2000 },
    ),
  ]);
  // Counts only votes that the household can still cast: votes of those present require check-in.
  const done = (row: Doc<typeof conferenceUnit>): string[] => [...row.ballotsOnline, ...row.ballotsPaper];
  const votesOf = (meetingId: string): number => {
    const ofMeeting = rows.filter(({ conferenceId }) => conferenceId === meetingId);
    return open.filter(
      ({ _id, who, conferenceId }) =>
        conferenceId === meetingId &&
        ofMeeting.some(row => (who === 'ALL' || row.checkIn === 'CHECKED_IN') && !done(row).includes(_id)),
    ).length;
  };
  const urgent = ({ _id, phase }: Doc<typeof conference>): number =>
    votesOf(_id) > 0 ? 2 : phase === 'MEETING' ? 1 : 0;
  const [meeting] = coming.toSorted((a, b) => urgent(b) - urgent(a) || a.startAt.getTime() - b.startAt.getTime());
  if (!meeting) return null;
  const row = rows.find(({ unitId, conferenceId }) => unitId === ctx.unitId && conferenceId === meeting._id);
  return {
    id: meeting._id,
    name: meeting.name,
    startAt: meeting.startAt.toISOString(),
    venue: meeting.venue ?? null,
    running: meeting.phase === 'MEETING',
    attendance: row?.attendance ?? null,
    votes: votesOf(meeting._id),
  };
}

/** A row, if the caller may see it; NOT_FOUND otherwise. */
export async function rowSeen(ctx: Ctx, id: string): Promise<Doc<typeof conferenceUnit>> {
  if (ctx.kind !== 'resident') return load(ctx, conferenceUnit, id);
  const [row] = await rowsFor(ctx, { _id: id });
  return row ?? fail('NOT_FOUND');
}
