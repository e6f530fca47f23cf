import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';

export interface Formats {
  /** `21/11/2026` in the project's time zone. */
  date: (at: string | number | Date) => string;
  /** `21/11/2026 12:40`. */
  dateTime: (at: string | number | Date) => string;
  /** `12:40`. */
  time: (at: string | number | Date) => string;
  /** `09:05:07`, for the time at which figures were loaded. */
  second: (at: string | number | Date) => string;
  /** The shortest unambiguous form: `12:40` today, `20/11` this year, otherwise `20/11/2025`. */
  when: (at: string | number | Date, now: number) => string;
  /** A business day `2026-11-21` as `21/11/2026`; a month `2026-11` as `11/2026`. */
  day: (day: string) => string;
  /** `1.234.567 ₫`, with a non-breaking space. */
  money: (amount: number) => string;
  /** `718,4 triệu ₫`, for large amounts side by side. */
  amount: (amount: number) => string;
  number: (value: number) => string;
  /** At most one decimal: `64,1`. */
  decimal: (value: number) => string;
  /** A rate as entered: `0,05 %`, with a non-breaking space. */
  percent: (value: number) => string;
  /** A calculated share: `64,1 %`. */
  share: (value: number) => string;
  /** Format of a chart axis: the common unit, `triệu ₫`, and values in it, `250`. */
  scale: (most: number) => { unit: string; say: (amount: number) => string };
  /** A price with up to six decimals, as on a tax invoice. */
  exact: (value: number) => string;
  /** With as many decimals, so that numbers stand below each other. */
  fixed: (value: number, decimals: number) => string;
  /** Counts in narrow places: `1.207` or `12,3k`. */
  count: (value: number) => string;
}

/** How a language and time zone write dates, numbers and money; dates are DD/MM/YYYY in all languages (domain.md 21). */
export function formatsOf(language: Language, zone: string): Formats {
  const stamp = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const whole = new Intl.NumberFormat(language);
  const short = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const fine = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  const compact = new Intl.NumberFormat(language, {
    notation: 'compact',
    compactDisplay: 'long',
    maximumFractionDigits: 1,
  });
  const parts = (at: string | number | Date) => {
    const [date = '', time = ''] = stamp.format(new Date(at)).split(', ');
    return { date, time };
  };
  return {
    date: at => parts(at).date,
    time: at => parts(at).time,
    // Zone offsets are whole minutes, so the seconds are those of UTC.
    second: at => `${parts(at).time}:${String(new Date(at).getUTCSeconds()).padStart(2, '0')}`,
    dateTime: at => `${parts(at).date} ${parts(at).time}`,
    when: (at, now) => {
      const then = parts(at);
      const today = parts(now).date;
      if (then.date === today) return then.time;
      return then.date.slice(6) === today.slice(6) ? then.date.slice(0, 5) : then.date;
    },
    day: day => day.split('-').reverse().join('/'),
    money: amount => `${whole.format(amount)}\u00a0₫`,
    amount: amount => `${compact.format(amount)}\u00a0₫`,
    number: value => whole.format(value),
    decimal: value => short.format(value),
    percent: value => `${whole.format(value)}\u00a0%`,
    share: value => `${short.format(value)}\u00a0%`,
    exact: value => fine.format(value),
    fixed: (value, minimumFractionDigits) =>
      new Intl.NumberFormat(language, { minimumFractionDigits, maximumFractionDigits: minimumFractionDigits }).format(
        value,
      ),
    scale: most => {
      const parts = compact.formatToParts(most);
      const unit = parts.find(({ type }) => type === 'compact')?.value ?? '';
      const of = (wanted: string) => parts.flatMap(({ type, value }) => (type === wanted ? value : [])).join('');
      const shown = Number(`${of('integer')}.${of('fraction')}`);
      const by = unit && shown > 0 ? 10 ** Math.round(Math.log10(most / shown)) : 1;
      return { unit: `${unit} ₫`.trim(), say: amount => short.format(amount / by) };
    },
    count: value => (Math.abs(value) < 10_000 ? whole.format(value) : `${short.format(Math.trunc(value / 100) / 10)}k`),
  };
}

export interface Span {
  unit: 'minute' | 'hour' | 'day';
  count: number;
}

/** A duration in its largest whole unit, at least one minute: 125 minutes are 2 hours. */
export function spanOf(ms: number): Span {
  const long = Math.abs(ms);
  if (long >= DAY_MS) return { unit: 'day', count: Math.floor(long / DAY_MS) };
  if (long >= HOUR_MS) return { unit: 'hour', count: Math.floor(long / HOUR_MS) };
  return { unit: 'minute', count: Math.max(1, Math.floor(long / MINUTE_MS)) };
}

/** How near a due time is: far, soon (an hour or less) or past. */
export function urgencyOf(due: number, now: number): 'far' | 'soon' | 'past' {
  if (now > due) return 'past';
  return due - now <= HOUR_MS ? 'soon' : 'far';
}
