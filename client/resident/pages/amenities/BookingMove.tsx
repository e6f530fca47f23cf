import type { availableSlots } from '@lobby/shared/modules/utility-booking.contract.ts';
import { useState } from 'react';
import { BOOKED, BOOKINGS, today } from '../../bookings.ts';
import { call, type Refused } from '../../data/api.ts';
import { useContract } from '../../data/contract.ts';
import { DayStrip } from '../../parts/DayStrip.tsx';
import { Refusal } from '../../parts/parts.tsx';
import { t, time } from '../../words.ts';

interface MoveProps {
  booking: { id: string; utilityId: string; version: number; slots: readonly { from: string; to: string }[] };
  onDone: () => void;
}

/** Moves a booking that is not approved yet: as many slots, starting at the chosen one. */
export function Move({ booking, onDone }: MoveProps) {
  const { id, utilityId, version, slots } = booking;
  const [open, setOpen] = useState(false);
  const [day, setDay] = useState(today());
  const [refused, setRefused] = useState<Refused | null>(null);
  const { data } = useContract<typeof availableSlots>(
    '/utility-group/:id/available-slots',
    open && { params: { id: utilityId }, query: { startDateUsage: day, bookingId: id } },
    [...BOOKED, 'AMENITY'],
  );
  const offered = data?.[0]?.slots ?? [];
  const from = (at: number) => offered.slice(at, at + slots.length);
  const fits = (at: number) =>
    from(at).length === slots.length && from(at).every(({ state }) => state === 'FREE' || state === 'MINE');
  const move = (at: number) =>
    void call(`${BOOKINGS}/${id}/move`, {
      method: 'PUT',
      body: { version, slots: from(at).map(slot => ({ from: slot.from, to: slot.to })) },
    }).then(
      () => {
        setOpen(false);
        setRefused(null);
        onDone();
      },
      failure => setRefused(failure as Refused),
    );
  if (!open)
    return (
      <button type="button" className="quiet" onClick={() => setOpen(true)}>
        {t('amenities.move')}
      </button>
    );
  return (
    <section className="stack">
      <Refusal refused={refused} />
      <DayStrip label={t('amenities.day')} day={day} onDay={setDay} />
      <ul className="slots">
        {offered.map((slot, at) => (
          <li key={slot.from}>
            <button type="button" className="slot" disabled={!fits(at)} onClick={() => move(at)}>
              <b>{time(slot.from)}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
