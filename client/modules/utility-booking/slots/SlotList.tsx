import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { styleClass } from '../../../theme/classes.ts';
import type { SlotsProps } from './SlotGrid.tsx';
import { slotChooser, TAKEN } from './slot-choice.ts';

const listClass = styleClass({
  flex: '1',
  minH: '0',
  overflow: 'auto',
  px: '4',
  pb: '4',
  '& > p': { display: 'flex', gap: '2', py: '2' },
  '& > p > button': {
    minH: 'target',
    px: '3',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'full',
  },
  '& h3': { textStyle: 'sm', fontWeight: 'semibold', py: '2' },
  '& ul': { listStyle: 'none', p: '0', m: '0', display: 'grid', gap: '2' },
  '& li > button': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '3',
    w: 'full',
    minH: 'target',
    px: '3',
    py: '2',
    textAlign: 'start',
    textStyle: 'sm',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    fontFamily: 'figures',
    '&[aria-disabled=true]': { bg: 'bg.muted', color: 'fg.muted' },
  },
  '& button[aria-pressed=true]': { bg: 'accent.subtle', borderColor: 'accent.solid' },
});
/** Parts of a day by start hour, end excluded. */
const PARTS = { morning: [0, 12], noon: [12, 17], evening: [17, 24] } as const;
type Part = keyof typeof PARTS;

/** Slots as a list on phones, filtered by part of the day. */
export function SlotList({ columns, chosen, onChoose }: SlotsProps) {
  const { t } = useTranslation(utilityBooking.name);
  const { time, money } = useFormats();
  const [part, setPart] = useState<Part | null>(null);
  const { isChosen, turn } = slotChooser(chosen, onChoose);
  const [least, most] = part ? PARTS[part] : [0, 24];
  const within = (from: string) => {
    const hour = Number(time(from).slice(0, 2));
    return least <= hour && hour < most;
  };
  const shown = columns
    .map(column => ({ ...column, slots: column.slots.filter(({ from }) => within(from)) }))
    .filter(({ slots }) => slots.length > 0);
  return (
    <div className={listClass()}>
      <p>
        {(Object.keys(PARTS) as Part[]).map(name => (
          <button
            key={name}
            type="button"
            aria-pressed={part === name}
            onClick={() => setPart(part === name ? null : name)}
          >
            {t(`slots.parts.${name}`)}
          </button>
        ))}
      </p>
      {shown.length === 0 && <span>{t('picker.none')}</span>}
      {shown.map(({ key, name, utilityId, slots }) => (
        <section key={key}>
          <h3>{name}</h3>
          <ul>
            {slots.map(slot => (
              <li key={slot.from}>
                <button
                  type="button"
                  aria-pressed={isChosen(utilityId, slot.from)}
                  aria-disabled={TAKEN.includes(slot.state)}
                  onClick={() => turn(utilityId, slot)}
                >
                  <span>
                    {time(slot.from)}–{time(slot.to)}
                  </span>
                  <span>
                    {slot.bookings?.map(({ unitCode }) => unitCode).join(', ') ||
                      slot.reason ||
                      (slot.price > 0 ? money(slot.price) : '')}
                  </span>
                  <span>
                    {slot.state === 'FREE'
                      ? t('slots.free', { free: slot.free, capacity: slot.capacity })
                      : t(`picker.states.${slot.state}`)}
                    {slot.waiting ? ` · ${t('slots.waiting', { count: slot.waiting })}` : ''}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
