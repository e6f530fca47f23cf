import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { availableSlots } from '@lobby/shared/modules/utility-booking.contract.ts';

/** A frame as calendars show it. */
export type Slot = AnswerOf<typeof availableSlots>[number]['slots'][number];
/** A column of the calendar: an amenity of a day, or a day of an amenity. */
export interface Column {
  key: string;
  utilityId: string;
  name: string;
  slots: readonly Slot[];
}
/** Frames of one amenity that are about to be booked. */
export interface Chosen {
  utilityId: string;
  froms: readonly string[];
}

/** Frames that nobody can take any more. */
export const TAKEN: readonly string[] = ['FULL', 'PAST'];

/** How frames are chosen: those of one amenity, pressed once to take and again to leave. */
export function choosing(chosen: Chosen | null, onChoose: (chosen: Chosen | null) => void) {
  return {
    isChosen: (utilityId: string, from: string): boolean =>
      chosen?.utilityId === utilityId && chosen.froms.includes(from),
    turn: (utilityId: string, { from, state }: Slot): void => {
      if (TAKEN.includes(state)) return;
      const others = chosen?.utilityId === utilityId ? chosen.froms : [];
      const froms = others.includes(from) ? others.filter(one => one !== from) : [...others, from];
      onChoose(froms.length === 0 ? null : { utilityId, froms });
    },
  };
}
