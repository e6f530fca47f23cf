import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId } = site;
const make = async (path: string, values: object, who: Caller = ann): Promise<Row> => {
  const made = await who.post(path, values);
  if (made.status !== 201) throw new Error(made.text);
  return made.data;
};
const act = (path: string, { id }: Row, name: string, input: object = {}, who: Caller = ann) =>
  who.put(`${path}/${id}/${name}`, input);

it('a card form gives a card from the stock to a vehicle found by its plate, and a lost one is locked', async () => {
  const stock = await make(card.path, { number: 'HS-001', type: 'VEHICLE' });
  const own = await make(vehicle.path, { plate: '29AA-123.45', color: 'Đen', type: 'MOTORBIKE', unitId });
  const path = cardRegistration.path;
  const form = await make(`${path}/vehicle`, {
    ...{ type: 'NEW', unitId, residentId: dora.id, vehicleType: 'MOTORBIKE', plate: '29aa-123.45' },
  });
  for (const name of ['approve', 'in-progress']) await act(path, form, name);
  expect((await act(path, form, 'complete')).code).toBe('CARD_REQUIRED');
  expect((await act(path, form, 'complete', { newCardId: stock.id })).status).toBe(200);
  const given = (await ann.get(`${card.path}/${stock.id}`)).data;
  expect(given).toMatchObject({ status: 'USING', vehicleId: own.id, residentId: dora.id, unitId });
  expect((await act(card.path, stock, 'deactivate', { reason: 'x' })).code).toBe('CARD_USED_CANNOT_DEACTIVATE');
  expect((await ann.put(`${vehicle.path}/${own.id}`, { version: own.version, plate: '30A-1' })).code).toBe(
    'VEHICLE_LINKED_TO_CARD',
  );
  const lost = await make(`${path}/resident`, { type: 'LOST', unitId, residentId: dora.id, cardNumber: 'hs-001' });
  for (const name of ['approve', 'in-progress', 'complete']) await act(path, lost, name);
  expect((await ann.get(`${card.path}/${stock.id}`)).data).toMatchObject({ lost: true, status: 'INACTIVE' });
});
