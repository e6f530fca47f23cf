import { type Day, instantAt, MINUTE_MS, nextDay, weekdayOf } from '../kit/dates.ts';
import { readHours } from '../kit/hours.ts';
import type { Elevator } from './elevator.ts';
import { WEEKDAYS } from './work-schedule.ts';

/** Reservations may begin up to this long before the request arrives. */
export const GRACE_MS = 15 * MINUTE_MS;

/** A time span in ms; `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}
/** A span in which `left` more moves can take place at once. */
export interface FreeSpan extends Span {
  left: number;
}
type Week = Pick<Elevator, (typeof WEEKDAYS)[number]>;
type Places = Pick<Elevator, 'capacity' | 'bufferMinutes'>;

export const overlap = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** Opening hours of an elevator on a day, without regard to reservations and closures. */
export function openSpans(week: Week, day: Day, timeZone: string): Span[] {
  const weekday = WEEKDAYS[weekdayOf(day)] ?? 'sunday';
  return (readHours(week[weekday] ?? '') ?? []).map(({ from, to }) => ({
    from: instantAt(day, from, timeZone).getTime(),
    to: instantAt(day, to, timeZone).getTime(),
  }));
}

/** The parts of a span not covered by others. */
export function without(span: Span, others: readonly Span[]): Span[] {
  let left = [span];
  for (const other of others)
    left = left.flatMap(time =>
      overlap(time, other)
        ? [
            { from: time.from, to: Math.min(time.to, other.from) },
            { from: Math.max(time.from, other.to), to: time.to },
          ].filter(({ from, to }) => from < to)
        : [time],
    );
  return left;
}

/** Maximum number of spans overlapping at one moment within a span. */
export function mostAtOnce(spans: readonly Span[], within: Span): number {
  const there = spans.filter(span => overlap(span, within));
  const starts = there.map(({ from }) => Math.max(from, within.from));
  return Math.max(0, ...starts.map(at => there.filter(({ from, to }) => from <= at && at < to).length));
}

/** A move followed by the buffer time. */
const padded = ({ bufferMinutes }: Places, { from, to }: Span): Span => ({ from, to: to + bufferMinutes * MINUTE_MS });

/** Whether an elevator has room for another move at a time. */
export const fits = (elevator: Places, moves: readonly Span[], span: Span): boolean =>
  mostAtOnce(
    moves.map(move => padded(elevator, move)),
    padded(elevator, span),
  ) < elevator.capacity;

/** Parts of an open span by number of free places, where a move of the given length fits. */
function freeWithin(
  elevator: Places,
  span: Span,
  minutes: number,
  { moves, begin = at => at }: Pick<Around, 'moves' | 'begin'>,
): FreeSpan[] {
  const buffer = elevator.bufferMinutes * MINUTE_MS;
  const taken = moves.map(move => padded(elevator, move)).filter(move => overlap(move, padded(elevator, span)));
  const end = span.to + buffer;
  const turns = [span.from, end, ...taken.flatMap(({ from, to }) => [from, to])].filter(
    at => at >= span.from && at <= end,
  );
  const marks = [...new Set(turns)].sort((a, b) => a - b);
  const runs: FreeSpan[][] = [];
  let run: FreeSpan[] = [];
  for (const [n, from] of marks.slice(0, -1).entries()) {
    const left = elevator.capacity - taken.filter(move => move.from <= from && from < move.to).length;
    if (left > 0) run.push({ from, to: marks[n + 1] ?? from, left });
    if (left <= 0 || n === marks.length - 2) {
      if (run.length > 0) runs.push(run);
      run = [];
    }
  }
  return runs.flatMap(parts => {
    // A move plus buffer must end before the next one.
    const to = (parts.at(-1)?.to ?? 0) - buffer;
    const from = begin(parts[0]?.from ?? 0);
    if (to - from < minutes * MINUTE_MS) return [];
    return parts
      .map(part => ({ ...part, from: Math.max(part.from, from), to: Math.min(part.to, to) }))
      .filter(time => time.from < time.to);
  });
}

interface Around {
  moves: readonly Span[];
  closures: readonly Span[];
  timeZone: string;
  /** Times before are not free. */
  after: number;
  /** Rounds a time up to the first possible start. */
  begin?: (at: number) => number;
}

/** Free times of an elevator on a day for a move of a length. Also used to validate reservations. */
export function freeOn(
  elevator: Week & Places,
  day: Day,
  minutes: number,
  { moves, closures, timeZone, after, begin }: Around,
): FreeSpan[] {
  return openSpans(elevator, day, timeZone)
    .flatMap(span => without(span, [...closures, { from: 0, to: after }]))
    .flatMap(span => freeWithin(elevator, span, minutes, { moves, ...(begin && { begin }) }));
}

/** The next free times for a move of a length within `days` days, at most `most`. */
export function nextFree(
  elevator: Week & Places,
  day: Day,
  days: number,
  minutes: number,
  around: Around,
  most = 3,
): Span[] {
  const found: Span[] = [];
  for (let n = 0; n < days && found.length < most; n++, day = nextDay(day)) {
    const spans = freeOn(elevator, day, minutes, around);
    for (const whole of joined(spans))
      for (let from = whole.from; from + minutes * MINUTE_MS <= whole.to; from += minutes * MINUTE_MS)
        if (found.length < most) found.push({ from, to: from + minutes * MINUTE_MS });
  }
  return found;
}

function joined(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const { from, to } of spans) {
    const last = out.at(-1);
    if (last && last.to === from) last.to = to;
    else out.push({ from, to });
  }
  return out;
}

export type Refused = 'ELEVATOR_OUT_OF_HOURS' | 'ELEVATOR_CLOSED' | 'ELEVATOR_SLOT_TAKEN';

/** Reason why an elevator cannot take a move, or null. */
export function whyNot(
  elevator: Week & Places,
  day: Day,
  span: Span,
  { moves, closures, timeZone }: Omit<Around, 'after'>,
): Refused | null {
  const open = openSpans(elevator, day, timeZone);
  if (!open.some(({ from, to }) => from <= span.from && span.to <= to)) return 'ELEVATOR_OUT_OF_HOURS';
  if (closures.some(closure => overlap(closure, span))) return 'ELEVATOR_CLOSED';
  return fits(elevator, moves, span) ? null : 'ELEVATOR_SLOT_TAKEN';
}

/** Possible starts of a move within free spans, every `step` minutes. */
export function startsIn(spans: readonly { start: string; end: string }[], minutes: number, step = 30): Span[] {
  const free = joined(spans.map(({ start, end }) => ({ from: Date.parse(start), to: Date.parse(end) })));
  const starts: Span[] = [];
  for (const { from, to } of free)
    for (let at = from; at + minutes * MINUTE_MS <= to; at += step * MINUTE_MS)
      starts.push({ from: at, to: at + minutes * MINUTE_MS });
  return starts;
}
