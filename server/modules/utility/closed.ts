import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import type { Session } from '../../kit/database/database.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Frame } from './frames.ts';

export type Closure = Doc<typeof utilityClosure>;
/** A period in which amenities are closed, with the reason. */
export interface Closed extends Frame {
  utilityIds: readonly string[];
  reason: string;
}

/** A closure under change, with its new state; null if it is removed. */
export interface ChangedClosure {
  id: string;
  after: Closure | null;
}

const WEEK_MS = 7 * DAY_MS;

function yearLater(at: Date, years: number): Date {
  const moved = new Date(at);
  moved.setUTCFullYear(at.getUTCFullYear() + years);
  return moved;
}

/** Occurrences of a closure within a span, computed from its rule. */
export function timesOf(
  { from, to, repeat, until, openedAt }: Pick<Closure, 'from' | 'to' | 'repeat' | 'until' | 'openedAt'>,
  span: Frame,
): Frame[] {
  const meets = (frame: Frame) => frame.from < span.to && span.from < frame.to;
  const first = { from, to: openedAt && openedAt > from && openedAt < to ? openedAt : to };
  if (repeat === 'NONE') return [first].filter(meets);
  const last = until ? new Date(`${until}T23:59:59.999Z`) : span.to;
  const times: Frame[] = [first];
  for (let n = 1; n <= 800; n++) {
    const moved = (at: Date) => (repeat === 'WEEKLY' ? new Date(at.getTime() + n * WEEK_MS) : yearLater(at, n));
    const next = { from: moved(from), to: moved(to) };
    if (next.from > last || next.from >= span.to) break;
    times.push(next);
  }
  return times.filter(meets);
}

/** Closures of amenities within a span; `changed` replaces the stored state of a closure. */
export async function closedIn(
  projectId: string,
  utilityIds: readonly string[],
  span: Frame,
  session: Session | null = null,
  changed?: ChangedClosure,
): Promise<Closed[]> {
  const found = await records(utilityClosure)
    .in(session)
    .find(
      { projectId },
      {
        utilityIds: { $in: [...utilityIds] },
        from: { $lt: span.to },
        $or: [{ repeat: { $ne: 'NONE' } }, { to: { $gt: span.from } }],
      },
      { patience: 2000 },
    );
  const stored = changed ? found.filter(({ _id }) => _id !== changed.id) : found;
  return [...stored, ...(changed?.after ? [changed.after] : [])].flatMap(closure =>
    timesOf(closure, span).map(time => ({ ...time, utilityIds: closure.utilityIds, reason: closure.reason })),
  );
}

/** Closure of an amenity that overlaps with a frame. */
export const closedAt = (closed: readonly Closed[], utilityId: string, { from, to }: Frame): Closed | undefined =>
  closed.find(closure => closure.utilityIds.includes(utilityId) && closure.from < to && from < closure.to);
