import { db } from '@lobby/server/kit/database/database.ts';
import { partnersJob } from '@lobby/server/modules/partner/index.ts';
import { notifications } from '@lobby/server/platform/notifications/notifications.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { partnerContract } from '@lobby/shared/modules/partner-contract.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { refusal, today } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Partners');
const { ann } = site;
let n = 0;
const make = (values: object = {}) =>
  ann.post<Row>(partner.path, { name: `Firm ${++n}`, code: `F${n}`, type: 'SUPPLIER', ...values });
const read = async (id: unknown) => (await ann.get<Row>(`${partner.path}/${id}`)).data;
const act = ({ id }: Row, name: string, input: object = {}) => ann.put<Row>(`${partner.path}/${id}/${name}`, input);
const inDays = (days: number) => addDays(today(), days);
const agreed = (partnerId: unknown, days: number, values: object = {}) =>
  ann.post<Row>(partnerContract.path, {
    partnerId,
    number: `HD${++n}`,
    subject: 'Care',
    startDate: inDays(days - 365),
    expiryDate: inDays(days),
    ...values,
  });

it('takes tax codes by their length, marks a wrong check digit, and knows each once', async () => {
  expect(refusal(await make({ taxCode: '031440905' }))).toEqual([400, 'TAX_CODE_INVALID', 'taxCode']);
  const short = await make({ taxCode: '031440905' });
  expect(short.error?.data?.fields).toMatchObject({ taxCode: { code: 'TAX_CODE_INVALID' } });
  expect((await make({ taxCode: '0314409058-002', form: 'INDIVIDUAL' })).status).toBe(400);
  const branch = await make({ taxCode: '0314409058-002', name: 'Thang máy Thiên Nam', beneficiary: 'Đỗ Văn Á' });
  expect(branch.data).toMatchObject({ taxCode: '0314409058002', taxCodeOdd: false, beneficiary: 'DO VAN A' });
  expect(refusal(await make({ taxCode: '0314409058002' }))).toEqual([409, 'PARTNER_TAX_CODE_EXISTS', 'taxCode']);
  expect(refusal(await make({ name: 'THANG MAY THIEN NAM' }))).toEqual([409, 'PARTNER_EXISTS', 'name']);
  expect((await make({ taxCode: '0100233480' })).data.taxCodeOdd).toBe(true);
  expect((await make({ taxCode: '0100233488' })).data.taxCodeOdd).toBe(false);
});

it('is chosen nowhere once it is stopped, and stays where it was', async () => {
  const { data: made } = await make();
  const { data: stopped } = await act(made, 'deactivate', { reason: 'Too dear' });
  expect(stopped).toMatchObject({ status: 'INACTIVE', reason: 'Too dear' });
  const asked = () => ann.get<Row[]>(`${partner.path}/options?filter[status][]=ACTIVE&q=${made.name}`);
  expect((await asked()).data.map(one => one.id)).not.toContain(made.id);
  expect((await act(made, 'activate')).data).toMatchObject({ status: 'ACTIVE', reason: null });
  const served = await samplesOf(site).record(utility);
  const put = async (values: object) => {
    const { data } = await ann.get<Row>(`${utility.path}/${served.id}`);
    return ann.put<Row>(`${utility.path}/${served.id}`, { version: data.version, ...values });
  };
  expect((await put({ partnerId: made.id })).status).toBe(200);
  await act(made, 'block', { reason: 'Fraud' });
  expect((await put({ partnerId: made.id, nameEn: 'Held' })).status).toBe(200);
  await put({ partnerId: null });
  expect(refusal(await put({ partnerId: made.id }))).toEqual([422, 'REFERENCE_NOT_SUITABLE', 'partnerId']);
});

it('shows of its contracts the first that ends, and tells of it once, on its day', async () => {
  const { data: made } = await make();
  const [later, soon] = [await agreed(made.id, 200), await agreed(made.id, 30)];
  expect([later.status, soon.status]).toEqual([201, 201]);
  expect(soon.data).toMatchObject({ status: 'ACTIVE', remindDate: today() });
  expect(await read(made.id)).toMatchObject({ contractEndsOn: inDays(30), contractEnding: true });
  expect(refusal(await agreed(made.id, 90, { number: soon.data.number }))).toEqual([
    409,
    'PARTNER_CONTRACT_EXISTS',
    'number',
  ]);
  expect((await agreed(made.id, 90, { signedOn: inDays(0) })).error?.data?.fields).toMatchObject({
    signedOn: { code: 'CONTRACT_SIGNED_AFTER_START' },
  });
  const told = () => notifications().countDocuments({ kind: 'PARTNER_CONTRACT_ENDING', 'subject.id': soon.data.id });
  const ten = new Date(`${today()}T03:00:00Z`);
  await Promise.all([partnersJob.run(ten), partnersJob.run(ten)]);
  const first = await told();
  expect(first).toBeGreaterThan(0);
  await partnersJob.run(ten);
  expect(await told()).toBe(first);
  await partnersJob.run(new Date(`${inDays(31)}T03:00:00Z`));
  const over = await ann.get<Row>(`${partnerContract.path}/${soon.data.id}`);
  expect(over.data.status).toBe('EXPIRED');
  expect(await read(made.id)).toMatchObject({ contractEndsOn: inDays(200) });
  const end = (endedDate: string) =>
    ann.put<Row>(`${partnerContract.path}/${later.data.id}/terminate`, { endedDate, reason: 'Enough' });
  expect(refusal(await end(inDays(-400)))).toEqual([422, 'DATES_REVERSED', 'endedDate']);
  expect((await end(today())).data).toMatchObject({ status: 'TERMINATED', endedDate: today() });
  expect(await read(made.id)).toMatchObject({ contractEndsOn: null, contractEnding: false });
  await ann.delete(`${partner.path}/${made.id}`);
  expect(
    await db()
      .collection<{ partnerId: string; deletedAt: null }>('partner-contracts')
      .countDocuments({ partnerId: String(made.id), deletedAt: null }),
  ).toBe(0);
});

it('is merged into another: what named it names that one, where its address leads', async () => {
  const [{ data: kept }, { data: gone }] = [await make(), await make()];
  const { data: contract } = await agreed(gone.id, 60);
  const served = await samplesOf(site).record(utility);
  const { data: now } = await ann.get<Row>(`${utility.path}/${served.id}`);
  await ann.put(`${utility.path}/${served.id}`, {
    version: now.version,
    partnerId: gone.id,
    otherPartnerIds: [gone.id],
  });
  expect(refusal(await act(gone, 'merge', { intoId: gone.id }))).toEqual([400, 'PARTNER_MERGES_WITH_ITSELF', 'intoId']);
  expect((await act(gone, 'merge', { intoId: kept.id })).status).toBe(200);
  expect(await read(gone.id)).toMatchObject({ id: kept.id, contractEndsOn: inDays(60) });
  const named = await ann.get<Row>(`${utility.path}/${served.id}`);
  expect(named.data).toMatchObject({ partnerId: kept.id, otherPartnerIds: [kept.id] });
  expect((await ann.get<Row>(`${partnerContract.path}/${contract.id}`)).data.partnerId).toBe(kept.id);
  expect((await act(gone, 'merge', { intoId: kept.id })).status).toBe(404);
  const { data: rows } = await ann.get<Row[]>(`${partner.path}?filter[q]=${gone.name}`);
  expect(rows.map(({ id }) => id)).not.toContain(gone.id);
});
