import { db, transaction } from '@lobby/server/kit/database/database.ts';
import { billRunJob } from '@lobby/server/modules/bill/index.ts';
import { type RunItem, runItems, storeItems } from '@lobby/server/modules/bill/run/items.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { describe, expect, it, vi } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt, MONTH, refusal } from '../setup/money/books.ts';
import { change, rowsIn } from '../setup/records.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { WAIT } from '../setup/time/limit.ts';
import { makeSite } from '../setup/world.ts';

const METER = { code: 'W-1', startDate: '2026-01-01' };

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, unitId, otherUnitId } = site;
const { make, read, act, priced, register, billsOf, run, begin, agree } = await booksAt(site);

describe('a run', () => {
  it('bills what each unit has, and says who gets none and why', async () => {
    const area = await priced({ source: 'AREA', unitName: 'm²' });
    const water = await priced({ source: 'METER' }, { tiers: [{ to: 4, price: 1000 }, { price: 2000 }], vat: 5 });
    const parking = await priced(
      { source: 'VEHICLE', vehicleTypes: [{ vehicleType: 'CAR' }] },
      { tiers: [{ price: 1_200_000 }] },
    );
    const { id: tariffId } = await make(tariff.path, { code: 'NONE', name: 'Without a price' });
    const none = { code: 'NONE', name: 'Without a price', group: 'OTHER', source: 'FIXED', tariffId };
    const unpriced = await make(service.path, none);
    for (const own of [area, water, unpriced]) await register(own.id);
    await register(water.id, otherUnitId);
    for (const plate of ['30A-111.11', '30A-222.22'])
      await make(vehicle.path, { plate, color: 'Đen', type: 'CAR', unitId, startDate: '2026-01-01' });
    await ann.put(`/unit/${unitId}`, { version: (await read('/unit', unitId)).version, area: 80, useArea: 72.5 });
    await make(meter.path, { ...METER, unitId, serviceId: water.id, startIndex: 100 });
    await make(usage.path, { unitId, serviceId: water.id, month: MONTH, newIndex: 110 });
    const ids = [area.id, water.id, parking.id, unpriced.id];
    // Preview of one unit with its lines.
    const of = ids.map(id => `serviceIds[]=${id}`).join('&');
    const one = await ann.get<Row>(`${billRun.path}/preview?month=${MONTH}&unitId=${unitId}&${of}`);
    expect(one.data, one.text).toMatchObject({ total: 725_000 + 16_800 + 2_400_000 });
    expect(one.data.bills).toContainEqual(
      expect.objectContaining({ serviceId: water.id, quantity: 10, net: 16_000, vat: 800, previous: null }),
    );
    expect(one.data.skipped).toEqual([{ serviceId: unpriced.id, reason: 'NO_TARIFF' }]);
    const plan = await begin({ serviceIds: ids, dryRun: true });
    expect(plan).toMatchObject({
      status: 'PREVIEW',
      made: 3,
      skipped: 2,
      total: 725_000 + 16_800 + 2_400_000,
      skippedByReason: expect.arrayContaining([
        { reason: 'NO_USAGE', count: 1 },
        { reason: 'NO_TARIFF', count: 1 },
      ]),
    });
    expect(await billsOf(water.id)).toEqual([]);
    const skipped = await ann.get<Row[]>(`${billRun.path}/${plan.id}/items?filter[result]=SKIPPED`);
    expect(skipped.data.map(({ unitId: of, reason }) => [of, reason]).toSorted()).toEqual(
      [
        [otherUnitId, 'NO_USAGE'],
        [unitId, 'NO_TARIFF'],
      ].toSorted(),
    );
    expect((await act(billRun.path, plan, 'start')).status).toBe(200);
    await vi.waitFor(async () => expect((await read(billRun.path, plan.id)).status).toBe('DONE'), WAIT);
    const done = await read(billRun.path, plan.id);
    expect(done).toMatchObject({ made: 3, skipped: 2, total: plan.total, previewTotal: plan.total });
    expect(await run(ids)).toMatchObject({
      made: 0,
      skippedByReason: expect.arrayContaining([{ reason: 'ALREADY_BILLED', count: 3 }]),
    });
    expect((await billsOf(water.id))[0]).toMatchObject({
      total: 16_800,
      quantity: 10,
      status: 'DRAFT',
      createType: 'AUTO',
    });
    expect((await billsOf(parking.id))[0]).toMatchObject({ quantity: 2, total: 2_400_000 });
  });

  it('makes each bill once, of ten at once through two servers', async () => {
    const own = await priced({});
    await Promise.all([register(own.id), register(own.id, otherUnitId)]);
    const runs = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        begin(
          { serviceIds: [own.id], ...(at > 4 && { scope: { unitIds: [unitId] } }) },
          ann.at(at % 2 ? server.url : second.url),
        ),
      ),
    );
    expect(await billsOf(own.id)).toHaveLength(2);
    // Identical requests during a run share that run.
    const each = new Map(runs.map(one => [one.id, Number(one.made)]));
    expect([...each.values()].reduce((sum, made) => sum + made, 0)).toBe(2);
  });

  it('goes on where a server that was killed left it, and after it was cancelled', async () => {
    const own = await priced({});
    await Promise.all([register(own.id), register(own.id, otherUnitId)]);
    // State left by a killed server: a running run whose current chunk was rolled back.
    const left = await begin({ serviceIds: [own.id], dryRun: true });
    const set = { status: 'RUNNING', upTo: unitId, done: 1, made: 0, total: 0, byService: [] };
    await change(billRun, left.id, set);
    await Promise.all([billRunJob.run(new Date()), billRunJob.run(new Date())]);
    expect(await read(billRun.path, left.id)).toMatchObject({ status: 'DONE' });
    expect((await billsOf(own.id)).map(one => one.unitId)).toContain(otherUnitId);
    const again = await begin({ serviceIds: [own.id], dryRun: true });
    await act(billRun.path, again, 'cancel', { reason: 'Not yet' });
    expect((await act(billRun.path, again, 'resume')).code).toBe('STATUS_NOT_ALLOWED');
    expect((await act(billRun.path, again, 'retry')).status).toBe(200);
    await vi.waitFor(async () => expect((await read(billRun.path, again.id)).status).toBe('DONE'), WAIT);
    expect(await billsOf(own.id)).toHaveLength(2);
  });

  it('begins at once without a dry run, is released and discarded as a whole, and keeps to its units', async () => {
    const own = await priced({});
    await Promise.all([register(own.id), register(own.id, otherUnitId)]);
    const asked = (values: object) => ann.post<Row>(billRun.path, { month: MONTH, serviceIds: [own.id], ...values });
    const one = await begin({ serviceIds: [own.id], scope: { unitIds: [unitId] } });
    expect([one.status, one.units, one.made]).toEqual(['DONE', 1, 1]);
    const locked = await act(billRun.path, one, 'release', { accountingDate: '2099-01-01' });
    expect((locked.data as unknown as { refused: { code: string }[] }).refused.map(({ code }) => code)).toEqual([
      'VALIDATION_FAILED',
    ]);
    const released = await act(billRun.path, one, 'release');
    expect((released.data as unknown as { done: string[] }).done).toHaveLength(1);
    const rest = await begin({ serviceIds: [own.id] });
    expect((await act(billRun.path, rest, 'discard', { reason: 'Too early' })).status).toBe(200);
    const statuses = (await billsOf(own.id)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['ACTIVE', 'CANCELLED']);
    expect(refusal(await asked({ month: '2099-01' }))).toEqual([422, 'INVALID_FEE_MONTH', 'month']);
    expect(refusal(await asked({ scope: { unitIds: [] } }))).toEqual([
      400,
      'EMPTY_APARTMENT_SELECTED',
      'scope.unitIds',
    ]);
    expect(refusal(await asked({ paymentDueDate: '2026-10-01' }))).toEqual([422, 'FEE_DATES_ORDER', 'paymentDueDate']);
    const off = await priced({});
    await act(service.path, off, 'deactivate');
    expect(refusal(await asked({ serviceIds: [off.id] }))).toEqual([422, 'SERVICE_NOT_ACTIVE', 'serviceIds']);
  });

  it('reads the items of its own units alone when it stores a chunk', async () => {
    const item = (at: number, result: RunItem['result']): RunItem => ({
      _id: `many:${at}:water`,
      projectId: site.id,
      runId: 'many',
      at,
      unitId: String(at),
      serviceId: 'water',
      result,
      reason: null,
      billId: null,
      quantity: null,
      net: 0,
      vat: 0,
      total: 0,
      previousQuantity: null,
      previousTotal: null,
      change: null,
      outlier: false,
    });
    await runItems().insertMany(Array.from({ length: 500 }, (_, at) => item(at, at % 2 ? 'MADE' : 'SKIPPED')));
    // One of the units was billed before, the other skipped; the ids `60` and `600` start with `6` as well.
    const anew = [{ ...item(7, 'MADE'), _id: 'many:7:lift', serviceId: 'lift' }, item(6, 'MADE')];
    await db().command({ profile: 2 });
    await transaction(session => storeItems('many', ['6', '7'], anew, session));
    await db().command({ profile: 0 });
    const [removed] = await db().collection('system.profile').find({ op: 'remove', ndeleted: 1 }).toArray();
    expect(removed?.docsExamined).toBeLessThan(10);
    const stored = await runItems().find({ runId: 'many' }).toArray();
    expect(stored).toHaveLength(501);
    expect(stored.filter(({ unitId }) => ['6', '7'].includes(unitId)).map(one => [one._id, one.result])).toEqual(
      expect.arrayContaining([
        ['many:6:water', 'MADE'],
        ['many:7:water', 'MADE'],
        ['many:7:lift', 'MADE'],
      ]),
    );
  });

  it('marks what is far from the months before, and releases by itself where it may', async () => {
    const water = await priced({ source: 'NUMBER' }, { tiers: [{ price: 1000 }] });
    await register(water.id);
    for (const [month, number] of [
      ['2026-07', 100],
      ['2026-08', 110],
      ['2026-09', 90],
      [MONTH, 135],
    ] as const)
      await make(usage.path, { unitId, serviceId: water.id, month, usageNumber: number, confirmed: true });
    for (const month of ['2026-07', '2026-08', '2026-09']) await begin({ month, serviceIds: [water.id] });
    const made = await begin({ serviceIds: [water.id], releaseAfter: true });
    expect(made.outliers).toBe(1);
    const { data } = await ann.get<Row[]>(`${billRun.path}/${made.id}/items?filter[outlier]=true`);
    expect(data).toMatchObject([{ total: 135_000, previousTotal: 90_000, change: 35, quantity: 135 }]);
    await vi.waitFor(async () => {
      expect((await billsOf(water.id)).find(({ month }) => month === MONTH)?.status).toBe('ACTIVE');
    }, WAIT);
  });

  it('releases what it has made together, in one transaction, and leaves a draft what would cost something else by now', async () => {
    const [own, other] = [await priced({}), await priced({})];
    for (const one of [own, other]) await Promise.all([register(one.id), register(one.id, otherUnitId)]);
    const made = await run([own.id, other.id]);
    const [odd] = await billsOf(other.id);
    await change(bill, String(odd?.id), { total: 12_345 });
    const answer = await act(billRun.path, made, 'release');
    expect(answer.data).toMatchObject({ refused: [{ id: odd?.id, code: 'BILL_OUTDATED' }] });
    const bills = [...(await billsOf(own.id)), ...(await billsOf(other.id))];
    expect(bills.filter(({ status }) => status === 'DRAFT').map(({ id }) => id)).toEqual([odd?.id]);
    const released = { entity: 'bill', action: 'release', entityId: { $in: bills.map(({ id }) => id) } };
    const told = await rowsIn('events').find(released).toArray();
    expect([told.length, new Set(told.map(one => one.run)).size]).toEqual([3, 1]);
    await change(bill, String(odd?.id), { total: odd?.total });
    await change(billRun, made.id, { releaseAfter: true });
    await Promise.all([billRunJob.run(new Date()), billRunJob.run(new Date())]);
    expect((await read(bill.path, odd?.id)).status).toBe('ACTIVE');
    await agree();
  });

  it('leaves its bills a discount that somebody gives for a reason, before the release and after', async () => {
    const own = await priced({}, { tiers: [{ price: 100_000 }], vat: 10 });
    await register(own.id);
    await run([own.id]);
    const [draft] = (await billsOf(own.id)) as [Row];
    const edit = async (values: object) => {
      const { version } = await read(bill.path, draft.id);
      return ann.put<Row>(`${bill.path}/${draft.id}`, { version, ...values });
    };
    expect(draft).toMatchObject({ total: 110_000 });
    expect(refusal(await edit({ amount: 5 }))).toEqual([422, 'INVALID_BILL_TYPE']);
    const ten = { discountType: 'PERCENT', discountPercent: 10 };
    expect(refusal(await edit(ten))).toEqual([400, 'VALIDATION_FAILED', 'changeReason']);
    const changeReason = 'Two days without water';
    expect((await edit({ ...ten, changeReason })).data).toMatchObject({ discount: 10_000, vat: 9000, total: 99_000 });
    expect((await act(bill.path, draft, 'recalculate')).data).toMatchObject({ total: 99_000 });
    expect((await act(bill.path, draft, 'release')).data).toMatchObject({ status: 'ACTIVE', total: 99_000 });
    const fixed = (discountAmount: number) => edit({ discountType: 'FIXED', discountAmount, changeReason });
    expect(refusal(await fixed(100_001))).toEqual([422, 'INVALID_DISCOUNT', 'discountAmount']);
    expect((await fixed(20_000)).data).toMatchObject({
      discount: 20_000,
      total: 88_000,
      remaining: 88_000,
      edited: true,
    });
    await agree();
  });

  it('bills again what was cancelled', async () => {
    const own = await priced({});
    await register(own.id);
    await run([own.id]);
    const [first] = await billsOf(own.id);
    await act(bill.path, first as Row, 'cancel', { reason: 'A wrong price' });
    await run([own.id]);
    expect((await billsOf(own.id)).map(({ status }) => status).toSorted()).toEqual(['CANCELLED', 'DRAFT']);
  });
});

describe('what was used', () => {
  it('stays as it is once it is billed', async () => {
    const own = await priced({ source: 'NUMBER' });
    await register(own.id);
    const used = await make(usage.path, { unitId, serviceId: own.id, month: MONTH, usageNumber: 7 });
    await run([own.id]);
    const change = async () =>
      ann.put(`${usage.path}/${used.id}`, { version: (await read(usage.path, used.id)).version, usageNumber: 8 });
    expect(refusal(await change())).toEqual([409, 'USAGE_BILLED']);
    const [made] = await billsOf(own.id);
    await act(bill.path, made as Row, 'cancel', { reason: 'Misread' });
    expect((await change()).data).toMatchObject({ usageNumber: 8 });
  });

  it('keeps a tariff that bills were made with', async () => {
    const own = await priced({});
    await register(own.id);
    await run([own.id]);
    const { data } = await ann.get<Row[]>(`${tariffVersion.path}?filter[tariffId][]=${own.tariffId}`);
    const [price] = data;
    const edit = (values: object) =>
      ann.put(`${tariffVersion.path}/${price?.id}`, { version: price?.version, ...values });
    expect(refusal(await edit({ tiers: [{ price: 5 }] }))).toEqual([409, 'TARIFF_VERSION_USED']);
    expect((await edit({ source: 'Agreed in the assembly' })).status).toBe(200);
  });
});
