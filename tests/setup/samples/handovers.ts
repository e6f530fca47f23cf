import { addDays, dayOf, startOfDay, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { handoverTemplate, propertyItem, propertyRoom } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import type { Caller, Row } from '../caller.ts';
import type { OwnSamples } from '../contract/own-samples.ts';
import { change } from '../records.ts';
import { inDays } from '../time/days.ts';

/** A template for all units; there is at most one. */
export async function templateForAll(who: Caller, draft: () => Promise<Record<string, unknown>>): Promise<string> {
  const find = async () => (await who.get<Row[]>(`${handoverTemplate.path}?filter[q]=Everywhere`)).data[0];
  const found = await find();
  if (found) return found.id;
  const { bedrooms: _none, ...values } = await draft();
  const made = await who.post<Row>(handoverTemplate.path, { ...values, name: 'Everywhere', unitTypes: [] });
  // Another sample may have made it meanwhile.
  const template = made.status < 300 ? made.data : await find();
  if (!template) throw new Error(made.text);
  return template.id;
}

/** Prerequisites of an appointment: a unit with paid obligation and a template, in a building that hands over every day. */
export async function programmeOf(
  who: Caller,
  { id, unitId }: Row,
  templateId: string,
): Promise<Record<string, unknown>> {
  const { data } = await who.get<Row>('/handover/config');
  if (data.hours !== '00:00-24:00') {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(day => ({ day }));
    const open = { hours: '00:00-24:00', days, slotsAtOnce: 50 };
    await who.put('/handover/config', { version: data.version, ...open });
  }
  await who.put(`${handoverUnit.path}/${id}/set-template`, { templateId });
  await who.put(`${handoverUnit.path}/${id}/confirm-obligation`, {});
  // Only the sample stays open.
  const rows = await who.get<Row[]>(`${handoverSchedule.path}?filter[unitId][]=${unitId}`);
  for (const one of rows.data) await change(handoverSchedule, one.id, { deletedAt: new Date() });
  return { handoverId: id };
}

let minutes = 0;
/** A minute without another sample appointment. */
function nextMinute() {
  const from = startOfDay(inDays(4), VIETNAM).getTime() + (++minutes % 900) * 60_000;
  return { scheduledAt: new Date(from).toISOString(), endAt: new Date(from + 60_000).toISOString() };
}
let fits = 0;

/** Values of handover fields that must fit each other; `undefined` leaves a field out. */
export const samples: OwnSamples = [
  // Appended at the end of the order.
  [propertyRoom.fields, () => ({ order: undefined })],
  [propertyItem.fields, () => ({ checks: [{ check: 'No cracks' }] })],
  // Active templates must not be for the same units.
  [
    handoverTemplate.fields,
    () => ({
      unitTypes: ['VILLA', 'TOWNHOUSE', 'OFFICE', 'SHOPHOUSE', 'DUPLEX', 'PENTHOUSE', 'OFFICETEL', 'OTHER']
        .filter((_, n) => (Math.floor(fits / 10) + 1) & (1 << n))
        .map(type => ({ type })),
      bedrooms: fits++ % 10,
    }),
  ],
  [handoverSchedule.actions.schedule.input, () => ({ ...nextMinute(), withoutObligation: undefined })],
  [handoverDefect.fields, () => ({ dueOn: addDays(dayOf(new Date(), VIETNAM), 60), description: 'A scratch' })],
  [handoverDefect.actions['move-due'].input, () => ({ dueOn: addDays(dayOf(new Date(), VIETNAM), 20) })],
  [handoverDefect.actions.return.input, () => ({ dueOn: undefined })],
  // The owner must live in the unit; import files name owners by phone.
  [handoverUnit.fields, () => ({ templateId: undefined, ownerId: undefined })],
  [
    handoverUnit.actions.invite.input,
    () => ({ channels: [{ channel: 'PRINT' }], text: 'Please come', withoutObligation: undefined }),
  ],
];
