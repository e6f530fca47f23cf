import { chosenIds } from '@lobby/server/kit/records/acts/multi.ts';
import { type Action, answers, removes } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { describe, expect, it } from 'vitest';
import { samplesOf } from '../setup/contract/samples.ts';
import { PROVED } from '../setup/contract/sampling.ts';
import { makeRecord, systemIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const samples = samplesOf(site);
const { ann } = site;

const MANY = PROVED.filter(one => removes(one) || Object.values(one.actions ?? {}).some(({ multi }) => multi));
describe.each(MANY.map(definition => [definition.name, definition] as const))('all %ss', (_, definition) => {
  it.runIf(answers(definition, 'list'))('are those that were there when all were chosen', async () => {
    const before = await makeRecord(site.id, definition, await samples.input(definition.fields));
    const chosenAt = (await ann.get('/progress')).headers.get('X-Time') ?? '';
    const later = await makeRecord(site.id, definition, await samples.input(definition.fields));
    const { ids, refused } = await chosenIds(
      await systemIn(site.id),
      definition,
      { isAll: true, filter: {}, chosenAt },
      [],
    );
    expect(ids).toContain(before._id);
    expect(ids).not.toContain(later._id);
    expect(refused).toContainEqual({ id: later._id, code: 'CAME_SINCE', message: expect.any(String) });
    const now = await chosenIds(await systemIn(site.id), definition, { isAll: true, filter: {} }, []);
    expect(now.ids).toEqual(expect.arrayContaining([before._id, later._id]));
  });
});

/** Rulings 19: what each choice that came empty is refused as. */
const EMPTY: Readonly<Record<string, string>> = {
  unit: 'EMPTY_APARTMENT_SELECTED',
  block: 'EMPTY_BUILDING_SELECTED',
  floor: 'EMPTY_FLOOR_SELECTED',
  bill: 'EMPTY_BILL_SELECTED',
  'fee-notice': 'EMPTY_BILL_SELECTED',
  'rental-contract': 'EMPTY_CONTRACT_SELECTED',
  resident: 'EMPTY_RESIDENT_SELECTED',
  employee: 'EMPTY_STAFF_SELECTED',
  receipt: 'EMPTY_RECEIPT_SELECTED',
  payslip: 'EMPTY_PAYMENT_SLIP_SELECTED',
};
const NAMED = MODULES.filter(module => module.name in EMPTY);

describe.each(NAMED.map(definition => [definition.name, definition] as const))('no %s', (name, definition) => {
  it('is refused by its name, by each call on many', async () => {
    const required = (one: Action) => Object.values(one.input ?? {}).some(field => field.required);
    const acts = Object.entries(definition.actions ?? {}).filter(
      ([, one]) => one.multi && !one.reason && !required(one),
    );
    const calls = [
      ...acts.map(([act]) => `${act}-multi`),
      ...(removes(definition) ? ['delete-multi'] : []),
      ...(answers(definition, 'export') && definition.flags.includes('export') ? ['export'] : []),
      ...(answers(definition, 'reveal') && Object.values(definition.fields).some(({ personal }) => personal)
        ? ['reveal-multi']
        : []),
    ];
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      const refused = await ann.put(`${definition.path}/${call}`, { ids: [] });
      expect([refused.status, refused.code, refused.error.data?.fields?.ids?.code], call).toEqual([
        400,
        EMPTY[name],
        EMPTY[name],
      ]);
    }
  });
});
