import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import type { device } from '@lobby/shared/modules/device.ts';
import { deviceReading, type Meter } from '@lobby/shared/modules/device-reading.ts';
import { downtime } from '@lobby/shared/modules/downtime.ts';
import { demoId, idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';

type Machine = Made<typeof device>;
/** Weeks with readings. */
const WEEKS = 52;

/** Meters by system code with start value and usual growth per week; a gauge does not grow. */
const METERS: Readonly<Record<string, readonly [meter: Meter, from: number, step: number]>> = {
  TM: [{ key: 'luot', name: 'Lượt chạy', unitName: 'lượt', kind: 'COUNTER', max: 9_999_999 }, 118_000, 4_180],
  MPD: [{ key: 'gio', name: 'Giờ chạy', unitName: 'giờ', kind: 'COUNTER', max: 99_999 }, 1_960, 9],
  'PCCC-BOM': [{ key: 'ap', name: 'Áp lực đường ống', unitName: 'bar', kind: 'GAUGE' }, 8, 0],
  'NUOC-CAP': [{ key: 'gio', name: 'Giờ chạy', unitName: 'giờ', kind: 'COUNTER', max: 99_999 }, 6_400, 74],
  'NUOC-THAI': [{ key: 'gio', name: 'Giờ chạy', unitName: 'giờ', kind: 'COUNTER', max: 99_999 }, 9_150, 132],
};
const meterIn = (code: string) => {
  const name = Object.keys(METERS).find(prefix => code.startsWith(prefix));
  return name === undefined ? null : (METERS[name] ?? null);
};

/** Value of a meter in a week. */
function shownAt(code: string, seed: number, week: number): number {
  const [, from = 0, step = 0] = meterIn(code) ?? [];
  const around = ((seed * 37 + week * 17) % 21) - 10;
  if (step === 0) return Math.round((from + around / 20) * 10) / 10;
  return Math.round(from + seed * 7 + week * step + (step * around) / 100);
}

const readAt = (now: Date, week: number, seed: number) =>
  new Date(now.getTime() - (WEEKS - week) * 7 * DAY_MS - (seed % 5) * HOUR_MS);

/** Meters of a machine with their latest values. */
export function metersOf(code: string, seed: number, now: Date): Machine['meters'] {
  const found = meterIn(code);
  if (!found) return [];
  const last = shownAt(code, seed, WEEKS);
  const meter = { unitName: null, max: null, ...found[0] };
  return [{ ...meter, last, lastAt: readAt(now, WEEKS, seed).toISOString() }] as unknown as Machine['meters'];
}

/** Weekly readings of a year. */
export function readingsOf(site: Site, machines: readonly Machine[], now: Date): Made<typeof deviceReading>[] {
  const id = idsOf('device-reading', site.key);
  const byId = demoId('employee', site.key, site.key === 'hoasen' ? 7 : 3);
  let n = 0;
  return machines.flatMap((machine, seed) => {
    const found = meterIn(machine.code);
    if (!found) return [];
    return Array.from({ length: WEEKS }, (_, week) => {
      const at = readAt(now, week + 1, seed);
      return recordOf(deviceReading, site.id, id(n++), at, {
        deviceId: machine._id,
        meter: found[0].key,
        value: shownAt(machine.code, seed, week + 1),
        at,
        byId,
      });
    });
  });
}

/** Past stops of lifts: days ago, minutes, reason and note. */
const STOPS = [
  [310, 300, 'BREAKDOWN', 'Kẹt cửa tầng 12'],
  [228, 520, 'MAINTENANCE', 'Thay cáp tải'],
  [140, 240, 'INSPECTION', 'Kiểm định định kỳ'],
  [61, 310, 'BREAKDOWN', 'Lỗi biến tần'],
  [17, 90, 'POWER', 'Mất điện lưới'],
] as const;

/** The lift that is out of service now. */
export const DOWN_NOW = 'TM-B-2';
export const downSince = (now: Date): Date => new Date(now.getTime() - 140 * MINUTE_MS);

/** Downtimes of lifts within a year; one is still open. */
export function downtimesOf(site: Site, machines: readonly Machine[], now: Date): Made<typeof downtime>[] {
  const id = idsOf('downtime', site.key);
  let n = 0;
  return machines.flatMap((machine, seed) => {
    if (!machine.code.startsWith('TM')) return [];
    const past = STOPS.filter((_stop, at) => (at + seed) % 2 === 0).map(([days, minutes, reason, note]) => {
      const from = new Date(now.getTime() - days * DAY_MS - seed * HOUR_MS);
      const to = new Date(from.getTime() + minutes * MINUTE_MS);
      return recordOf(downtime, site.id, id(n++), from, { deviceId: machine._id, from, to, reason, note });
    });
    if (machine.code !== DOWN_NOW) return past;
    const from = downSince(now);
    const open = { deviceId: machine._id, from, reason: 'BREAKDOWN' as const, note: 'Cabin rung mạnh, đã treo biển' };
    return [...past, recordOf(downtime, site.id, id(n++), from, open)];
  });
}
