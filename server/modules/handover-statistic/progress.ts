import { addDays, lastDayOf, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { medianOf, SPLITS_OF, type Split, shareOf } from '@lobby/shared/modules/handover-statistic.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { fieldOf } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { stepOf, stepsOf } from '../amenity-statistics/index.ts';
import { loadFloors } from '../handover-unit/index.ts';
import {
  type Appointment,
  type HandoverQuery,
  isWithin,
  loadAppointments,
  loadDefects,
  loadUnits,
  momentsOf,
  type Period,
  type UnitRow,
} from './read.ts';

/** A line of a figure: its label, its numbers, and a link to the records behind it. */
export interface Line {
  key: string;
  name: string | null;
  values: Record<string, number | null>;
  link: string | null;
}
export type Figure = (ctx: Ctx, asked: HandoverQuery, period: Period) => Promise<Line[]>;

const UNITS = `${handoverUnit.route}?tab=all`;
const ROUNDS = `${handoverSchedule.route}?tab=all`;
export const DEFECTS = `${handoverDefect.route}?tab=all`;
export const blocksIn = ({ filter }: HandoverQuery): string =>
  filter?.blockId && filter.blockId.length > 0 ? `&blockId=${filter.blockId.join(',')}` : '';
/** Period as a filter in the URL of a list. */
export const daysIn = (field: string, { from, to }: Period): string => `&${field}=${from ?? ''}..${to}`;

/** Block filter of a list; for a line of one block, that block only. */
const placeOf = (query: HandoverQuery, split: Split | undefined, key: string): string =>
  split === 'block' ? `&blockId=${key || 'none'}` : blocksIn(query);

/** Field and definition behind each split. */
const SPLIT = {
  block: { field: 'blockId', definition: block },
  type: { field: 'unitType', definition: null },
  partner: { field: 'partnerId', definition: partner },
  employee: { field: 'employeeId', definition: employee },
  category: { field: 'category', definition: null },
} as const satisfies Record<Split, { field: string; definition: Definition | null }>;

/** Groups records by a split, with name and list filter of each group. */
export async function loadGroups<T extends object>(ctx: Ctx, query: HandoverQuery, split: Split, all: readonly T[]) {
  const { field, definition } = SPLIT[split];
  const groups = Map.groupBy(all, item => String(fieldOf(item, field) ?? ''));
  const nameOf = definition ? await loadNames(ctx, definition, [...groups.keys()]) : null;
  return [...groups]
    .map(([key, rows]) => ({
      key,
      rows,
      name: nameOf ? nameOf(key) : split === 'type' && key ? text(ctx, `unit.options.type.${key}`) : null,
      filter: split === 'block' ? placeOf(query, split, key) : `&${field}=${key || 'none'}${blocksIn(query)}`,
    }))
    .toSorted((a, b) => b.rows.length - a.rows.length || (a.key < b.key ? -1 : 1));
}

export async function loadNames(
  ctx: Ctx,
  definition: Parameters<typeof loadRefs>[1],
  ids: readonly (string | null | undefined)[],
  by = 'name',
) {
  const refs = await loadRefs(
    ctx.projectId,
    definition,
    ids.filter(id => typeof id === 'string'),
  );
  return (id: string | null | undefined): string | null => {
    const named = refs.get(id ?? '')?.[by];
    return typeof named === 'string' ? named : null;
  };
}

const units: Figure = async (ctx, query) => {
  const all = await loadUnits(ctx, query);
  const statuses = Object.keys(handoverUnit.statuses);
  const count = (rows: readonly UnitRow[], status: string) => rows.filter(row => row.status === status).length;
  if (query.split && SPLITS_OF.units?.includes(query.split))
    return (await loadGroups(ctx, query, query.split, all)).map(({ key, name, rows, filter }) => ({
      key,
      name,
      link: `${UNITS}${filter}`,
      values: { count: rows.length, ...Object.fromEntries(statuses.map(status => [status, count(rows, status)])) },
    }));
  return statuses.map(status => ({
    key: status,
    name: null,
    values: { count: count(all, status), percent: shareOf(count(all, status), all.length) },
    link: `${UNITS}&status=${status}${blocksIn(query)}`,
  }));
};

const stepFrom = (step: string): string => (step.length === 7 ? `${step}-01` : step);
const stepTo = (step: string, by: HandoverQuery['by']): string =>
  by === 'month' ? lastDayOf(step) : by === 'week' ? addDays(step, 6) : step;

/** Handed-over units per step and in total, compared with the plan. */
const handedOver: Figure = async (ctx, query, period) => {
  const all = await loadUnits(ctx, query);
  const days = all.flatMap(({ handedOverOn }) => handedOverOn ?? []).toSorted();
  const due = all.flatMap(({ dueTo }) => dueTo ?? []);
  const shown = days.filter(day => isWithin(period, day));
  if (query.split && SPLITS_OF.handedOver?.includes(query.split)) {
    const over = all.filter(({ handedOverOn }) => isWithin(period, handedOverOn));
    return (await loadGroups(ctx, query, query.split, over)).map(({ key, name, rows, filter }) => ({
      key,
      name,
      link: `${UNITS}${daysIn('handedOverOn', period)}${filter}`,
      values: { count: rows.length },
    }));
  }
  const first = period.from ?? shown[0];
  if (!first) return [];
  return stepsOf({ from: first, to: period.to }, query.by).map(step => {
    const until = (list: readonly string[]) => list.filter(day => stepOf(day, query.by) <= step).length;
    const count = shown.filter(day => stepOf(day, query.by) === step).length;
    const values = { count, all: until(days), plan: until(due) };
    const [begins, ends] = [stepFrom(step), stepTo(step, query.by)];
    const span: Period = {
      from: period.from && period.from > begins ? period.from : begins,
      to: ends < period.to ? ends : period.to,
    };
    return { key: step, name: step, values, link: `${UNITS}${daysIn('handedOverOn', span)}${blocksIn(query)}` };
  });
};

const appointments: Figure = async (ctx, query) => {
  const all = await loadAppointments(ctx, query);
  const statuses = Object.keys(handoverSchedule.statuses);
  const count = (rows: readonly Appointment[], status: string) => rows.filter(row => row.status === status).length;
  if (query.split && SPLITS_OF.appointments?.includes(query.split))
    return (await loadGroups(ctx, query, query.split, all)).map(({ key, name, rows, filter }) => ({
      key,
      name,
      link: `${ROUNDS}${filter}`,
      values: { count: rows.length, ...Object.fromEntries(statuses.map(status => [status, count(rows, status)])) },
    }));
  return statuses.map(status => ({
    key: status,
    name: null,
    values: { count: count(all, status) },
    link: `${ROUNDS}&status=${status}${blocksIn(query)}`,
  }));
};

const endedIn = (ctx: Ctx, period: Period) => {
  const { from, to } = momentsOf(ctx, period);
  return ({ finishedAt }: Appointment) =>
    finishedAt !== null && finishedAt !== undefined && finishedAt >= from && finishedAt < to;
};

/** Share of first rounds that were accepted. */
export const firstTime: Figure = async (ctx, query, period) => {
  const ended = (await loadAppointments(ctx, query))
    .filter(appointment => appointment.round === 1)
    .filter(endedIn(ctx, period));
  const accepted = ended.filter(({ acceptance }) => acceptance !== 'NOT_ACCEPTED').length;
  const values = { accepted, finished: ended.length, percent: shareOf(accepted, ended.length) };
  return [
    {
      key: 'firstTime',
      name: null,
      values,
      link: `${ROUNDS}&round=1..1&acceptance=ACCEPTED,ACCEPTED_WITH_DEFECTS${daysIn('finishedAt', period)}${blocksIn(query)}`,
    },
  ];
};

const rounds: Figure = async (ctx, query) => {
  const over = (await loadUnits(ctx, query)).filter(({ status }) => status === 'HANDED_OVER');
  const sum = over.reduce((all, row) => all + row.rounds, 0);
  const mean = over.length === 0 ? null : Math.round((sum / over.length) * 100) / 100;
  return [
    {
      key: 'rounds',
      name: null,
      values: { units: over.length, rounds: sum, mean },
      link: `${UNITS}&status=HANDED_OVER${blocksIn(query)}`,
    },
  ];
};

/** Missed appointments in the period, and their share of those due. */
const noShows: Figure = async (ctx, query, period) => {
  const { from, to } = momentsOf(ctx, period);
  const within = (at: Date | null | undefined) => at instanceof Date && at >= from && at < to;
  const all = await loadAppointments(ctx, query);
  const missed = all.filter(({ noShowAt }) => within(noShowAt)).length;
  const due = missed + all.filter(({ actualAt }) => within(actualAt)).length;
  const link = `${ROUNDS}${daysIn('noShowAt', period)}${blocksIn(query)}`;
  return [{ key: 'noShows', name: null, values: { missed, due, percent: shareOf(missed, due) }, link }];
};

const obligation: Figure = async (ctx, query) => {
  const byBlock = Map.groupBy(await loadUnits(ctx, query), ({ blockId }) => blockId ?? '');
  const nameOf = await loadNames(ctx, block, [...byBlock.keys()]);
  return [...byBlock].map(([blockId, rows]) => {
    const complete = rows.filter(row => row.obligation === 'COMPLETE').length;
    const values = { complete, incomplete: rows.length - complete, percent: shareOf(complete, rows.length) };
    return {
      key: blockId,
      name: nameOf(blockId),
      values,
      link: `${UNITS}&blockId=${blockId || 'none'}&obligation=INCOMPLETE`,
    };
  });
};

const late: Figure = async (ctx, query) => {
  const count = (await loadUnits(ctx, query)).filter(row => row.late && row.status !== 'HANDED_OVER').length;
  return [{ key: 'late', name: null, values: { count }, link: `${UNITS}&late=true${blocksIn(query)}` }];
};

/** Inspections per employee: number, duration and defects found. */
const load: Figure = async (ctx, query, period) => {
  const ended = (await loadAppointments(ctx, query)).filter(endedIn(ctx, period));
  const byVisit = Map.groupBy(await loadDefects(ctx, query), ({ scheduleId }) => scheduleId);
  const byEmployee = Map.groupBy(
    ended.filter(({ employeeId }) => employeeId),
    ({ employeeId }) => employeeId ?? '',
  );
  const nameOf = await loadNames(ctx, employee, [...byEmployee.keys()]);
  return [...byEmployee].map(([employeeId, visits]) => {
    const minutes = visits.flatMap(({ actualAt, finishedAt }) =>
      actualAt && finishedAt ? (finishedAt.getTime() - actualAt.getTime()) / MINUTE_MS : [],
    );
    const defects = visits.reduce((sum, { _id }) => sum + (byVisit.get(_id)?.length ?? 0), 0);
    const middle = medianOf(minutes);
    return {
      key: employeeId,
      name: nameOf(employeeId),
      link: `${ROUNDS}&employeeId=${employeeId}${daysIn('finishedAt', period)}${blocksIn(query)}`,
      values: {
        appointments: visits.length,
        minutes: middle === null ? null : Math.round(middle),
        perUnit: Math.round((defects / visits.length) * 100) / 100,
      },
    };
  });
};

/** Status and open defects of each unit, floor by floor. */
const heatMap: Figure = async (ctx, query) => {
  const rows: UnitRow[] = await loadUnits(ctx, query);
  const nameOf = await loadNames(
    ctx,
    unit,
    rows.map(({ unitId }) => unitId),
    'code',
  );
  const steps = Object.keys(handoverUnit.statuses);
  return (await loadFloors(ctx, rows))
    .flatMap(({ units }) => units)
    .map(row => ({
      key: row.floorId ?? '',
      name: nameOf(row.unitId),
      link: `${UNITS}&id=${row._id}`,
      values: { status: steps.indexOf(row.status), openDefects: row.openDefects },
    }));
};

export const PROGRESS = {
  units,
  handedOver,
  appointments,
  firstTime,
  rounds,
  noShows,
  obligation,
  late,
  load,
  heatMap,
};
