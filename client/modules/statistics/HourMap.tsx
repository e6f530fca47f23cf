import type { Counted } from '@lobby/shared/kit/statistic-terms.ts';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { styleClass } from '../../theme/classes.ts';

/** Breakdowns by the clock, with their values in order. */
export const CLOCK_SPLITS = { hour: 24, weekday: 7 } as const;
const HOURS = Array.from({ length: CLOCK_SPLITS.hour }, (_, hour) => String(hour).padStart(2, '0'));
const WEEKDAYS = Array.from({ length: CLOCK_SPLITS.weekday }, (_, n) => String(n + 1));
/** From this share of the highest value on, the ground needs light words. */
const MUCH = 0.6;

const mapClass = styleClass({
  overflowX: 'auto',
  flex: 'none',
  px: '4',
  pb: '3',
  '& table': { borderCollapse: 'separate', borderSpacing: '2px', textStyle: 'xs' },
  '& caption': { textAlign: 'start', textStyle: 'sm', fontWeight: 'semibold', py: '2' },
  '& th': { fontWeight: 'medium', color: 'fg.muted', px: '1', whiteSpace: 'nowrap', textAlign: 'start' },
  '& td': {
    minW: '30px',
    h: '7',
    textAlign: 'center',
    borderRadius: 'sm',
    fontFamily: 'figures',
    bg: 'color-mix(in srgb, var(--chakra-colors-accent-solid) var(--heat), var(--chakra-colors-bg-subtle))',
  },
  '& td[data-much]': { color: 'accent.contrast' },
});

interface HourMapProps {
  label: string;
  /** Broken down by both. */
  counted: Counted;
}

/** Records by weekday and hour: the peak hours of a week. */
export function HourMap({ label, counted: { split, columns, total } }: HourMapProps) {
  const { t } = useTranslation(['statistics', 'home']);
  const { number } = useFormats();
  const values = new Map(columns.map(({ key }, n) => [key, total[n] ?? 0]));
  const valueAt = (weekday: string, hour: string) =>
    values.get(split[0] === 'hour' ? `${hour}|${weekday}` : `${weekday}|${hour}`) ?? 0;
  const most = Math.max(1, ...values.values());
  const hours = HOURS.filter(hour => WEEKDAYS.some(weekday => valueAt(weekday, hour) > 0));
  return (
    <section
      className={mapClass()}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
      tabIndex={0}
    >
      <table>
        <caption>{t('peakHours')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('weekday')}</th>
            {hours.map(hour => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map(weekday => (
            <tr key={weekday}>
              <th scope="row">{t(`home:weekdays.${Number(weekday) % CLOCK_SPLITS.weekday}`)}</th>
              {hours.map(hour => {
                const value = valueAt(weekday, hour);
                return (
                  <td
                    key={hour}
                    style={{ '--heat': `${(value / most) * 100}%` } as CSSProperties}
                    data-much={value / most >= MUCH ? '' : undefined}
                  >
                    {value > 0 ? number(value) : ''}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
