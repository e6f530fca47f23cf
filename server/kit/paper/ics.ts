import { DAY_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
/** An entry of a calendar. */
export interface IcsEvent {
  /** Never changes: calendars identify an entry by it. */
  uid: string;
  changedAt: Date;
  /** Grows with each change. */
  sequence: number;
  from: Date;
  to: Date;
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  summary: string;
  description?: string | undefined;
  location?: string | undefined;
  /** Minutes before the start at which devices show a reminder; null for none. */
  alarm: number | null;
}

const EOL = '\r\n';
const MOST_OCTETS = 75;

const formats = new Map<string, Intl.DateTimeFormat>();
/** UTC offset of a time zone at a moment, in ms. */
function offsetAt(at: number, zone: string): number {
  const cached = formats.get(zone);
  const of = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = cached ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...of });
  if (!cached) formats.set(zone, format);
  const parts = format.formatToParts(at);
  const part = (type: string) => Number(parts.find(entry => entry.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return local - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

/** A change of a zone's UTC offset. */
interface Turn {
  at: number;
  offset: number;
}

/** Offset changes of a zone between two moments; the first entry applies from the beginning. */
function turnsOf(zone: string, from: number, to: number): Turn[] {
  const turns: Turn[] = [{ at: 0, offset: offsetAt(from, zone) }];
  for (let day = from; day < to; day += DAY_MS) {
    let [low, high] = [day, day + DAY_MS];
    const [before, after] = [offsetAt(low, zone), offsetAt(high, zone)];
    if (before === after) continue;
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
      if (offsetAt(middle, zone) === before) low = middle;
      else high = middle;
    }
    turns.push({ at: Math.ceil(high / MINUTE_MS) * MINUTE_MS, offset: after });
  }
  return turns;
}

const stampOf = (at: number) => new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '');
const utc = (at: Date) => `${stampOf(at.getTime())}Z`;
const ahead = (offset: number) => {
  const minutes = Math.abs(offset) / MINUTE_MS;
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}${two(minutes % 60)}`;
};

/** Escapes a text (RFC 5545, 3.3.11). */
const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');

/** Folds a line at 75 octets without splitting a character. */
function folded(line: string): string {
  const bytes = Buffer.from(line);
  if (bytes.length <= MOST_OCTETS) return line;
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    // The space that starts a continuation line counts as an octet.
    let to = Math.min(bytes.length, from + MOST_OCTETS - (from === 0 ? 0 : 1));
    while (to < bytes.length && ((bytes[to] ?? 0) & 0xc0) === 0x80) to--;
    parts.push(bytes.toString('utf8', from, to));
    from = to;
  }
  return parts.join(`${EOL} `);
}

function zoneLines(zone: string, turns: readonly Turn[]): string[] {
  const least = Math.min(...turns.map(({ offset }) => offset));
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...turns.flatMap(({ at, offset }, n) => {
      const before = turns[n - 1]?.offset ?? offset;
      const kind = offset === least ? 'STANDARD' : 'DAYLIGHT';
      const begins = n === 0 ? '19700101T000000' : stampOf(at + before);
      const offsets = [`TZOFFSETFROM:${ahead(before)}`, `TZOFFSETTO:${ahead(offset)}`];
      return [`BEGIN:${kind}`, `DTSTART:${begins}`, ...offsets, `END:${kind}`];
    }),
    'END:VTIMEZONE',
  ];
}

function eventLines(event: IcsEvent, local: (at: Date) => string): string[] {
  const { uid, changedAt, sequence, from, to, status, summary, description, location, alarm } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(changedAt)}`,
    `LAST-MODIFIED:${utc(changedAt)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART;${local(from)}`,
    `DTEND;${local(to)}`,
    `SUMMARY:${escaped(summary)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    ...(location ? [`LOCATION:${escaped(location)}`] : []),
    `STATUS:${status}`,
    'TRANSP:OPAQUE',
    ...(alarm !== null && status !== 'CANCELLED'
      ? ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escaped(summary)}`, `TRIGGER:-PT${alarm}M`, 'END:VALARM']
      : []),
    'END:VEVENT',
  ];
}

/** A calendar file (RFC 5545). Identical entries produce identical bytes. */
export function icsOf({ name, zone, events }: { name: string; zone: string; events: readonly IcsEvent[] }): string {
  const times = events.flatMap(({ from, to }) => [from.getTime(), to.getTime()]);
  const span =
    times.length === 0 ? [0, 0] : [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  const turns = turnsOf(zone, (span[0] ?? 0) - DAY_MS, (span[1] ?? 0) + DAY_MS);
  const offsetOf = (at: number) => (turns.findLast(turn => turn.at <= at) ?? turns[0])?.offset ?? 0;
  const local = (at: Date) => `TZID=${zone}:${stampOf(at.getTime() + offsetOf(at.getTime()))}`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lobby//Lobby//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${zone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...zoneLines(zone, turns),
    ...events.flatMap(event => eventLines(event, local)),
    'END:VCALENDAR',
  ];
  return lines.map(line => folded(line) + EOL).join('');
}
