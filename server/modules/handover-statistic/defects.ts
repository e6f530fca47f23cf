import { daysBetween, lastDayOf } from '@lobby/shared/kit/dates.ts';
import { propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { medianOf, rankOf, SPLITS_OF, shareOf } from '@lobby/shared/modules/handover-statistic.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { stepOf } from '../amenity-statistics/index.ts';
import { blocksIn, DEFECTS, daysIn, type Figure, loadGroups, loadNames } from './progress.ts';
import { type Defect, isWithin, loadDefects, loadUnits, type Period } from './read.ts';

const TOP = 10;
/** Excludes rejected defects from all rates, so that rejections do not distort them. */
const counted = (all: readonly Defect[]) => all.filter(({ rejectedAt }) => !rejectedAt);
const round = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100);

/** Number of defects by state. */
function stateOf(group: readonly Defect[]) {
  const open = group.filter(({ closed }) => !closed);
  return {
    notRepaired: open.filter(({ status }) => status === 'NOT_REPAIRED').length,
    repaired: open.filter(({ status }) => status === 'REPAIRED').length,
    confirmed: group.filter(({ closed, rejectedAt }) => closed && !rejectedAt).length,
    rejected: group.filter(({ rejectedAt }) => rejectedAt).length,
  };
}

const defects: Figure = async (ctx, query, period) => {
  const all = (await loadDefects(ctx, query)).filter(({ foundOn }) => isWithin(period, foundOn));
  const days = daysIn('foundOn', period);
  if (query.split && SPLITS_OF.defects?.includes(query.split))
    return (await loadGroups(ctx, query, query.split, all)).map(({ key, name, rows, filter }) => ({
      key,
      name,
      link: `${DEFECTS}${days}${filter}`,
      values: { count: rows.length, ...stateOf(rows) },
    }));
  const valid = counted(all);
  const perUnit = [...Map.groupBy(valid, ({ unitId }) => unitId).values()].map(({ length }) => length);
  const line = (key: string, count: number, more: string) => ({
    key,
    name: null,
    values: { count },
    link: `${DEFECTS}${blocksIn(query)}${days}${more}`,
  });
  const units = (await loadUnits(ctx, query)).length;
  const state = stateOf(all);
  return [
    line('found', all.length, ''),
    line('notRepaired', state.notRepaired, '&status=NOT_REPAIRED&closed=false'),
    line('repaired', state.repaired, '&status=REPAIRED&closed=false'),
    line('confirmed', state.confirmed, '&closed=true&rejected=false'),
    line('rejected', state.rejected, '&rejected=true'),
    {
      key: 'perUnit',
      name: null,
      link: `${DEFECTS}${blocksIn(query)}${days}&rejected=false`,
      values: {
        mean: units === 0 ? null : round(valid.length / units),
        // Units without defects count as 0.
        median: medianOf([...perUnit, ...Array.from({ length: Math.max(0, units - perUnit.length) }, () => 0)]),
      },
    },
  ];
};

/** Duration of repairs completed in the period, from discovery to the last repair. */
const repairDays: Figure = async (ctx, query, period) => {
  const done = counted(await loadDefects(ctx, query)).filter(({ repairedOn }) => isWithin(period, repairedOn));
  const split = query.split && SPLITS_OF.repairDays?.includes(query.split) ? query.split : 'partner';
  const repaired = `&rejected=false${daysIn('repairedOn', period)}`;
  const lineOf = (key: string, name: string | null, group: readonly Defect[], filter: string) => {
    const days = group.flatMap(({ foundOn, repairedOn }) =>
      foundOn && repairedOn ? daysBetween(foundOn, repairedOn) : [],
    );
    return {
      key,
      name,
      values: { count: group.length, median: medianOf(days), most: rankOf(days, 0.9) },
      link: `${DEFECTS}${repaired}${filter}`,
    };
  };
  const groups = await loadGroups(ctx, query, split, done);
  return [
    lineOf('all', null, done, blocksIn(query)),
    ...groups.map(({ key, name, rows, filter }) => lineOf(key, name, rows, filter)),
  ];
};

/** Overdue and returned defects by partner. */
const overdue: Figure = async (ctx, query, period) => {
  const all = counted(await loadDefects(ctx, query)).filter(({ foundOn }) => isWithin(period, foundOn));
  const groups = Map.groupBy(all, ({ partnerId }) => partnerId ?? '');
  const nameOf = await loadNames(ctx, partner, [...groups.keys()]);
  return [...groups].map(([key, group]) => {
    const returned = group.filter(({ returns }) => returns > 0).length;
    return {
      key,
      name: key ? nameOf(key) : null,
      link: `${DEFECTS}&rejected=false&partnerId=${key || 'none'}${daysIn('foundOn', period)}${blocksIn(query)}`,
      values: {
        count: group.length,
        overdue: group.filter(defect => defect.overdue && !defect.closed).length,
        returned,
        percent: shareOf(returned, group.length),
      },
    };
  });
};

/** Items and rooms with the most defects, and the share of units affected. */
const topItems: Figure = async (ctx, query, period) => {
  const all = counted(await loadDefects(ctx, query)).filter(({ foundOn }) => isWithin(period, foundOn));
  const units = (await loadUnits(ctx, query)).length;
  const groups = Map.groupBy(
    all.filter(({ itemId }) => itemId),
    ({ itemId, roomId }) => `${itemId} ${roomId ?? ''}`,
  );
  const [itemOf, roomOf] = [
    await loadNames(
      ctx,
      propertyItem,
      all.map(({ itemId }) => itemId),
    ),
    await loadNames(
      ctx,
      propertyRoom,
      all.map(({ roomId }) => roomId),
    ),
  ];
  return [...groups]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, TOP)
    .map(([key, group]) => {
      const [itemId, roomId] = key.split(' ');
      const homes = new Set(group.map(({ unitId }) => unitId)).size;
      return {
        key,
        name: [itemOf(itemId), roomOf(roomId)].filter(Boolean).join(' · '),
        values: { count: group.length, units: homes, percent: shareOf(homes, units) },
        link: `${DEFECTS}&rejected=false&itemId=${itemId}&roomId=${roomId || 'none'}${daysIn('foundOn', period)}${blocksIn(query)}`,
      };
    });
};

/** Warranty claims by month and category. */
const claims: Figure = async (ctx, query, period) => {
  const all = (await loadDefects(ctx, query)).filter(
    defect => defect.phase === 'WARRANTY' && isWithin(period, defect.foundOn),
  );
  const groups = Map.groupBy(all, defect => `${stepOf(defect.foundOn ?? '', 'month')} ${defect.category ?? ''}`);
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => {
      const [month = '', category] = key.split(' ');
      const days: Period = { from: `${month}-01`, to: lastDayOf(month) };
      const within: Period = {
        from: period.from && period.from > `${month}-01` ? period.from : days.from,
        to: days.to < period.to ? days.to : period.to,
      };
      return {
        key: category || 'OTHER',
        name: month,
        values: { count: group.length },
        link: `${DEFECTS}&phase=WARRANTY&category=${category || 'none'}${daysIn('foundOn', within)}${blocksIn(query)}`,
      };
    });
};

export const FAULTS = { defects, repairDays, overdue, topItems, claims };
