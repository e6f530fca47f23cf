import { DAY_MS, type Day } from '@lobby/shared/kit/dates.ts';
import type { HolidayRow } from '@lobby/shared/modules/work-schedule.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { styleClass } from '../../theme/classes.ts';

const listClass = styleClass({
  flex: 'none',
  w: { base: 'full', xl: '280px' },
  '& h2': { textStyle: 'sm', fontWeight: 'semibold', mb: '1.5' },
  '& ul': { listStyle: 'none', m: '0', p: '0', borderTopWidth: '1px', borderColor: 'border' },
  '& li': { borderBottomWidth: '1px', borderColor: 'border' },
  '& button': {
    display: 'grid',
    gridTemplateColumns: '8px 1fr auto',
    alignItems: 'center',
    columnGap: '2.5',
    w: 'full',
    minH: 'max(44px, var(--target))',
    py: '1.5',
    textAlign: 'start',
    borderRadius: 'sm',
    _hover: { bg: 'bg.subtle' },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
  },
  '& i': { w: '2', h: '2', borderRadius: 'full', bg: 'waiting.solid' },
  '& i[data-kind=PUBLIC]': { bg: 'bad.solid' },
  '& small': { textStyle: 'xs', color: 'fg.muted', display: 'block' },
  '& em': { fontStyle: 'normal', textStyle: 'xs', color: 'fg.muted', whiteSpace: 'nowrap' },
});

interface HolidayListProps {
  holidays: readonly HolidayRow[];
  /** First and last day of the year. */
  first: Day;
  last: Day;
  onOpen: (id: string) => void;
}

const lengthOf = (from: Day, to: Day) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Holidays of a year as a list, with the total of days off. */
export function HolidayList({ holidays, first, last, onOpen }: HolidayListProps) {
  const { t } = useTranslation('holiday');
  const { day: dayWords } = useFormats();
  const days = new Set<number>();
  for (const { startsOn, endsOn } of holidays)
    for (
      let at = Date.parse(startsOn < first ? first : startsOn);
      at <= Date.parse(endsOn > last ? last : endsOn);
      at += DAY_MS
    )
      days.add(at);
  return (
    <section className={listClass()}>
      <h2>{holidays.length === 0 ? t('empty.title') : t('year.of', { count: days.size })}</h2>
      {holidays.length === 0 ? (
        <p>{t('empty.text')}</p>
      ) : (
        <ul>
          {holidays.map(({ id, name, type, startsOn, endsOn }) => (
            <li key={id}>
              <button type="button" onClick={() => onOpen(id)}>
                <i data-kind={type} aria-hidden />
                <span>
                  {name}
                  <small>
                    {[...new Set([startsOn, endsOn])].map(day => dayWords(day).slice(0, 5)).join(' – ')} ·{' '}
                    {t(`options.type.${type}`)}
                  </small>
                </span>
                <em>{t('year.days', { count: lengthOf(startsOn, endsOn) })}</em>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
