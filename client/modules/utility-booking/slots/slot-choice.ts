import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { availableSlots } from '@lobby/shared/modules/utility-booking.contract.ts';

/** Slot as the calendars show it. */
export type Slot = AnswerOf<typeof availableSlots>[number]['slots'][number];
/** Column of the calendar: an amenity on a day, or a day of an amenity. */
export interface Column {
  key: string;
  utilityId: string;
  name: string;
  slots: readonly Slot[];
}
/** Slots of one amenity that are about to be booked. */
export interface Chosen {
  utilityId: string;
  froms: readonly string[];
}

/** States in which nobody can book a slot. */
export const TAKEN: readonly string[] = ['FULL', 'PAST'];

/** Choosing slots, all of one amenity; a second press removes a slot. */
export function slotChooser(chosen: Chosen | null, onChoose: (chosen: Chosen | null) => void) {
  return {
    isChosen: (utilityId: string, from: string): boolean =>
      chosen?.utilityId === utilityId && chosen.froms.includes(from),
    turn: (utilityId: string, { from, state }: Slot): void => {
      if (TAKEN.includes(state)) return;
      const others = chosen?.utilityId === utilityId ? chosen.froms : [];
      const froms = others.includes(from) ? others.filter(other => other !== from) : [...others, from];
      onChoose(froms.length === 0 ? null : { utilityId, froms });
    },
  };
}
