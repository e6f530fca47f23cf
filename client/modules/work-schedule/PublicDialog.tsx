import type { Day } from '@lobby/shared/kit/dates.ts';
import { weekdayOf } from '@lobby/shared/kit/dates.ts';
import { type Offer, publicHolidays, runsOf, YEARS } from '@lobby/shared/modules/public-holidays.ts';
import { type HolidayRow, holiday, WEEKDAYS } from '@lobby/shared/modules/work-schedule.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { CommandDialog } from '../../kit/ui/overlay/CommandDialog.tsx';
import { styleClass } from '../../theme/classes.ts';
import { holidayOn } from './week.ts';

const listClass = styleClass({
  mt: '4',
  '& fieldset': { borderWidth: '0', borderTopWidth: '1px', borderColor: 'border', m: '0', px: '0', py: '3', minW: '0' },
  '& legend': { float: 'left', w: 'full', p: '0', mb: '2', fontWeight: 'medium' },
  '& legend small': { textStyle: 'xs', color: 'fg.muted', fontWeight: 'normal', ms: '2' },
  '& div': { clear: 'both', display: 'flex', flexWrap: 'wrap', gap: '1.5' },
  '& button': {
    minH: 'max(28px, var(--target))',
    px: '2',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'sm',
    textStyle: 'xs',
    fontFamily: 'figures',
    whiteSpace: 'nowrap',
    _hover: { bg: 'bg.subtle' },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '1px' },
    '&[aria-pressed=true]': { bg: 'bad.subtle', color: 'bad.fg', borderColor: 'bad.fg', fontWeight: 'semibold' },
    _disabled: { opacity: '0.5', cursor: 'default' },
  },
});

const usualDays = (offers: readonly Offer[], there: readonly HolidayRow[]) =>
  offers.flatMap(({ holiday: name, days }) =>
    days.some(({ day }) => isThere(there, day)) ? [] : days.filter(day => day.usual).map(({ day }) => `${name} ${day}`),
  );
const isThere = (there: readonly HolidayRow[], day: Day) => holidayOn(there, day)?.type === 'PUBLIC';

interface PublicDialogProps {
  year: number;
  /** Existing holidays of the year. */
  there: readonly HolidayRow[];
  onClose: () => void;
}

/** Offers the public holidays of a year and adds the chosen days. */
export function PublicDialog({ year, there, onClose }: PublicDialogProps) {
  const { t } = useTranslation(['holiday', 'work-schedule']);
  const { day: dayWords } = useFormats();
  const [chosenYear, setYear] = useState(year);
  const offers = publicHolidays(chosenYear);
  const existing = chosenYear === year ? there : [];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(usualDays(offers, existing)));
  const change = (next: number) => {
    setYear(next);
    setChosen(new Set(usualDays(publicHolidays(next), next === year ? there : [])));
  };
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  };
  const holidays = () =>
    offers.flatMap(({ holiday: name, days }) =>
      runsOf(days.filter(({ day }) => chosen.has(`${name} ${day}`)).map(({ day }) => day)).map(run => ({
        name: t(`public.names.${name}`),
        ...run,
      })),
    );
  return (
    <CommandDialog<{ made: string[] }>
      title={t('public.open')}
      description={t('public.help')}
      send={t('public.add', { count: chosen.size })}
      path={`${holiday.path}/public`}
      body={() => ({ holidays: holidays() })}
      disabled={chosen.size === 0}
      told={({ made }) => t('public.made', { count: made.length })}
      onClose={onClose}
      className={listClass()}
    >
      <Field label={t('public.year')}>
        <Select
          choices={YEARS.map(option => ({ value: String(option), label: String(option) }))}
          value={String(chosenYear)}
          onChange={event => change(Number(event.target.value))}
        />
      </Field>
      {offers.map(({ holiday: name, days }) => (
        <fieldset key={name}>
          <legend>
            {t(`public.names.${name}`)}
            {days.some(({ day }) => isThere(existing, day)) && <small>{t('public.there')}</small>}
          </legend>
          <div>
            {days.map(({ day }) => (
              <button
                key={day}
                type="button"
                aria-pressed={chosen.has(`${name} ${day}`)}
                disabled={isThere(existing, day)}
                onClick={() => toggle(`${name} ${day}`)}
              >
                {t(`work-schedule:short.${WEEKDAYS[weekdayOf(day)]}`)} {dayWords(day).slice(0, 5)}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
    </CommandDialog>
  );
}
