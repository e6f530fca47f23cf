import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { availableSlots } from '@lobby/shared/modules/utility-booking.contract.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useRefRow } from '../../../kit/refs/refs.ts';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { useFieldWords, useWriting } from '../../../kit/ui/form/form-context.ts';
import { DateInput } from '../../../kit/ui/form/inputs/dates/DateInput.tsx';
import type { TypedValues } from '../../../kit/ui/form/read-form.ts';
import { readValue, writeLine } from '../../../kit/ui/form/values.ts';
import { styleClass } from '../../../theme/classes.ts';

export interface Slot {
  from: string;
  to: string;
}
/** States that staff may book with a reason, besides free slots. */
const TAKEABLE = ['FREE', 'TOO_SOON', 'TOO_FAR', 'CLOSED'];

const DAY = { kind: 'date' } as const;
const { slots: SLOTS } = utilityBooking.fields;

const pickerClass = styleClass({
  display: 'grid',
  gap: '3',
  borderWidth: '0',
  p: '0',
  m: '0',
  minW: '0',
  '& > legend': { textStyle: 'sm', fontWeight: 'medium', p: '0', mb: '2' },
  '& > p': { textStyle: 'sm', color: 'fg.muted' },
  '& > p[role=alert]': { color: 'bad.fg', textStyle: 'xs' },
  '& > ul': {
    listStyle: 'none',
    p: '0',
    m: '0',
    display: 'grid',
    gap: '2',
    gridTemplateColumns: 'repeat(auto-fill, minmax(124px, 1fr))',
  },
  '& li > button': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    w: 'full',
    minH: '11',
    px: '2.5',
    py: '1',
    bg: 'bg',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'md',
    textStyle: 'sm',
    textAlign: 'start',
    fontFamily: 'figures',
    '& > small': { textStyle: 'xs', color: 'fg.muted' },
    _hover: { bg: 'bg.subtle' },
    '&[aria-pressed=true]': { bg: 'accent.subtle', borderColor: 'accent.solid' },
    _disabled: { bg: 'bg.muted', borderColor: 'border', color: 'fg.muted', cursor: 'not-allowed' },
  },
});

/** Slots of the chosen amenity on a day with the free places of each; live. `takes`: the states that can be booked. */
export function SlotPicker({ takes = TAKEABLE }: { takes?: readonly string[] }) {
  const { t } = useTranslation(utilityBooking.name);
  const say = useFieldWords(utilityBooking.name);
  const [how, { time }] = [useWriting(), useFormats()];
  const id = useId();
  const [params] = useSearchParams();
  const { field, fieldState } = useController<TypedValues>({ name: 'slots' });
  const [utilityId] = useWatch<TypedValues>({ name: ['utilityId'] });
  const amenity = useRefRow('utility', typeof utilityId === 'string' ? utilityId : null);
  const chosen = chosenIn(field.value, how);
  const first = chosen[0]?.from;
  // The slots of the edited booking count as free for itself.
  const [editing] = useState(first ? params.get('id') : null);
  const [day, setDay] = useState(how.formats.day(first ? dayOf(new Date(first), how.timeZone) : how.today));
  const date = readValue(DAY, day, how).value;
  const groupId = typeof amenity?.groupId === 'string' && typeof date === 'string' ? amenity.groupId : null;
  const { data, error } = useContract<typeof availableSlots>(
    '/utility-group/:id/available-slots',
    groupId && {
      params: { id: groupId },
      query: { startDateUsage: String(date ?? ''), bookingId: editing },
      follow: utilityBooking.code,
    },
  );
  const put = (slots: readonly Slot[]) =>
    field.onChange(slots.map(({ from, to }) => writeLine(SLOTS, { from, to }, how)));
  const before = useRef(utilityId);
  useEffect(() => {
    if (before.current && before.current !== utilityId) field.onChange([]);
    before.current = utilityId;
  }, [utilityId, field.onChange]);
  const offered = data?.find(offer => offer.utilityId === utilityId)?.slots;
  const isChosen = ({ from }: Slot) => chosen.some(entry => entry.from === from);
  const turn = (slot: Slot) =>
    put(isChosen(slot) ? chosen.filter(entry => entry.from !== slot.from) : [...chosen, slot]);
  return (
    <fieldset className={pickerClass()} data-field="slots" data-invalid={fieldState.error ? '' : undefined}>
      <legend>{say.label('slots')}</legend>
      <Field label={t('picker.day')}>
        <DateInput
          id={id}
          name="day"
          field={DAY}
          label={t('picker.day')}
          value={day}
          invalid={false}
          onChange={typed => typeof typed === 'string' && setDay(typed)}
          onBlur={() => {}}
        />
      </Field>
      {!amenity && <p>{t('picker.choose')}</p>}
      {error && <p role="alert">{t('picker.failed')}</p>}
      {offered?.length === 0 && <p>{t('picker.none')}</p>}
      {offered && offered.length > 0 && (
        <ul aria-label={say.label('slots')}>
          {offered.map(slot => (
            <li key={slot.from}>
              <button
                type="button"
                aria-pressed={isChosen(slot)}
                disabled={!takes.includes(slot.state) && !isChosen(slot)}
                onClick={() => turn(slot)}
              >
                <span>
                  {time(slot.from)}–{time(slot.to)}
                </span>
                <small>
                  {slot.state === 'FREE' ? t('picker.free', { count: slot.free }) : t(`picker.states.${slot.state}`)}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {fieldState.error && <p role="alert">{fieldState.error.message}</p>}
    </fieldset>
  );
}

/** Chosen slots in a form value. */
export function chosenIn(value: TypedValues[string] | undefined, how: ReturnType<typeof useWriting>): Slot[] {
  const { value: lines } = readValue(SLOTS, value, how);
  return (Array.isArray(lines) ? lines : []).filter(
    (line): line is Slot => typeof line.from === 'string' && typeof line.to === 'string',
  );
}
