import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { METHODS } from '@lobby/shared/modules/voucher.ts';
import { describe, expect, it } from 'vitest';
import type { Answer, Row } from '../setup/caller.ts';
import { formOf, samplesOf } from '../setup/contract/samples.ts';
import { bookOf } from '../setup/files/sheets.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const samples = samplesOf(site);
const { ann } = site;
const till = (await ann.post(fund.path, { name: 'Till', code: 'TM', kind: 'CASH' })).data.id;
const NEVER = '0'.repeat(24);

/** A set of fields that somebody fills: of a record, of an act, or of a line of either. */
interface Filled {
  title: string;
  definition: Definition;
  act: string | null;
  fields: Fields;
}
const given = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([, one]) => !one.readOnly));
const sets: Filled[] = MODULES.flatMap(definition => [
  { title: definition.name, definition, act: null, fields: given(definition.fields) },
  ...Object.entries(definition.actions ?? {}).map(([name, { input = {} }]) => ({
    title: `${definition.name} ${name}`,
    definition,
    act: name,
    fields: given(input),
  })),
]);
const says = (options: readonly string[]) => METHODS.filter(method => options.includes(method)).length > 1;
/** Definitions whose records state how money moves and through which fund. */
const moving = sets.flatMap(set => {
  const how = Object.entries(set.fields).find(([, one]) => one.kind === 'choice' && says(one.options))?.[0];
  const places = Object.entries(set.fields).flatMap(([name, one]) =>
    one.kind === 'ref' && one.to === fund.name ? [{ name, fits: one.fits, unfit: one.invalidRefCode }] : [],
  );
  return how && places[0] ? [{ ...set, how, place: places[0] }] : [];
});

it('every definition that moves money by a method through a fund declares which fund fits', () => {
  expect(moving.length).toBeGreaterThan(10);
  expect(moving.filter(({ how, place }) => place.fits?.field !== how).map(({ title }) => title)).toEqual([]);
});

/** Acts on money that answer by paths of their own. */
const POSTED: readonly string[] = [utilityBooking.name, merchantOrder.name];
const call = ({ definition, act }: Filled, body: object): Promise<Answer<unknown>> =>
  act === null
    ? ann.post(definition.path, body)
    : POSTED.includes(definition.name)
      ? ann.post(`${definition.path}/${NEVER}/${act}`, body)
      : ann.put(`${definition.path}/${NEVER}/${act}`, body);

const asked = moving.filter(({ definition, act }) => act !== null || answers(definition, 'create'));
describe.each(asked.map(one => [one.title, one] as const))('%s', (_, set) => {
  const { fields, how, place, definition } = set;
  const code = place.unfit ?? 'REFERENCE_NOT_SUITABLE';
  const action = set.act === null ? null : definition.actions?.[set.act];
  const values = async () => (action ? samples.actionInput(action) : samples.input(fields));

  it('refuses a till for what comes through a bank, at the fund', async () => {
    const refused = await call(set, { ...(await values()), [how]: 'TRANSFER', [place.name]: till });
    expect([refused.status < 500, refused.error.data?.fields?.[place.name]?.code]).toEqual([true, code]);
  });

  it('refuses a bank for cash, and takes it for cash where nobody says how', async () => {
    const { [how]: _said, ...others } = await values();
    const refused = await call(set, { ...others, [how]: 'CASH' });
    expect(refused.error.data?.fields?.[place.name]?.code).toBe(code);
    const usual = fields[how];
    if (usual?.kind !== 'choice' || usual.initial !== 'CASH') return;
    expect((await call(set, others)).error.data?.fields?.[place.name]?.code).toBe(code);
  });

  it('refuses a fund that is out of use', async () => {
    const old = await samples.record(fund, { kind: 'CASH' });
    await ann.put(`${fund.path}/${old.id}/deactivate`, {});
    const refused = await call(set, { ...(await values()), [how]: 'CASH', [place.name]: old.id });
    expect(refused.error.data?.fields?.[place.name]?.code).toBe(code);
  });
});

describe.each(
  moving.filter(({ act, definition }) => act === null && definition.imports).map(one => [one.title, one] as const),
)('a file of %s', (_, { definition, fields, how, place }) => {
  it('names a fund that does not fit', async () => {
    const values = await samples.input(fields);
    const body = await bookOf(ann, definition, [values, { ...values, [how]: 'CASH' }]);
    const form = formOf([{ name: 'rows.xlsx', body }]);
    const { data } = await ann.post<{ faults: Row[] }>(`${definition.path}/import/preview`, form);
    expect(data.faults).toEqual([expect.objectContaining({ row: 3, field: place.name, code: place.unfit })]);
  });
});
