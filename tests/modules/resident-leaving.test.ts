import { addDays } from '@lobby/shared/kit/dates.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities/amenities.ts';
import { movesIn } from '../setup/amenities/moves.ts';
import { ordersOf } from '../setup/amenities/orders.ts';
import type { Row } from '../setup/caller.ts';
import { listen } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();

interface Leaving {
  last: boolean;
  records: { entity: string; id: string; title: string; status: string }[];
}
const WEEK = ['0', '1', '2', '3', '4', '5', '6'].map(day => ({ day }));

/** Project in which a unit has an open record of every kind. */
async function openHome(name: string) {
  const site = await makeSite(server.url, name);
  const { dora, unitId, otherUnitId } = site;
  const amenities = amenitiesOf(site);
  const { amenityOf, book, make } = amenities;
  const visit = await make(visitor.path, { name: 'Guest Son', unitId });
  const known = await make(guest.path, { name: 'Aunt Lan', unitId, phone: '0912 345 678', kind: 'HELPER' });
  const pass = await make(visitorPass.path, {
    guestId: known.id,
    weekdays: WEEK,
    fromTime: '00:00',
    toTime: '24:00',
    validFrom: today(),
    validTo: addDays(today(), 30),
  });
  const court = await amenityOf();
  const booking = await book(court, hours(5));
  const taken = hours(6);
  await book(court, taken, { unitId: otherUnitId });
  const wait = await make(utilityWaitlist.path, { utilityId: court.id, slots: taken, unitId });
  const form = await make(`${cardRegistration.path}/resident`, { unitId, residentId: dora.id, type: 'NEW' });
  const works = await make(constructionRegistration.path, {
    unitId,
    residentId: dora.id,
    workType: 'REPAIR',
    content: 'Paint the hall',
    contractorName: 'Son Ha',
    regulationAgreed: true,
    expectedStartAt: hours(3)[0]?.from,
    expectedEndAt: hours(6)[0]?.to,
  });
  const { lift, move } = movesIn(site);
  const { id: elevatorId } = await lift();
  const [moveIn, moveOut] = [await move(elevatorId, 3, 9, 10), await move(elevatorId, 4, 9, 10, { type: 'OUT' })];
  const order = await (await ordersOf(server.url, site, amenities)).order();
  return { ...site, make, visit, pass, booking, wait, form, works, moveIn: moveIn.data, moveOut: moveOut.data, order };
}

it('lists before a move-out what ends with the household, and ends it in the same moment', async () => {
  const site = await openHome('Leaving');
  const { ann, ben, dora, unitId, visit, pass, booking, wait, form } = site;
  const { data: before } = await ann.get<Leaving>(`${resident.path}/${dora.id}/leaving?unitId=${unitId}`);
  expect(before.last).toBe(true);
  const named = before.records.map(({ entity, id }) => `${entity} ${id}`);
  for (const [definition, one] of [
    [visitor, visit],
    [visitorPass, pass],
    [utilityBooking, booking],
    [utilityWaitlist, wait],
    [cardRegistration, form],
    [constructionRegistration, site.works],
    [elevatorReservation, site.moveIn],
    [merchantOrder, site.order],
  ] as const)
    expect(named).toContain(`${definition.name} ${one.id}`);
  expect(named).not.toContain(`${elevatorReservation.name} ${site.moveOut.id}`);
  // The gate receives it live.
  const gate = await listen(server.url, ben.token);
  await gate.ask('subscribe', { projectId: site.id, modules: [visitor.code, visitorPass.code] });
  const out = await ann.put<Row>(`${resident.path}/${dora.id}/move-out`, { unitId });
  expect(out.status, out.text).toBe(200);
  await gate.hear(event => event.entityId === visit.id && event.action === 'cancel');
  await gate.hear(event => event.entityId === pass.id && event.action === 'revoke');
  expect(await standing(site)).toEqual({ ...ENDED, form: 'CANCELLED' });
  // Gate staff get a single notification for the unit.
  const { data: told } = await ben.get<Row[]>('/histories/pms?limit=50');
  const ended = told.filter(({ kind }) => kind === 'VISITS_ENDED');
  expect(ended).toMatchObject([{ module: visitor.code, count: 1, readAt: null }]);
});

it('passes a place on to who waits next, also where the household waited for it too', async () => {
  const site = await makeSite(server.url, 'Waiting twice');
  const { ann, dora, unitId, otherUnitId } = site;
  const { amenityOf, book, make } = amenitiesOf(site);
  const court = await amenityOf();
  const slots = hours(5);
  await book(court, slots);
  const own = await make(utilityWaitlist.path, { utilityId: court.id, slots, unitId });
  const next = await make(utilityWaitlist.path, { utilityId: court.id, slots, unitId: otherUnitId });
  expect((await ann.put(`${resident.path}/${dora.id}/move-out`, { unitId })).status).toBe(200);
  const waits = async ({ id }: Row) => (await ann.get<Row>(`${utilityWaitlist.path}/${id}`)).data.status;
  expect([await waits(own), await waits(next)]).toEqual(['LEFT', 'OFFERED']);
});

const ENDED = {
  visit: 'CANCELLED',
  pass: 'REVOKED',
  booking: 'CANCELLED',
  wait: 'LEFT',
  works: 'CANCELLED',
  moveIn: 'CANCELLED',
  // The move-out itself stays.
  moveOut: 'APPROVED',
  order: 'CANCELLED',
};
/** Status of each open record. */
async function standing({ ann, visit, pass, booking, wait, form, ...more }: Awaited<ReturnType<typeof openHome>>) {
  const stands = async (path: string, { id }: Row) => (await ann.get<Row>(`${path}/${id}`)).data.status;
  return {
    visit: await stands(visitor.path, visit),
    pass: await stands(visitorPass.path, pass),
    booking: await stands(utilityBooking.path, booking),
    wait: await stands(utilityWaitlist.path, wait),
    form: await stands(cardRegistration.path, form),
    works: await stands(constructionRegistration.path, more.works),
    moveIn: await stands(elevatorReservation.path, more.moveIn),
    moveOut: await stands(elevatorReservation.path, more.moveOut),
    order: await stands(merchantOrder.path, more.order),
  };
}

it.each(['one by one', 'among many'])('ends the same as the last of a household is removed, %s', async how => {
  const site = await openHome(`Removed ${how}`);
  const { ann, dora, unitId, make, form } = site;
  // The resident of an open form cannot be removed; another resident without forms can.
  const heir = await make(resident.path, { name: 'Fay', unitId, role: 'MEMBER' });
  await ann.put(`${cardRegistration.path}/${form.id}/cancel`, { reason: 'Not wanted' });
  const before = await standing(site);
  const remove = (id: string) =>
    how === 'one by one'
      ? ann.delete(`${resident.path}/${id}`)
      : ann.put(`${resident.path}/delete-multi`, { ids: [id] });
  expect((await ann.put(`${resident.path}/${dora.id}/move-out`, { unitId })).status).toBe(200);
  expect(await standing(site)).toEqual(before);
  expect((await remove(heir.id)).status).toBe(200);
  expect(await standing(site)).toEqual({ ...ENDED, form: 'CANCELLED' });
});

it('ends nothing as two records of one person become one', async () => {
  const site = await openHome('Merged');
  const { ann, dora, unitId, make } = site;
  const twin = await make(resident.path, { name: 'Dora', unitId, role: 'MEMBER' });
  const before = await standing(site);
  const { data } = await ann.get<Row>(`${resident.path}/${twin.id}`);
  const merged = await ann.put(`${resident.path}/${twin.id}/merge`, { withId: dora.id, version: data.version });
  expect(merged.status, merged.text).toBe(200);
  expect(await standing(site)).toEqual(before);
});

it('leaves what is of the household as long as one of it stays, and the form that gives a card back', async () => {
  const site = await openHome('Staying');
  const { ann, dora, unitId, make, visit, booking, form } = site;
  const heir = await make(resident.path, { name: 'Fay', unitId, role: 'MEMBER' });
  const { data } = await ann.get<Leaving>(`${resident.path}/${heir.id}/leaving?unitId=${unitId}`);
  expect(data).toEqual({ last: false, records: [] });
  expect((await ann.put(`${resident.path}/${heir.id}/move-out`, { unitId })).status).toBe(200);
  expect((await ann.get<Row>(`${visitor.path}/${visit.id}`)).data.status).toBe(visit.status);
  expect((await ann.get<Row>(`${utilityBooking.path}/${booking.id}`)).data.status).toBe(booking.status);
  const gone = await ann.get(`${resident.path}/${heir.id}/leaving?unitId=${unitId}`);
  expect(gone.code).toBe('RESIDENT_NOT_IN_UNIT');
  // The card is returned by a form that stays open after the move-out.
  const newCardId = (await make(card.path, { number: 'HS-0001', type: 'RESIDENT' })).id;
  await ann.put(`${cardRegistration.path}/${form.id}/in-progress`, { newCardId });
  expect((await ann.put(`${cardRegistration.path}/${form.id}/complete`, { newCardId })).status).toBe(200);
  const back = await make(`${cardRegistration.path}/resident`, {
    unitId,
    residentId: dora.id,
    type: 'CANCEL',
    cardId: newCardId,
  });
  expect((await ann.put(`${resident.path}/${dora.id}/move-out`, { unitId })).status).toBe(200);
  expect((await ann.get<Row>(`${cardRegistration.path}/${back.id}`)).data.status).toBe('APPROVED');
});
