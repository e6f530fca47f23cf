import { unit } from '@lobby/shared/modules/unit.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { boundLine, type Figure, type Line } from '../load/figure.ts';
import { amenitiesOf, hours } from '../setup/amenities/amenities.ts';
import type { Answer, Row } from '../setup/caller.ts';
import { copies, countOf } from '../setup/records.ts';
import { make } from './at-once.ts';
import { openPair, tallyOf, wrongAnswers } from './pair.ts';

/** The last place of a slot, which many homes want in the same moment: when it is booked, and when requests for it are approved. */
export const f12: Figure = {
  id: 'f12',
  title: 'The last place of a slot wanted by many at once, at two servers',
  async run(stage, quick) {
    const many = quick ? 30 : 200;
    const { site, at, close } = await openPair(stage, 'Wanted');
    const { amenityOf, ask } = amenitiesOf(site);
    const ahead = { preOrderMax: 2, preOrderMaxUnit: 'MONTH' };
    const homes = await copies(unit, site.unitId, many, n => ({ code: `L-${String(n).padStart(3, '0')}` }));
    const lines: Line[] = [];
    /** All of them at once; beyond the one that has it, how many have it too, or were told that they have. */
    const raced = async (what: string, code: string, held: object, calls: (() => Promise<Answer<Row>>)[]) => {
      const { tally, count } = tallyOf([code]);
      await Promise.all(calls.map(count));
      const stored = await countOf(utilityBooking, site.id, { status: 'APPROVED', ...held });
      const beyond = Math.abs(tally.done - 1) + Math.abs(stored - 1);
      const title = `${what}, ${calls.length} at once, of which ${tally.refused} are told that it is gone`;
      lines.push(boundLine(`${title}: more or fewer than one who has it`, beyond, 0, { unit: 'homes' }));
      lines.push(wrongAnswers(tally));
    };

    const court = await amenityOf(ahead);
    const grab = (home: string, n: number) => () =>
      at(n).post<Row>(utilityBooking.path, ask(court, hours(20), { unitId: home }));
    await raced('booked', 'LIMIT_PER_SLOT', { utilityId: court.id }, homes.map(grab));

    const hall = await amenityOf({ ...ahead, approval: 'MANUAL', pendingHolds: false });
    // Requests of residents wait for approval.
    const { unitId: _unit, ...wish } = ask(hall, hours(21));
    const waiting = await make(many, 4, () => site.dora.create<Row>(utilityBooking.path, wish));
    const approve = (one: Row, n: number) => () => at(n).put(`${utilityBooking.path}/${one.id}/approve`);
    await raced('approved', 'APPROVED_BOOKING_AT_THE_SAME_TIME', { utilityId: hall.id }, waiting.map(approve));
    await close();
    return lines;
  },
};
