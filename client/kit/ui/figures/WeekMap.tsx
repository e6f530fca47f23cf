import { addDays, weekdayOf } from '@lobby/shared/kit/dates.ts';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';

const mapClass = styleClass({
  overflowX: 'auto',
  flex: 'none',
  px: '4',
  pb: '3',
  '& table': { borderCollapse: 'separate', borderSpacing: '2px', textStyle: 'xs' },
  '& caption': { textAlign: 'start', textStyle: 'sm', fontWeight: 'semibold', py: '2' },
  '& th': { fontWeight: 'medium', color: 'fg.muted', px: '1', whiteSpace: 'nowrap', textAlign: 'start' },
  '& td': { p: '0', textAlign: 'center' },
  '& td > *': {
    display: 'block',
    w: 'full',
    minW: '30px',
    minH: '7',
    lineHeight: '28px',
    borderRadius: 'sm',
    fontFamily: 'figures',
    color: 'fg.muted',
    bg: 'bg.muted',
  },
  '& [data-heat]': {
    color: 'fg',
    bg: 'color-mix(in srgb, var(--chakra-colors-accent-solid) var(--heat), var(--chakra-colors-bg-subtle))',
  },
  '& [data-heat=much]': { color: 'accent.contrast' },
});

/** From this share on, the ground needs light words. */
const MUCH = 0.6;

/** Attributes of the content of a cell that is filled by a share from 0 to 1. */
export const heatOf = (share: number) => ({
  style: { '--heat': `${Math.min(1, share) * 100}%` } as CSSProperties,
  'data-heat': share >= MUCH ? 'much' : '',
});

const MONDAY = '2024-01-01';
const WEEK = Array.from({ length: 7 }, (_, n) => addDays(MONDAY, n));

interface WeekMapProps {
  caption: string;
  /** Hours of the day that are shown, from 0 to 23. */
  hours: readonly number[];
  /** Content of a cell: one element. `weekday` is 0 for Sunday, `day` its short name. */
  children: (weekday: number, hour: number, day: string) => ReactNode;
}

/** A week as a table of weekdays, Monday first, and hours. */
export function WeekMap({ caption, hours, children }: WeekMapProps) {
  const { i18n } = useTranslation();
  const short = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
  return (
    <section
      className={mapClass()}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
      tabIndex={0}
    >
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td />
            {hours.map(hour => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEK.map(date => {
            const day = short.format(new Date(date));
            return (
              <tr key={date}>
                <th scope="row">{day}</th>
                {hours.map(hour => (
                  <td key={hour}>{children(weekdayOf(date), hour, day)}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
