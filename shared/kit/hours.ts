/** A span of a day in minutes since midnight; 1440 is its end. */
export interface Hours {
  from: number;
  to: number;
}

const SPAN = /^(\d{1,2})(?:[:h.]?(\d{2}))?h?\s*[-–—]\s*(\d{1,2})(?:[:h.]?(\d{2}))?h?$/i;
const pad = (n: number) => String(n).padStart(2, '0');

/** Formats minutes since midnight: `07:30`. */
export const clockOf = (minutes: number): string => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;

function minutesOf(hours = '', minutes = '0'): number | null {
  const at = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && at <= 1440 ? at : null;
}

/** Parses typed spans of a day (`8-12, 13h-17h30`) in the order given; null if invalid. */
export function readHours(text: string): Hours[] | null {
  const spans: Hours[] = [];
  for (const part of text.split(/[,;\n]|(?<=\d|h)\s+(?=\d)/i)) {
    const [, h1, m1, h2, m2] = SPAN.exec(part.trim()) ?? [];
    const [from, to] = [minutesOf(h1, m1), minutesOf(h2, m2)];
    if (!h1 || from === null || to === null) return null;
    spans.push({ from, to });
  }
  return spans;
}

/** Formats spans of a day as they are stored and shown: `08:00-12:00, 13:00-17:30`. */
export const writeHours = (spans: readonly Hours[]): string =>
  spans.map(({ from, to }) => `${clockOf(from)}-${clockOf(to)}`).join(', ');

/** Validates the shifts of a day: each ends after its start, and starts after the previous one ended (rules.md 5). */
export function faultOfHours(text: string): 'HOURS_INVALID' | 'HOURS_REVERSED' | 'SHIFT_TOO_EARLY' | null {
  const spans = readHours(text);
  if (!spans) return 'HOURS_INVALID';
  if (spans.some(({ from, to }) => from >= to)) return 'HOURS_REVERSED';
  return spans.some(({ from }, at) => from < (spans[at - 1]?.to ?? 0)) ? 'SHIFT_TOO_EARLY' : null;
}
