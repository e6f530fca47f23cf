import { BILLING_DEFAULTS, datesInOrder, feeDates, noticeMonthOf, servicePeriod } from '@lobby/shared/billing/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { describe, expect, it } from 'vitest';
import { callerOf, type Row } from '../setup/caller.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { booksAt, MONTH, refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Services');
const { ann, carl, unitId } = site;
const { make, act, priced, register, run, billsOf, read } = await booksAt(site);

let n = 0;
const add = (values: object) =>
  ann.post<Row>(service.path, { code: `X${++n}`, name: `Charge ${n}`, group: 'OTHER', source: 'FIXED', ...values });

it('is called in English by who reads another language than Vietnamese, on screens and in what is said of its bills', async () => {
  const own = await priced({ name: 'Nước sạch', nameEn: 'Clean water' });
  const made = await make(bill.path, { unitId, serviceId: own.id, month: MONTH, amount: 50_000 });
  const named = async (language: string) => {
    const spoken = { 'Accept-Language': language };
    const [option] = (await ann.get<Row[]>(`${service.path}/options?ids[]=${own.id}`, spoken)).data;
    const { bills } = (await ann.get<{ bills: Row[] }>(`${bill.path}/units/${unitId}`, spoken)).data;
    const { data } = await ann.get<Row>(`${bill.path}/${made.id}/explain`, spoken);
    return [option?.name, bills.find(({ id }) => id === made.id)?.service, data.service];
  };
  for (const [language, name] of [
    ['vi', 'Nước sạch'],
    ['en', 'Clean water'],
    ['ja', 'Clean water'],
  ] as const)
    expect(await named(language)).toEqual([name, name, name]);
  // Exports are translated into the requested language.
  const file = async (language: string) => {
    const spoken = { Authorization: `Bearer ${ann.token}`, 'X-Project-Id': site.id, 'Accept-Language': language };
    const reader = callerOf(
      () => server.url,
      () => spoken,
    );
    return (await rowsOfSheet((await reader.file(`${bill.path}/export`)).body)).flat();
  };
  expect(await file('en')).toContain('Clean water');
  expect(await file('vi')).toContain('Nước sạch');
});

describe('the days of a month', () => {
  it('follow each other, and clamp where a month is short', () => {
    expect(feeDates(BILLING_DEFAULTS, '2026-11')).toEqual({
      sending: '2026-11-01',
      closing: '2026-10-31',
      due: '2026-11-15',
      debtDue: '2026-11-25',
      interest: '2026-11-15',
    });
    const late = { ...BILLING_DEFAULTS, paymentDueDay: 31 };
    expect(feeDates(late, '2026-02').due).toBe('2026-02-28');
    expect(feeDates(late, '2026-03').due).toBe('2026-03-31');
    const early = {
      ...BILLING_DEFAULTS,
      noticeSendingDay: 25,
      paymentDueDay: 10,
      debtNoticeDueDay: 10,
      interestGraceDays: 5,
    };
    expect(feeDates(early, '2026-11')).toMatchObject({
      due: '2026-12-10',
      debtDue: '2027-01-10',
      interest: '2026-12-15',
    });
  });

  it('given by hand keep their order, each break at its field', () => {
    expect(datesInOrder({ sending: '2026-11-01', due: '2026-11-15', debtDue: '2026-11-25' })).toEqual({});
    expect(
      Object.keys(
        datesInOrder(
          {
            sending: '2026-11-15',
            due: '2026-11-15',
            debtDue: '2026-11-15',
            closing: '2026-11-16',
            interest: '2026-11-14',
          },
          { due: 'paymentDueDate' },
        ),
      ),
    ).toEqual(['paymentDueDate', 'debtDue', 'interest']);
    expect(datesInOrder({ due: '2026-11-15', closing: '2026-11-16' })).toMatchObject({
      due: { code: 'FEE_DATES_ORDER', params: { earlier: '2026-11-16', later: '2026-11-15' } },
    });
  });

  it('of a meter may begin in the month before, and its notice is the first that is sent after', () => {
    const own = { firstDay: 20, lastDay: 19 };
    expect(servicePeriod(own, '2026-11')).toEqual({ start: '2026-10-20', end: '2026-11-19' });
    expect(servicePeriod({ firstDay: 31, lastDay: 30 }, '2026-03')).toEqual({ start: '2026-02-28', end: '2026-03-30' });
    expect(noticeMonthOf('POSTPAID', '2026-11', '2026-11-19', BILLING_DEFAULTS)).toBe('2026-12');
    expect(noticeMonthOf('POSTPAID', '2026-10', '2026-10-31', BILLING_DEFAULTS)).toBe('2026-11');
    expect(noticeMonthOf('PREPAID', '2026-10', '2026-10-31', BILLING_DEFAULTS)).toBe('2026-10');
    expect(noticeMonthOf('POSTPAID', '2026-11', '2026-11-19', { noticeSendingDay: 25 })).toBe('2026-11');
  });
});

describe('what a project sets for its bills', () => {
  const path = `${service.path}/settings`;

  it('has defaults, is changed by its version, and makes the days of a month', async () => {
    const { data } = await ann.get<Row>(path);
    expect(data).toMatchObject({
      paymentDueDay: 15,
      interestGraceDays: 0,
      outlierPercent: 30,
      startMonth: null,
      version: 1,
    });
    expect(refusal(await ann.put(path, { version: 1, interestGraceDays: 61 }))).toEqual([
      400,
      'VALIDATION_FAILED',
      'interestGraceDays',
    ]);
    const set = await ann.put<Row>(path, { version: 1, paymentDueDay: 20, amountWords: { odd: 'lẻ' } });
    expect(set.data).toMatchObject({ version: 2, paymentDueDay: 20, amountWords: { odd: 'lẻ', four: 'tư' } });
    expect((await ann.put(path, { version: 1, paymentDueDay: 5 })).code).toBe('DATA_STALE');
    const dates = await ann.get<Row>(`${service.path}/dates?month=2026-11`);
    expect(dates.data).toMatchObject({ sending: '2026-11-01', due: '2026-11-20' });
    expect((await ann.get(`${service.path}/dates?month=2026-13`)).status).toBe(400);
    expect((await carl.get(path)).status).toBe(403);
    expect((await ann.put<Row>(path, { version: 2, paymentDueDay: 15 })).data.version).toBe(3);
  });
});

describe('a service', () => {
  it('has a name of its own, also without its accents', async () => {
    await make(service.path, { code: 'DIEN', name: 'Điện', group: 'ELECTRICITY', source: 'METER' });
    expect(refusal(await add({ name: 'Điện' }))).toEqual([409, 'SERVICE_NAME_EXISTS', 'name']);
    expect(refusal(await add({ name: 'dien' }))).toEqual([409, 'SERVICE_NAME_EXISTS', 'name']);
  });

  it('is made with what follows from its group, and comes last', async () => {
    const power = (await add({ group: 'WATER', source: 'METER' })).data;
    expect(power).toMatchObject({ type: 'POSTPAID', unitName: 'm³', periodType: 'ONE_MONTH', active: false });
    const next = (await add({})).data;
    expect(next).toMatchObject({ type: 'PREPAID', order: Number(power.order) + 10 });
    expect(refusal(await add({ order: next.order }))).toEqual([409, 'ALREADY_EXISTS', 'order']);
    expect(refusal(await add({ interestPerYear: 12.345 }))[0]).toBe(400);
  });

  it.each([
    [{ firstDay: 20, lastDay: 20 }, 'lastDay'],
    [{ periodType: 'HALF_MONTH', firstDay: 20, lastDay: 19 }, 'periodType'],
    [{ periodType: 'MONTH_TO_MONTH', source: 'METER' }, 'periodType'],
    [{ source: 'VEHICLE' }, 'vehicleTypes'],
    [{ source: 'AREA', repeatable: true }, 'repeatable'],
    [{ accounting: 'FIXED_DAY' }, 'accountingDay'],
  ])('%j is refused at its field', async (values, field) => {
    expect(refusal(await add(values))).toEqual([400, 'VALIDATION_FAILED', field]);
  });

  it('from the 20th to the 19th is taken', async () => {
    expect((await add({ source: 'METER', firstDay: 20, lastDay: 19 })).status).toBe(201);
  });

  it('is switched on with a tariff that is in use alone, and twice only once', async () => {
    const own = (await add({})).data;
    expect(refusal(await act(service.path, own, 'activate'))).toEqual([422, 'TARIFF_NOT_ACTIVE', 'tariffId']);
    const price = await make(tariff.path, { code: 'T1', name: 'T1' });
    await ann.put(`${service.path}/${own.id}`, { version: own.version, tariffId: price.id });
    expect((await act(service.path, own, 'activate')).data).toMatchObject({ active: true });
    expect((await act(service.path, own, 'activate')).code).toBe('STATUS_CHANGED');
    expect((await act(service.path, own, 'deactivate')).data).toMatchObject({ active: false });
  });

  it('moves before and after others', async () => {
    const [one, two, three] = [(await add({})).data, (await add({})).data, (await add({})).data] as [Row, Row, Row];
    const move = (own: Row, body: object) => ann.put(`${service.path}/${own.id}/move`, body);
    expect((await move(three, { beforeId: one.id })).status).toBe(200);
    const orders = async () =>
      Promise.all([three, one, two].map(async own => Number((await read(service.path, own.id)).order)));
    expect(await orders()).toEqual((await orders()).toSorted((a, b) => a - b));
    expect((await move(one, { afterId: two.id })).status).toBe(200);
    const [last, before] = [(await read(service.path, one.id)).order, (await read(service.path, two.id)).order];
    expect(Number(last)).toBeGreaterThan(Number(before));
    expect(refusal(await move(one, {}))[0]).toBe(400);
    expect(refusal(await move(one, { beforeId: one.id }))[0]).toBe(400);
  });

  it('keeps how it is counted once bills were made, and is not removed while somebody has it', async () => {
    const own = await priced({});
    await register(own.id);
    expect((await ann.delete(`${service.path}/${own.id}`)).code).toBe('IN_USE');
    await run([own.id]);
    const change = { version: own.version, source: 'AREA' };
    expect(refusal(await ann.put(`${service.path}/${own.id}`, change))).toEqual([409, 'SERVICE_BILLED', 'source']);
    expect((await ann.put(`${service.path}/${own.id}`, { version: own.version, paymentTerm: 5 })).status).toBe(200);
  });

  it('keeps each rate of interest with its first day', async () => {
    const own = (await add({ interestPerYear: 10 })).data;
    const later = await ann.put<Row>(`${service.path}/${own.id}`, { version: own.version, interestPerYear: 12.5 });
    expect(later.data.rates).toMatchObject([{ from: '2000-01-01', percent: 10 }, { percent: 12.5 }]);
  });
});

describe('what is billed of a service', () => {
  it('by people, by several types of vehicles, from the 20th to the 19th, and a part of what another one used', async () => {
    const people = await priced({ source: 'PEOPLE' }, { tiers: [{ price: 10_000 }] });
    const water = await priced({ source: 'METER', firstDay: 20, lastDay: 19, periodType: 'ONE_MONTH' });
    const drain = await priced(
      { source: 'METER', usageOf: water.id, usagePercent: 30, firstDay: 20, lastDay: 19, periodType: 'ONE_MONTH' },
      { tiers: [{ price: 1000 }] },
    );
    for (const own of [water, drain]) await register(own.id);
    const three = { unitId, serviceId: people.id, startDate: '2026-01-01', peopleFrom: 'REGISTERED', people: 3 };
    await make(serviceRegistration.path, three);
    const own = { code: 'W-1', unitId, serviceId: water.id, startIndex: 100, startDate: '2026-01-01' };
    await make(meter.path, own);
    await make(usage.path, { unitId, serviceId: water.id, month: MONTH, newIndex: 120 });
    const wrong = await ann.post(usage.path, { unitId, serviceId: drain.id, month: MONTH, oldIndex: 1, newIndex: 2 });
    expect(refusal(wrong)).toMatchObject([expect.any(Number), expect.any(String), 'serviceId']);
    await run([people.id, water.id, drain.id]);
    const [of] = await billsOf(water.id);
    expect(of).toMatchObject({ quantity: 20, total: 200_000 });
    expect((await read(bill.path, of?.id)).periodStart).toBe('2026-09-20');
    expect((await billsOf(drain.id))[0]).toMatchObject({ quantity: 6, total: 6000 });
    expect((await billsOf(people.id))[0]).toMatchObject({ quantity: 3, total: 30_000 });
  });

  it('is due so many days after its notice was sent, or on the day of the project', async () => {
    const own = await priced({ paymentTerm: 40 });
    const made = await make(bill.path, { unitId, serviceId: own.id, month: '2026-11', amount: 50_000 });
    expect((await act(bill.path, made, 'release')).status).toBe(200);
    expect(await read(bill.path, made.id)).toMatchObject({ noticeMonth: '2026-11', dueDate: '2026-12-11' });
  });
});

it('switched off takes no registrations', async () => {
  const own = await priced({});
  await act(service.path, own, 'deactivate');
  const values = { unitId, serviceId: own.id, startDate: '2026-01-01' };
  expect(refusal(await ann.post(serviceRegistration.path, values))).toEqual([422, 'SERVICE_NOT_ACTIVE', 'serviceId']);
});
