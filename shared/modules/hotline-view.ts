import { clockOf, readHours } from '../kit/hours.ts';
import type { HotlineRow } from './hotline.ts';

type Line = Pick<HotlineRow, 'kind' | 'hours'>;

/** Kinds as residents see them: most urgent first. */
const KINDS: readonly HotlineRow['kind'][] = ['MAIN', 'EMERGENCY', 'SECURITY', 'TECHNICAL', 'MANAGEMENT', 'OTHER'];

/** Numbers by kind, each kind in the order of the list. */
export const asShown = <L extends Line>(lines: readonly L[]): L[] =>
  KINDS.flatMap(kind => lines.filter(line => line.kind === kind));

/** When a number is answered next; null if it is now, as emergency numbers and those without hours always are. */
export function opensAt({ kind, hours: open }: Line, clock: string): string | null {
  const spans = kind === 'EMERGENCY' || !open ? [] : (readHours(open) ?? []);
  const [first] = spans;
  const [hours = 0, rest = 0] = clock.split(':').map(Number);
  const minutes = hours * 60 + rest;
  if (!first || spans.some(({ from, to }) => from <= minutes && minutes < to)) return null;
  return clockOf((spans.find(({ from }) => from > minutes) ?? first).from);
}

/** Requests of a kind that has to be answered within so many hours are urgent: a call is quicker. */
const URGENT_HOURS = 8;
export const isUrgentKind = ({ slaHours }: { slaHours: number }): boolean => slaHours <= URGENT_HOURS;

const CALLED: readonly HotlineRow['kind'][] = ['MAIN', 'EMERGENCY', 'SECURITY', 'TECHNICAL'];
/** Numbers to call at once: of the building and for emergencies, as far as somebody answers. */
export const urgentLines = <L extends Line>(lines: readonly L[], clock: string): L[] =>
  asShown(lines).filter(line => CALLED.includes(line.kind) && opensAt(line, clock) === null);
