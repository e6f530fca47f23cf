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
function stateOf(own: readonly Defect[]) {
  const open = own.filter(({ closed }) => !closed);
  return {
    notRepaired: open.filter(({ status }) => status === 'NOT_REPAIRED').length,
    repaired: open.filter(({ status }) => status === 'REPAIRED').length,
    confirmed: own.filter(({ closed, rejectedAt }) => closed && !rejectedAt).length,
    rejected: own.filter(({ rejectedAt }) => rejectedAt).length,
  };
}

const defects: Figure = async (ctx, asked, period) => {
  const all = (await loadDefects(ctx, asked)).filter(({ foundOn }) => isWithin(period, foundOn));
  const found = daysIn('foundOn', period);
  if (asked.split && SPLITS_OF.defects?.includes(asked.split))
    return (await loadGroups(ctx, asked, asked.split, all)).map(({ key, name, own, filter }) => ({
      key,
      name,
      link: `${DEFECTS}${found}${filter}`,
      values: { count: own.length, ...stateOf(own) },
    }));
  const own = counted(all);
  const perUnit = [...Map.groupBy(own, ({ unitId }) => unitId).values()].map(({ length }) => length);
  const line = (key: string, count: number, more: string) => ({
    key,
    name: null,
    values: { count },
    link: `${DEFECTS}${blocksIn(asked)}${found}${more}`,
  });
  const units = (await loadUnits(ctx, asked)).length;
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
      link: `${DEFECTS}${blocksIn(asked)}${found}&rejected=false`,
      values: {
        mean: units === 0 ? null : round(own.length / units),
        // Units without defects count as 0.
        median: medianOf([...perUnit, ...Array.from({ length: Math.max(0, units - perUnit.length) }, () => 0)]),
      },
    },
  ];
};

/** Duration of repairs completed in the period, from discovery to the last repair. */
const repairDays: Figure = async (ctx, asked, period) => {
  const done = counted(await loadDefects(ctx, asked)).filter(({ repairedOn }) => isWithin(period, repairedOn));
  const split = asked.split && SPLITS_OF.repairDays?.includes(asked.split) ? asked.split : 'partner';
  const repaired = `&rejected=false${daysIn('repairedOn', period)}`;
  const lineOf = (key: string, name: string | null, own: readonly Defect[], filter: string) => {
    const days = own.flatMap(({ foundOn, repairedOn }) =>
      foundOn && repairedOn ? daysBetween(foundOn, repairedOn) : [],
    );
    return {
      key,
      name,
      values: { count: own.length, median: medianOf(days), most: rankOf(days, 0.9) },
      link: `${DEFECTS}${repaired}${filter}`,
    };
  };
  const groups = await loadGroups(ctx, asked, split, done);
  return [
    lineOf('all', null, done, blocksIn(asked)),
    ...groups.map(({ key, name, own, filter }) => lineOf(key, name, own, filter)),
  ];
};

/** Overdue and returned defects by partner. */
const overdue: Figure = async (ctx, asked, period) => {
  const all = counted(await loadDefects(ctx, asked)).filter(({ foundOn }) => isWithin(period, foundOn));
  const groups = Map.groupBy(all, ({ partnerId }) => partnerId ?? '');
  const nameOf = await loadNames(ctx, partner, [...groups.keys()]);
  return [...groups].map(([key, own]) => {
    const returned = own.filter(({ returns }) => returns > 0).length;
    return {
      key,
      name: key ? nameOf(key) : null,
      link: `${DEFECTS}&rejected=false&partnerId=${key || 'none'}${daysIn('foundOn', period)}${blocksIn(asked)}`,
      values: {
        count: own.length,
        overdue: own.filter(one => one.overdue && !one.closed).length,
        returned,
        percent: shareOf(returned, own.length),
      },
    };
  });
};

/** Items and rooms with the most defects, and the share of units affected. */
const topItems: Figure = async (ctx, asked, period) => {
  const all = counted(await loadDefects(ctx, asked)).filter(({ foundOn }) => isWithin(period, foundOn));
  const units = (await loadUnits(ctx, asked)).length;
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
    .map(([key, own]) => {
      const [itemId, roomId] = key.split(' ');
      const homes = new Set(own.map(({ unitId }) => unitId)).size;
      return {
        key,
        name: [itemOf(itemId), roomOf(roomId)].filter(Boolean).join(' · '),
        values: { count: own.length, units: homes, percent: shareOf(homes, units) },
        link: `${DEFECTS}&rejected=false&itemId=${itemId}&roomId=${roomId || 'none'}${daysIn('foundOn', period)}${blocksIn(asked)}`,
      };
    });
};

/** Warranty claims by month and category. */
const claims: Figure = async (ctx, asked, period) => {
  const all = (await loadDefects(ctx, asked)).filter(
    defect => defect.phase === 'WARRANTY' && isWithin(period, defect.foundOn),
  );
  const groups = Map.groupBy(all, one => `${stepOf(one.foundOn ?? '', 'month')} ${one.category ?? ''}`);
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => {
      const [month = '', category] = key.split(' ');
      const days: Period = { from: `${month}-01`, to: lastDayOf(month) };
      const within: Period = {
        from: period.from && period.from > `${month}-01` ? period.from : days.from,
        to: days.to < period.to ? days.to : period.to,
      };
      return {
        key: category || 'OTHER',
        name: month,
        values: { count: own.length },
        link: `${DEFECTS}&phase=WARRANTY&category=${category || 'none'}${daysIn('foundOn', within)}${blocksIn(asked)}`,
      };
    });
};

export const FAULTS = { defects, repairDays, overdue, topItems, claims };
