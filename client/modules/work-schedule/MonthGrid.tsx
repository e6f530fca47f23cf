import { addDays, DAY_MS, type Day } from '@lobby/shared/kit/dates.ts';
import { type HolidayRow, WEEK } from '@lobby/shared/modules/work-schedule.ts';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../../kit/ui/marks/VisuallyHidden.tsx';
import { styleClass } from '../../theme/classes.ts';
import { mondayOf } from './week.ts';

const monthClass = styleClass({
  minW: '0',
  '& h2': { textStyle: 'sm', fontWeight: 'semibold', mb: '1.5' },
  '& > div': { display: 'grid', gridTemplateColumns: 'repeat(7, 1fr)', gap: '2px' },
  '& abbr': { textStyle: 'xs', color: 'fg.muted', textAlign: 'center', textDecoration: 'none' },
  '& button': {
    position: 'relative',
    minH: 'max(28px, var(--target))',
    borderRadius: 'sm',
    textStyle: 'xs',
    color: 'fg',
    fontFamily: 'figures',
    _hover: { bg: 'bg.muted' },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
    _disabled: { cursor: 'default' },
    '&[data-rest]': { bg: 'bg.muted', color: 'fg.muted' },
    '&[data-kind=DAY_OFF]': { bg: 'tint4.subtle', color: 'tint4.fg', fontWeight: 'semibold' },
    '&[data-kind=PUBLIC]': { bg: 'bad.subtle', color: 'bad.fg', fontWeight: 'semibold' },
    '&[data-today]': { outline: '1px solid', outlineColor: 'accent.solid', outlineOffset: '-1px' },
  },
});

interface MonthGridProps {
  /** Like `2026-11`. */
  month: string;
  today: Day;
  /** Day in the tab order. */
  stop: Day;
  rests: (day: Day) => boolean;
  holidayOf: (day: Day) => HolidayRow | undefined;
  /** Without it only holidays can be pressed. */
  mayAdd: boolean;
  onPress: (day: Day, holiday: HolidayRow | undefined) => void;
}

/** Month with its days off; pressing a day adds or opens a holiday. */
export function MonthGrid({ month, today, stop, rests, holidayOf, mayAdd, onPress }: MonthGridProps) {
  const { t } = useTranslation(['holiday', 'work-schedule']);
  const first = `${month}-01`;
  const before = (Date.parse(first) - Date.parse(mondayOf(first))) / DAY_MS;
  const length = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const title = t('year.month', { month: Number(month.slice(5)) });
  const name = `${title} ${month.slice(0, 4)}`;
  return (
    <section className={monthClass()} aria-label={name}>
      <h2>{title}</h2>
      <div>
        {WEEK.map(weekday => (
          <abbr key={weekday} title={t(`work-schedule:fields.${weekday}`)}>
            {t(`work-schedule:short.${weekday}`)}
          </abbr>
        ))}
        {Array.from({ length }, (_, n) => addDays(first, n)).map((day, n) => {
          const holiday = holidayOf(day);
          const rest = rests(day);
          const why = holiday?.name ?? (rest && t('year.rest'));
          return (
            <button
              key={day}
              type="button"
              data-day={day}
              data-kind={holiday?.type}
              data-rest={(!holiday && rest) || undefined}
              data-today={day === today || undefined}
              title={holiday?.name}
              aria-disabled={!holiday && !mayAdd}
              tabIndex={day === stop ? 0 : -1}
              style={n === 0 ? { gridColumnStart: before + 1 } : undefined}
              onClick={() => (holiday || mayAdd) && onPress(day, holiday)}
            >
              {n + 1}
              <VisuallyHidden>
                {name}
                {why && `, ${why}`}
              </VisuallyHidden>
            </button>
          );
        })}
      </div>
    </section>
  );
}
