import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { checkBooking } from '@lobby/shared/modules/utility-booking.contract.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { useFormScope } from '../../../kit/ui/form/form-context.ts';
import type { TypedValues } from '../../../kit/ui/form/read-form.ts';
import { styleClass } from '../../../theme/classes.ts';
import { countIn, FREQUENCIES, frequencyIn, MOST_TIMES, ruleOf } from './repeats.ts';

const rowClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: '1fr 1fr' },
  gap: '4',
  '& > p': { gridColumn: '1 / -1', textStyle: 'sm', color: 'fg.muted' },
  '& > ul': { gridColumn: '1 / -1', listStyle: 'none', p: '0', m: '0', textStyle: 'sm', color: 'bad.fg' },
});

type Occurrence = NonNullable<AnswerOf<typeof checkBooking>['occurrences']>[number];

/** Recurrence of a new booking, with the dates that can be booked and those skipped. */
export function RepeatFields({ occurrences }: { occurrences: readonly Occurrence[] | undefined }) {
  const { t } = useTranslation(utilityBooking.name);
  const { dateTime } = useFormats();
  const id = useId();
  const { fields } = useFormScope();
  const { field, fieldState } = useController<TypedValues>({ name: 'rrule' });
  if (!fields.rrule) return null;
  const rule = typeof field.value === 'string' ? field.value : '';
  const frequency = frequencyIn(rule);
  const refused = occurrences?.filter(({ code }) => code !== null) ?? [];
  return (
    <div className={rowClass()} data-repeat="">
      <Field label={t('repeat.title')} error={fieldState.error?.message}>
        <Select
          value={frequency}
          choices={[
            { value: '', label: t('repeat.none') },
            ...FREQUENCIES.map(value => ({ value, label: t(`repeat.${value}`) })),
          ]}
          onChange={event => field.onChange(ruleOf(event.target.value, countIn(rule)))}
        />
      </Field>
      {frequency && (
        <Field label={t('repeat.count')}>
          <Select
            id={id}
            value={String(countIn(rule))}
            choices={Array.from({ length: MOST_TIMES - 1 }, (_, n) => ({ value: `${n + 2}`, label: `${n + 2}` }))}
            onChange={event => field.onChange(ruleOf(frequency, Number(event.target.value)))}
          />
        </Field>
      )}
      {frequency && occurrences && <p>{t('repeat.can', { count: occurrences.length - refused.length })}</p>}
      {refused.length > 0 && (
        <ul aria-label={t('repeat.skipped', { count: refused.length })}>
          {refused.map(({ from, message }) => (
            <li key={from}>
              {dateTime(from)}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
