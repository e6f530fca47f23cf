import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { checkBooking } from '@lobby/shared/modules/utility-booking.contract.ts';
import { countIn, FREQUENCIES, frequencyIn, ruleOf } from '../../../modules/utility-booking/series/repeats.ts';
import { Choice } from '../../parts/Choice.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { Labelled } from '../../parts/parts.tsx';
import { t, when } from '../../words.ts';

type Occurrence = NonNullable<AnswerOf<typeof checkBooking>['occurrences']>[number];
const MOST = 26;

interface RepeatProps {
  rule: string;
  onRule: (rule: string) => void;
  occurrences: readonly Occurrence[] | undefined;
}

/** Recurrence of a booking, and the dates that are left out. */
export function Repeat({ rule, onRule, occurrences }: RepeatProps) {
  const frequency = frequencyIn(rule);
  return (
    <>
      <Choice
        label={t('amenities.repeat')}
        value={frequency}
        options={[
          { value: '', text: t('amenities.once') },
          ...FREQUENCIES.map(often => ({ value: often, text: t(`amenities.often.${often}`) })),
        ]}
        onChange={next => onRule(ruleOf(next, countIn(rule)))}
      />
      {frequency && (
        <Labelled label={t('amenities.times')}>
          <NumberField min={2} max={MOST} initial={countIn(rule)} onValue={times => onRule(ruleOf(frequency, times))} />
        </Labelled>
      )}
      <Left times={frequency ? (occurrences ?? []) : []} />
    </>
  );
}

/** Dates of a series that cannot be booked, with the reason. */
export function Left({ times }: { times: readonly Occurrence[] }) {
  const refused = times.filter(({ code }) => code !== null);
  if (refused.length === 0) return null;
  return (
    <ul aria-label={t('amenities.leftOut')}>
      {refused.map(({ from, message }) => (
        <li key={from} className="muted">
          {when(from)}: {message}
        </li>
      ))}
    </ul>
  );
}
