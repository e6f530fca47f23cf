import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { monthOf } from '@lobby/shared/kit/dates.ts';
import { sayDay } from '@lobby/shared/kit/nouns.ts';
import type { planDates } from '@lobby/shared/modules/maintenance-plan.contract.ts';
import { maintenancePlan, RULE_FIELDS } from '@lobby/shared/modules/maintenance-plan.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useWriting } from '../../../kit/ui/form/form-context.ts';
import type { TypedValues } from '../../../kit/ui/form/read-form.ts';
import { readForm } from '../../../kit/ui/form/read-form.ts';
import { monthDays } from '../../../kit/ui/list/shapes/months.ts';
import { styleClass } from '../../../theme/classes.ts';
import { useRuleWords } from './rule-words.ts';

type PlanDate = AnswerOf<typeof planDates>[number];
const NAMES = Object.keys(RULE_FIELDS) as (keyof typeof RULE_FIELDS)[];

const listClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '1.5',
  m: '0',
  p: '0',
  listStyle: 'none',
  textStyle: 'sm',
  fontFamily: 'figures',
  '& > li': { px: '2', py: '0.5', borderRadius: 'sm', bg: 'bg.muted' },
  '& > li[data-moved]': { bg: 'waiting.subtle', color: 'waiting.fg' },
});

/** Months shown as calendars; later dates are listed. */
const MONTHS = 12;
const monthsClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))',
  gap: '3',
  pb: '2',
  '& figure': { m: '0' },
  '& figcaption': { textStyle: 'xs', fontWeight: 'semibold', pb: '1' },
  '& ol': {
    display: 'grid',
    gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
    listStyle: 'none',
    m: '0',
    p: '0',
    textStyle: 'xs',
    textAlign: 'center',
    color: 'fg.muted',
    fontFamily: 'figures',
  },
  '& li[data-on]': { borderRadius: 'sm', bg: 'accent.solid', color: 'accent.contrast' },
  '& li[data-moved]': { bg: 'waiting.subtle', color: 'waiting.fg' },
});

/** Returns a function that explains why a date was moved; undefined for others. */
function useSaid() {
  const { t } = useTranslation(maintenancePlan.name);
  const { day } = useFormats();
  return ({ movedFrom, reason }: PlanDate): string | undefined =>
    movedFrom
      ? [t('moved', { day: day(movedFrom) }), reason && t(`movedWhy.${reason}`)].filter(Boolean).join(' · ')
      : undefined;
}

/** Preview of the first dates of the rule being edited; moved ones are marked. */
export function DatesPreview() {
  const { t } = useTranslation(maintenancePlan.name);
  const { day } = useFormats();
  const how = useWriting();
  const words = useRuleWords();
  const typed = useWatch<TypedValues>({ name: NAMES });
  const raw = Object.fromEntries(NAMES.map((name, n) => [name, typed[n]]));
  const { values, errors } = readForm(RULE_FIELDS, raw, how, 'create');
  const { startsOn } = values;
  const isWhole = Object.keys(errors).length === 0 && Boolean(values.frequency) && typeof startsOn === 'string';
  const { data } = useContract<typeof planDates>(
    '/maintenance-plan/preview',
    isWhole && { method: 'POST', body: { ...values, startsOn } },
  );
  const titleOf = useSaid();
  if (!isWhole || !data) return null;
  const months = [...Map.groupBy(data, ({ date }) => monthOf(date))];
  return (
    <section aria-label={t('preview')} data-wide>
      <p>
        <strong>{words(values)}</strong>
      </p>
      <p>{t('preview')}</p>
      <div className={monthsClass()}>
        {months.slice(0, MONTHS).map(([month, dates]) => (
          <Month key={month} month={month} dates={dates} />
        ))}
      </div>
      <ul className={listClass()}>
        {months.slice(MONTHS).flatMap(([, dates]) =>
          dates.map(date => (
            <li key={date.date} data-moved={date.movedFrom ? '' : undefined} title={titleOf(date)}>
              {day(date.date)}
            </li>
          )),
        )}
      </ul>
    </section>
  );
}

/** Small calendar of a month with the dates marked. */
function Month({ month, dates }: { month: string; dates: readonly PlanDate[] }) {
  const titleOf = useSaid();
  const { day } = useFormats();
  const byDay = new Map(dates.map(date => [date.date, date]));
  return (
    <figure>
      <figcaption>{sayDay(month)}</figcaption>
      <ol>
        {monthDays(month).map(date => {
          const planned = byDay.get(date);
          if (!date.startsWith(month)) return <li key={date} />;
          return (
            <li
              key={date}
              data-on={planned ? '' : undefined}
              data-moved={planned?.movedFrom ? '' : undefined}
              aria-label={planned ? [day(date), titleOf(planned)].filter(Boolean).join(' · ') : undefined}
              title={planned && titleOf(planned)}
            >
              {Number(date.slice(8))}
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
