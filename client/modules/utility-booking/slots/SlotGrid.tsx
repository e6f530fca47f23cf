import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { styleClass } from '../../../theme/classes.ts';
import { type Chosen, type Column, slotChooser, TAKEN } from './slot-choice.ts';
import { useMoving } from './useMoving.ts';

const gridClass = styleClass({
  flex: '1',
  minH: '0',
  overflow: 'auto',
  px: '4',
  pb: '4',
  '& table': { borderCollapse: 'separate', borderSpacing: '1' },
  '& th': { textStyle: 'sm', fontWeight: 'medium', textAlign: 'start', px: '2', whiteSpace: 'nowrap', bg: 'bg' },
  '& thead th': { position: 'sticky', top: '0', zIndex: '1', py: '2' },
  '& tbody th': { position: 'sticky', insetStart: '0', fontFamily: 'figures', color: 'fg.muted' },
  '& td[data-target] > button': { outline: '2px dashed', outlineColor: 'accent.solid' },
  '& td > a[data-booking]': { color: 'accent.fg', cursor: 'grab', '&[data-moving]': { fontWeight: 'semibold' } },
  '& td > a': { display: 'block', textStyle: 'xs', px: '2', py: '1', color: 'waiting.fg' },
  '& td > button': {
    display: 'grid',
    w: 'full',
    minW: '128px',
    minH: 'target',
    px: '2',
    py: '1',
    textAlign: 'start',
    textStyle: 'xs',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'sm',
    bg: 'bg',
    _hover: { bg: 'bg.subtle' },
    '&[data-state=FULL]': { bg: 'waiting.subtle', color: 'waiting.fg' },
    '&[data-state=CLOSED]': { bg: 'bg.muted', color: 'fg.muted' },
    '&[data-state=PAST]': { bg: 'bg.muted', color: 'fg.muted' },
    '&[aria-pressed=true]': { bg: 'accent.subtle', borderColor: 'accent.solid' },
  },
});

export interface SlotsProps {
  columns: readonly Column[];
  chosen: Chosen | null;
  onChoose: (chosen: Chosen | null) => void;
  /** Enter: books the chosen slots. */
  onTake: () => void;
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Times as rows, amenities as columns. Arrow keys move, Shift extends the choice, Enter books. */
export function SlotGrid({ columns, chosen, onChoose, onTake }: SlotsProps) {
  const { t } = useTranslation(utilityBooking.name);
  const { time, money } = useFormats();
  const moving = useMoving(columns);
  const times = [...new Set(columns.flatMap(({ slots }) => slots.map(({ from }) => time(from))))].sort();
  if (times.length === 0) return <p>{t('picker.none')}</p>;
  const { isChosen, turn } = slotChooser(chosen, onChoose);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]');
    const step = STEPS[event.key];
    if (!cell) return;
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      onTake();
    }
    if (!step) return;
    event.preventDefault();
    const [row = 0, column = 0] = (cell.dataset.cell ?? '').split(' ').map(Number);
    const next = `${row + step[0]} ${column + step[1]}`;
    const to = event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next}"]`);
    to?.focus();
    if (to && event.shiftKey && step[1] === 0 && to.getAttribute('aria-pressed') === 'false') to.click();
  };
  return (
    <div className={gridClass()}>
      <table aria-label={t('slots.title')} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <td />
            {columns.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((at, row) => (
            <tr key={at}>
              <th scope="row">{at}</th>
              {columns.map((offer, column) => {
                const slot = offer.slots.find(({ from }) => time(from) === at);
                if (!slot) return <td key={offer.key} />;
                return (
                  <td key={offer.key} {...moving.cell(column, offer.slots.indexOf(slot))}>
                    <button
                      type="button"
                      data-cell={`${row} ${column}`}
                      data-state={slot.state}
                      aria-pressed={isChosen(offer.utilityId, slot.from)}
                      aria-disabled={TAKEN.includes(slot.state)}
                      onClick={() => turn(offer.utilityId, slot)}
                    >
                      <span>
                        {slot.state === 'FREE'
                          ? t('slots.free', { free: slot.free, capacity: slot.capacity })
                          : t(`picker.states.${slot.state}`)}
                      </span>
                      <span>{slot.reason || (slot.price > 0 ? money(slot.price) : '')}</span>
                    </button>
                    {slot.bookings?.map(booking => (
                      <Link
                        key={booking.id}
                        to={`?part=bookings&tab=all&id=${booking.id}`}
                        data-booking=""
                        {...moving.chip(column, booking)}
                      >
                        {booking.unitCode}
                      </Link>
                    ))}
                    {slot.waiting ? (
                      <Link to={`?part=waits&utilityIds=${offer.utilityId}`}>
                        {t('slots.waiting', { count: slot.waiting })}
                      </Link>
                    ) : null}
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
