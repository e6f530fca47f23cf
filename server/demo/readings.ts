import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { dayOf, monthOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { usage, usageKey } from '@lobby/shared/modules/usage.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { type MeterPhoto, meterPhotosOf, shownBy } from './meter-photos.ts';
import { randomOf } from './random.ts';
import type { PricedService } from './services.ts';
import type { Site } from './sites.ts';

interface Meters {
  meters: Made<typeof meter>[];
  usages: Made<typeof usage>[];
  photos: MeterPhoto[];
}

/**
 * Meters of the homes and their monthly readings: one meter was replaced, one overflowed, some readings are unusually
 * high.
 */
export function readingsOf(site: Site, first: string, now: Date) {
  const random = randomOf(`readings ${site.key}`);
  const made: Meters = { meters: [], usages: [], photos: [] };
  const photos = meterPhotosOf(site);
  const ids = { meter: idsOf('meter', site.key), usage: idsOf('usage', site.key) };
  const codes = codesOf(usage.prefix);
  const today = dayOf(now, VIETNAM);
  const month = monthOf(today);
  const at = (day: string) => new Date(`${day}T03:00:00Z`);
  const names = new Map<string | null, string>();
  const states = new Map<string, { own: Made<typeof meter>; index: number; used: number[] }>();
  const meterOf = (home: Home, { key, service }: PricedService, values: Partial<Made<typeof meter>>) => {
    const head = { water: 'N', power: 'D' }[String(key)] ?? 'M';
    const doc = recordOf(meter, site.id, ids.meter(made.meters.length), at(`${first}-01`), {
      code: `${head}-${home.code}`,
      unitId: home.id,
      serviceId: service._id,
      startDate: `${first}-01`,
      digits: 5,
      coefficient: 1,
      live: true,
      startIndex: 0,
      place: 'Hộp kỹ thuật hành lang',
      ...values,
    });
    made.meters.push(doc);
    names.set(doc._id, doc.code);
    return doc;
  };
  function store(
    home: Home,
    device: Made<typeof meter>,
    of: string,
    from: number,
    to: number,
    before: readonly number[],
  ) {
    const { start: periodStart, end } = monthPeriod(of);
    const day = of === month ? today : end;
    const used = to < from ? to + 10 ** (device.digits ?? 5) - from : to - from;
    const last = before.slice(0, 3);
    const average = last.length > 0 ? Math.round((last.reduce((a, b) => a + b, 0) / last.length) * 1000) / 1000 : null;
    const change = average ? Math.round(((used - average) / average) * 10_000) / 100 : null;
    const outlier = change !== null && Math.abs(change) > 30;
    const { unitId, serviceId } = device;
    const values = {
      code: codes(at(day)),
      meterId: device._id,
      unitId,
      blockId: home.blockId,
      serviceId,
      month: of,
      months: 1,
      periodStart,
      periodEnd: end,
      oldIndex: from,
      newIndex: to,
      rolled: to < from,
      usageNumber: used,
      previousUsage: last[0] ?? null,
      averageUsage: average,
      change,
      outlier,
      confirmed: outlier,
      readAt: at(day),
      once: usageKey({ meterId: device._id }, of),
    };
    const reading = recordOf(usage, site.id, ids.usage(made.usages.length), at(day), values);
    made.usages.push(reading);
    const photo = photos.get(shownBy(String(device.code), to, device.digits ?? 5));
    if (photo) {
      made.photos.push({ ...photo, row: { ...photo.row, of: { entity: usage.name, id: reading._id }, at: at(day) } });
      reading.photos = [photo.row._id];
    }
    Object.assign(device, { lastMonth: of, lastIndex: to });
    return reading;
  }
  /** Reads a meter for a month; null where it is not read yet. */
  function read(home: Home, price: PricedService, of: string): Made<typeof usage> | null {
    const key = `${home.id} ${price.key}`;
    const nth = made.meters.length;
    const startIndex = nth === 6 ? 99_900 : random.int(120, 2400);
    const state = states.get(key) ?? { own: meterOf(home, price, { startIndex }), index: startIndex, used: [] };
    states.set(key, state);
    const usual = price.key === 'water' ? 3.2 * home.people.length : 60 + 45 * home.people.length;
    const odd = random.chance(0.015);
    const used = Math.max(1, Math.round(usual * (odd ? 2.4 : 0.9 + random.next() * 0.2)));
    // Some meters of the current month are not read yet.
    if (of === month && random.chance(0.02)) return null;
    const replaced = of === month && state.own === made.meters[3] && today.slice(8) > '07';
    const next = state.index + used;
    if (replaced) {
      const day = `${of}-07`;
      store(home, state.own, of, state.index, next, state.used);
      Object.assign(state.own, { removedAt: day, removedIndex: next, live: false });
      const values = { code: `${state.own.code}-2`, startDate: day, replacesId: state.own._id };
      const device = meterOf(home, price, values);
      states.set(key, { own: device, index: used, used: [] });
      return store(home, device, of, 0, used, []);
    }
    const shown = next % 10 ** (state.own.digits ?? 5);
    const reading = store(home, state.own, of, state.index, shown, state.used);
    states.set(key, { own: state.own, index: shown, used: [used, ...state.used] });
    return reading;
  }
  const codeOf = ({ meterId }: Made<typeof usage>) => names.get(meterId) ?? '';
  return { ...made, read, codeOf };
}

/** A reading as copied into a bill. */
export const readingOf = ({ oldIndex, newIndex, usageNumber, readAt }: Made<typeof usage>, code: string) => ({
  meter: code,
  coefficient: 1,
  oldIndex,
  newIndex,
  used: usageNumber,
  readAt,
});
