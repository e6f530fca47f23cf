import { dayOf, nextDay } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import { newId } from '../../../kit/database/database.ts';
import type { Feed } from '../../../kit/live/feed/feed.ts';
import type { Live } from '../../../kit/live/live.ts';
import type { EventRow } from '../../../kit/store/events.ts';
import { reachOf } from '../waitlist/matching.ts';
import { HOLD } from './slot-holds.ts';

const SECOND_MS = 1000;
/** Maximum number of days in an event; above it readers reload everything they show. */
const MOST_DAYS = 31;

type Row = Record<string, unknown>;
interface Touched {
  utilityId: string;
  from: unknown;
  to: unknown;
}

const momentIn = (value: unknown): Date | null => (value instanceof Date ? value : null);
const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter(id => typeof id === 'string') : []);

const TAKES = ['status', 'slots', 'quantity', 'startAt', 'endAt'];

/** Amenities whose slots a change takes or frees, with the periods before and after it. */
export function touchedBy({ entity, action, row, before, after }: EventRow): Touched[] {
  const forms = [row, before && { ...row, ...before }].filter((form): form is Row => form !== null);
  if (entity === utilityClosure.name)
    return forms.flatMap(({ utilityIds, from, to, repeat }) =>
      idsIn(utilityIds).map(utilityId => ({
        utilityId,
        from: repeat === 'NONE' ? from : null,
        to: repeat === 'NONE' ? to : null,
      })),
    );
  if (entity === HOLD)
    return forms.map(({ utilityId, startAt, endAt }) => ({ utilityId: String(utilityId), from: startAt, to: endAt }));
  const moves = ['create', 'remove', 'restore'].includes(action) || TAKES.some(name => name in (after ?? {}));
  if ((entity !== utilityBooking.name && entity !== utilityWaitlist.name) || !moves) return [];
  if (entity === utilityWaitlist.name)
    return forms.flatMap(form => {
      const { from, to } = reachOf({
        startAt: momentIn(form.startAt),
        endAt: momentIn(form.endAt),
        flexible: utilityWaitlist.fields.flexible.options.find(option => option === form.flexible) ?? '0',
      });
      return idsIn(form.utilityIds).map(utilityId => ({ utilityId, from, to }));
    });
  return forms.map(({ utilityId, startAt, endAt }) => ({ utilityId: String(utilityId), from: startAt, to: endAt }));
}

/** Days of a period in the project's time zone; empty if unknown or too many. */
function daysOf({ from, to }: Touched, timeZone: string): string[] {
  if (!(from instanceof Date) || !(to instanceof Date)) return [];
  const [first, last] = [dayOf(from, timeZone), dayOf(new Date(to.getTime() - 1), timeZone)];
  const days = [first];
  while ((days.at(-1) ?? last) < last && days.length <= MOST_DAYS) days.push(nextDay(days.at(-1) ?? last));
  return days.length > MOST_DAYS ? [] : days;
}

/** Event about the slots of an amenity, with the days to reload; all if none are named. */
const slotsEvent = (projectId: string, utilityId: string, days: readonly string[]) => ({
  id: newId(),
  cursor: '',
  at: clockNow().toISOString(),
  projectId,
  module: utility.code,
  entity: 'slot',
  entityId: null,
  action: 'slots',
  version: 0,
  actor: { id: 'system', name: '' },
  data: { utilityId, days },
});

/** Notifies viewers of slots on this server of changes: at once, and then at most once a second for each amenity. */
export function broadcastSlots(feed: Feed, live: Live, zoneOf: (projectId: string) => Promise<string>): void {
  const waiting = new Map<string, Set<string> | null>();
  const tell = (projectId: string, utilityId: string, days: Iterable<string>) => {
    const event = slotsEvent(projectId, utilityId, [...new Set(days)].sort());
    live.toModule(projectId, utility.code, 'event', event);
    live.toResidents(projectId, utility.code, 'event', event);
  };
  const again = (projectId: string, utilityId: string) => {
    const gathered = waiting.get(utilityId);
    if (!gathered) return void waiting.delete(utilityId);
    waiting.set(utilityId, null);
    tell(projectId, utilityId, gathered.has('') ? [] : gathered);
    setTimeout(() => again(projectId, utilityId), SECOND_MS).unref();
  };
  const touch = (projectId: string, utilityId: string, days: readonly string[]) => {
    const pending = waiting.get(utilityId);
    if (pending === undefined) {
      waiting.set(utilityId, null);
      tell(projectId, utilityId, days);
      setTimeout(() => again(projectId, utilityId), SECOND_MS).unref();
      return;
    }
    const gathered = pending ?? new Set();
    for (const day of days.length > 0 ? days : ['']) gathered.add(day);
    waiting.set(utilityId, gathered);
  };
  feed.subscribe(({ row }) => {
    const touched = touchedBy(row);
    if (touched.length === 0) return;
    void zoneOf(row.projectId).then(zone => {
      for (const [utilityId, all] of Map.groupBy(touched, change => change.utilityId)) {
        const days = all.map(change => daysOf(change, zone));
        touch(row.projectId, utilityId, days.some(day => day.length === 0) ? [] : days.flat());
      }
    });
  });
}
