import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { styleClass } from '../../theme/classes.ts';

const mapClass = styleClass({
  overflowX: 'auto',
  flex: 'none',
  px: '4',
  pb: '3',
  '& table': { borderCollapse: 'separate', borderSpacing: '2px', textStyle: 'xs' },
  '& caption': { textAlign: 'start', textStyle: 'sm', fontWeight: 'semibold', py: '2' },
  '& th': { fontWeight: 'medium', color: 'fg.muted', px: '1', whiteSpace: 'nowrap', textAlign: 'start' },
  '& td': { p: '0', textAlign: 'center' },
  '& button, & td > span': {
    display: 'block',
    w: 'full',
    minW: '30px',
    minH: '7',
    lineHeight: '28px',
    borderRadius: 'sm',
    fontFamily: 'figures',
    bg: 'color-mix(in srgb, var(--chakra-colors-accent-solid) var(--heat), var(--chakra-colors-bg-subtle))',
    color: 'fg',
  },
  '& button[data-much]': { color: 'accent.contrast' },
  '& td > span': { color: 'fg.muted', bg: 'bg.muted' },
});
/** Weekday indexes from Monday; 0 is Sunday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];
/** Any Monday, to format the names of weekdays. */
const MONDAY = Date.UTC(2024, 0, 1);
const MUCH = 60;

/** Occupancy of each hour of the week in per cent; -1 stands for closed. Clicking a cell opens its bookings. */
export function HeatMap({
  heat,
  onOpen,
}: {
  heat: readonly (readonly number[])[];
  onOpen: (weekday: number, hour: number) => void;
}) {
  const { t, i18n } = useTranslation('amenity-statistics');
  const { number } = useFormats();
  const dayOf = (at: number) =>
    new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' }).format(MONDAY + at * DAY_MS);
  const open = (hour: number) => heat.some(row => (row[hour] ?? -1) >= 0);
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter(open);
  return (
    <div className={mapClass()}>
      <table>
        <caption>{t('tables.heat')}</caption>
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
          {WEEK.map((weekday, at) => (
            <tr key={weekday}>
              <th scope="row">{dayOf(at)}</th>
              {hours.map(hour => {
                const use = heat[weekday]?.[hour] ?? -1;
                return (
                  <td key={hour}>
                    {use < 0 ? (
                      <span title={t('closed')}>–</span>
                    ) : (
                      <button
                        type="button"
                        style={{ '--heat': `${Math.min(100, use)}%` } as CSSProperties}
                        data-much={use >= MUCH ? '' : undefined}
                        aria-label={t('cell', { day: dayOf(at), hour, use: number(use) })}
                        onClick={() => onOpen(weekday, hour)}
                      >
                        {Math.round(use)}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
