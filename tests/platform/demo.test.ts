import { sendVouchersToBooks } from '@lobby/server/demo/vouchers.ts';
import { sendDue } from '@lobby/server/kit/mail/send.ts';
import { collectionOf, modelOf } from '@lobby/server/kit/store/schema.ts';
import { holdSync, runSyncJob } from '@lobby/server/modules/accounting-sync/index.ts';
import { configurePaymentSandbox } from '@lobby/server/modules/payment-gateway/protocols/hosts.ts';
import { addDays, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { answers } from '@lobby/shared/kit/definition.ts';
import { announcement, sendTypesOf } from '@lobby/shared/modules/announcement.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAccounting } from '../../scripts/sandbox/accounting.ts';
import { openPaymentSandbox } from '../../scripts/sandbox/payments.ts';
import { callerOf, type Row } from '../setup/caller.ts';
import { PROVED } from '../setup/contract/sampling.ts';
import { isWhole } from '../setup/contract/whole.ts';
import { DEMO_PASSWORD, demoStaff } from '../setup/house/demo-staff.ts';
import { tabletOf } from '../setup/house/handover-sheets.ts';
import { countOf, rowsIn } from '../setup/records.ts';
import { until } from '../setup/server/listener.ts';
import { costly, readsOf } from '../setup/server/profile.ts';
import { startAlone, startServer } from '../setup/server/server.ts';
import { signIn } from '../setup/world.ts';

interface Kept {
  counts: Record<string, number>;
  rows: Row[];
}
const server = await startServer({ demo: true });
const staff = (name: string) => demoStaff(server.url, name);
async function resident(name: string) {
  const { data } = await signIn(server.url, 'resident', name, DEMO_PASSWORD);
  const headers = { Authorization: `Bearer ${data.accessToken}`, 'X-Unit-Id': String(data.units[0]?.unitId) };
  const who = callerOf(
    () => server.url,
    () => headers,
  );
  return { ...who, unitId: String(data.units[0]?.unitId) };
}

it('keeps mails of the latest notices in its outbox, as they were sent', async () => {
  await sendDue();
  const who = await staff('accountant@hoasen.demo');
  const { data } = await who.get<Kept>('/outbox/messages');
  expect(data.counts.EMAIL).toBe(8);
  const [first] = data.rows;
  expect(first).toMatchObject({ channel: 'EMAIL', attachments: [expect.stringMatching(/\.pdf$/)] });
  expect(Date.parse(String(first?.at))).toBeLessThan(Date.now());
}, 60_000);

describe('the demo accounts', () => {
  it.each([
    ['admin@hoasen.demo', 'HELP_DESK', 'delete', true],
    ['service1@hoasen.demo', 'HELP_DESK', 'approve', true],
    ['service2@hoasen.demo', 'MEMBER', 'readEncrypted', true],
    ['reception@hoasen.demo', 'HELP_DESK', 'approve', false],
    ['technician@hoasen.demo', 'HELP_DESK', 'write', false],
    ['accountant@hoasen.demo', 'HELP_DESK', 'read', false],
    ['admin@banmai.demo', 'LABEL', 'write', true],
  ])('%s signs in; on %s %s is %s', async (email, module, flag, held) => {
    const who = await staff(email);
    expect(who.places).toHaveLength(1);
    const { data } = await who.get<Record<string, unknown>[]>('/module');
    expect(data.find(one => one.code === module)?.[flag]).toBe(held);
  });

  it('the manager works in both buildings', async () => {
    const who = await staff('manager@hoasen.demo');
    expect(who.places.map(place => place.projectName).sort()).toEqual(['Ban Mai', 'Hoa Sen']);
  });

  it('residents sign in and see their own', async () => {
    const who = await resident('resident1@hoasen.demo');
    const list = await who.get<Row[]>('/pms/helpdesk');
    expect(list.data.length).toBeGreaterThan(0);
    for (const row of list.data) expect(row.unitId).toBe(who.unitId);
  });
});

it('announcements were sent to as many as would be counted today', async () => {
  const who = await staff('admin@hoasen.demo');
  const sent = (await who.get<Row[]>(`${announcement.path}?filter[status][]=SENT&limit=100`)).data;
  const byApp = sent.filter(
    row => row.audience === 'RESIDENTS' && sendTypesOf({ sendTypes: row.sendTypes }).join() === 'APP',
  );
  expect(byApp.length).toBeGreaterThan(0);
  for (const row of byApp) {
    const { people, app } = (await who.get<Row>(`${announcement.path}/${row.id}/recipients`)).data;
    expect([row.recipientCount, row.sentCount, row.failedCount]).toEqual([people, app, Number(people) - Number(app)]);
  }
});

describe('the last flats of block C', () => {
  const visits = handoverSchedule.path;

  it('are told of to their buyers: appointment, minutes, and defects to look at', async () => {
    const buyer = await resident('resident26@hoasen.demo');
    const rounds = (await buyer.get<Row[]>(visits)).data;
    expect(rounds.map(({ round, status }) => [round, status]).toSorted()).toEqual([
      [1, 'NOT_ACCEPTED'],
      [2, 'PENDING_EXECUTION'],
    ]);
    const first = rounds.find(({ round }) => round === 1);
    expect((await buyer.file(`${visits}/${first?.id}/minutes`)).body.subarray(0, 5).toString()).toBe('%PDF-');
    const told = (await buyer.get<Row[]>(handoverDefect.path)).data;
    const repaired = told.find(({ status, closed }) => status === 'REPAIRED' && !closed);
    expect((await buyer.get<Row>(`${handoverDefect.path}/${repaired?.id}`)).data.imagesAfter).toHaveLength(1);
    expect((await buyer.put<Row>(`${handoverDefect.path}/${repaired?.id}/confirm`, {})).data.closed).toBe(true);
  });

  it('are planned and handed over by their engineers, to the last repaired defect', async () => {
    const engineer = await staff('engineer1@hoasen.demo');
    const { inspectorIds } = (await engineer.get<{ inspectorIds: string[] }>('/handover/config')).data;
    expect(inspectorIds).toContain(engineer.places[0]?.employeeId);
    const from = addDays(dayOf(new Date(), VIETNAM), 1);
    const planned = await engineer.post<{ plan: Row[]; refused: Row[] }>(`${visits}/auto`, {
      from,
      employeeIds: inspectorIds,
    });
    // Units that have not paid are not planned.
    expect([planned.data.plan.length, planned.data.refused.length]).toEqual([12, 9]);
    const [visit] = (await engineer.get<Row[]>(`${visits}?filter[status][]=PENDING_EXECUTION&sort=scheduledAt`)).data;
    expect((await engineer.put<Row>(`${visits}/${visit?.id}/start`, {})).data.status).toBe('PENDING_ACCEPTANCE');
    const tablet = tabletOf(engineer, visit?.id);
    await tablet.fill({ l3: { result: 'FAIL', note: 'Trầy xước' } });
    await tablet.sign('owner', 'employee');
    expect((await tablet.accept()).data.status).toBe('PENDING_REPAIR');
    const [defect] = (await engineer.get<Row[]>(`${handoverDefect.path}?filter[unitId][]=${visit?.unitId}`)).data;
    for (const act of ['repair', 'confirm'])
      expect((await engineer.put(`${handoverDefect.path}/${defect?.id}/${act}`, {})).status).toBe(200);
    expect((await engineer.get<Row>(`${visits}/${visit?.id}`)).data).toMatchObject({
      status: 'COMPLETE',
      openDefects: 0,
    });
    const [row] = (await engineer.get<Row[]>(`${handoverUnit.path}?filter[unitId][]=${visit?.unitId}`)).data;
    expect(row).toMatchObject({ status: 'HANDED_OVER', scheduleStatus: 'COMPLETE', openDefects: 0 });
  });
});

it('each module has demo records', async () => {
  const { projectId } = await staff('admin@hoasen.demo');
  const counts = await Promise.all(
    MODULES.map(async module => [module.name, await countOf(module, projectId)] as const),
  );
  expect(counts.filter(([, count]) => count === 0)).toEqual([]);
});

it('was made before now, whatever the hour', async () => {
  // Later than what the other tests make.
  const at = new Date();
  const ahead = await Promise.all(
    MODULES.map(
      async module =>
        [module.name, await rowsIn(collectionOf(module)).countDocuments({ createdAt: { $gt: at } })] as const,
    ),
  );
  expect(ahead.filter(([, count]) => count > 0)).toEqual([]);
});

describe.each(PROVED.map(definition => [definition.name, definition] as const))('the demo’s %ss', (_, definition) => {
  it('are answered like those of every project, and read from indexes', async () => {
    const who = await staff('admin@hoasen.demo');
    const count = await countOf(definition, who.projectId);
    let first: Row | undefined;
    const reads = await readsOf(`${definition.name}s`, async () => {
      for (const sort of definition.list.sorts) {
        const list = await who.get<Row[]>(`${definition.path}?sort=-${sort}`);
        expect(list.headers.get('Content-Range')).toMatch(new RegExp(`/${count}$`));
        first = list.data.find(row => row[definition.title]) ?? list.data[0];
      }
    });
    expect(costly(reads)).toEqual([]);
    if (answers(definition, 'detail'))
      expect((await who.get(`${definition.path}/${first?.id}`)).data).toMatchObject({ id: first?.id });
    const named = definition.fields[definition.title];
    if (!named?.search) return;
    // Records titled by a reference are found by the title of its target.
    const other = named.kind === 'ref' ? MODULES.find(({ name }) => name === named.to) : null;
    const value = first?.[definition.title];
    const title = other ? (await who.get<Row>(`${other.path}/${value}`)).data[other.title] : value;
    const word = String(title).split(' ')[0] ?? '';
    const found = await who.get<Row[]>(`${definition.path}?limit=100&filter[q]=${encodeURIComponent(word)}`);
    expect(found.data.length, word).toBeGreaterThan(0);
  });
});

it('a new ticket goes on where the demo’s codes end', async () => {
  const who = await staff('service1@hoasen.demo');
  const units = await who.get<Row[]>('/unit/options');
  const made = await who.post('/pms/helpdesk', { title: 'T', content: 'C', unitId: units.data[0]?.id });
  expect(made.status).toBe(201);
});

it.runIf(isWhole)('a demo listens on loopback alone', async () => {
  await expect(startAlone(server, 'info', { HOST: '0.0.0.0' })).rejects.toThrow(/loopback/);
});

it.runIf(isWhole)('a second start finds it loaded', async () => {
  const before = await countOf(ticket, (await staff('admin@hoasen.demo')).projectId);
  const second = await startAlone(server, 'info', { DEMO: '1' });
  // Its address is printed before its accounts.
  await until(() => second.log().includes('service1@hoasen.demo'));
  expect(await countOf(ticket, (await staff('admin@hoasen.demo')).projectId)).toBe(before);
});

it('says of the accounting software beside it what that has: each voucher by its number, and new ones after them', async () => {
  const books = await openAccounting({ password: null });
  holdSync(true);
  const who = await staff('accountant@hoasen.demo');
  const [connection] = (await who.get<Row[]>(syncConnection.path)).data;
  const at = `${syncConnection.path}/${connection?.id}`;
  await who.put(at, { version: connection?.version, url: books.url });
  expect((await who.put(`${at}/test`, {})).status).toBe(200);
  await sendVouchersToBooks(books.url);
  const path = syncReceipt.path;
  const rowsOf = async (status: string, more = '') =>
    (await who.get<Row[]>(`${path}?filter[status][]=${status}&limit=100&sort=createdAt${more}`)).data;
  const verified = async (row: Row | undefined) => (await who.put<Row>(`${path}/${row?.id}/verify`, {})).data;
  const [synced] = await rowsOf('SYNCED');
  expect(await verified(synced)).toMatchObject({ status: 'SYNCED', difference: [] });
  for (const row of await rowsOf('OUT_OF_SYNC'))
    expect(await verified(row)).toMatchObject({ status: 'OUT_OF_SYNC', difference: [{ field: 'amount' }] });
  const codes = [...books.vouchers.values()].map(({ code }) => code).toSorted();
  const [changed] = await rowsOf('CHANGED');
  const before = (await who.get<Row>(`${path}/${changed?.id}`)).data;
  expect(books.vouchers.has(String(before.foreignId))).toBe(true);
  const asked = await who.put(`${path}/${changed?.id}/sync`, {});
  expect(asked.status, asked.text).toBe(200);
  await runSyncJob(new Date());
  const sent = (await who.get<Row>(`${path}/${changed?.id}`)).data;
  expect(sent).toMatchObject({ status: 'SUCCESS', errorText: null });
  expect(String(sent.foreignCode) > String(codes.at(-1))).toBe(true);
  expect(books.vouchers.has(String(before.foreignId))).toBe(false);

  // A receipt that is cancelled is reversed there, once a second person agrees; a voucher that was thrown away there holds up nobody.
  const [paid] = await rowsOf('SYNCED', '&filter[documentKind][]=RECEIPT');
  const own = { projectId: who.projectId, _id: String(paid?.id) };
  const documentId = (await modelOf(syncReceipt).findOne(own).lean<{ documentId: string }>())?.documentId;
  const asks = await who.put<Row>(`${receipt.path}/${documentId}/cancel`, { reason: 'Thu nhầm căn' });
  expect(asks.status, asks.text).toBe(202);
  const admin = await staff('admin@hoasen.demo');
  const agreed = await admin.put(`${approvalRequest.path}/${asks.data.approvalRequestId}/approve`, {});
  expect(agreed.status, agreed.text).toBe(200);
  const about = async () => (await who.get<Row[]>(`${path}?filter[q]=${paid?.documentCode}`)).data;
  const states = async () => Object.fromEntries((await about()).map(one => [one.documentKind, one.status]));
  expect(await states()).toEqual({ RECEIPT: 'CHANGED', CANCELLATION: 'PENDING' });
  await runSyncJob(new Date());
  expect(await states()).toEqual({ RECEIPT: 'SYNCED', CANCELLATION: 'SYNCED' });
  const back = (await about()).find(({ documentKind }) => documentKind === 'CANCELLATION');
  const reversal = [...books.vouchers.values()].find(({ code }) => code === back?.foreignCode);
  expect(books.byKey(`RECEIPT-${documentId}-1`)?.reversedBy).toBe(reversal?.id);
  await books.close();

  // Begun anew it is told the same again.
  const anew = await openAccounting({ password: null, port: Number(new URL(books.url).port) });
  await sendVouchersToBooks(anew.url);
  const heldBy = ({ vouchers }: typeof books) =>
    [...vouchers.values()]
      .map(voucher => ({ ...voucher, replaces: null }))
      .toSorted((a, b) => a.code.localeCompare(b.code));
  expect(heldBy(anew)).toEqual(heldBy(books));
  holdSync(false);
  await anew.close();
});

it('has what its own records say: bills that stand wait to be sent, companies alone are refused by their tax code', async () => {
  const { projectId } = await staff('accountant@hoasen.demo');
  const waiting = await modelOf(syncReceipt)
    .find({ projectId, deletedAt: null, status: { $in: ['NONE', 'PENDING'] }, documentKind: 'BILL' })
    .lean<{ documentId: string }[]>();
  const bills = await modelOf(bill)
    .find({ projectId, _id: { $in: waiting.map(({ documentId }) => documentId) } })
    .lean<{ status: string }[]>();
  expect([bills.length, new Set(bills.map(({ status }) => status))]).toEqual([waiting.length, new Set(['ACTIVE'])]);
  const refused = await modelOf(invoice)
    .find({ projectId, taxStatus: 'REJECTED' })
    .lean<{ buyerTaxCode: string | null }[]>();
  expect(refused.length).toBeGreaterThan(0);
  for (const { buyerTaxCode } of refused) expect(buyerTaxCode).toMatch(/^\d{10}/);
});

it('takes what residents pay by VNPAY, and by a card that MoMo keeps, at the sandboxes beside it', async () => {
  const one = await resident('resident1@hoasen.demo');
  const offered = async () => (await one.get<Row[]>(`${paymentGateway.path}/offered`)).data;
  // Where the sandboxes do not run, nobody is led to a gateway without keys.
  expect((await offered()).map(({ provider }) => provider)).toEqual(['VIETQR']);
  const sandbox = await openPaymentSandbox();
  configurePaymentSandbox(sandbox.url);
  onTestFinished(async () => {
    configurePaymentSandbox(null);
    await sandbox.close();
  });
  const gateways = await offered();
  expect(gateways.map(({ provider, saves }) => [provider, saves])).toEqual([
    ['VIETQR', false],
    ['VNPAY', false],
    ['MOMO', true],
  ]);
  const [vnpay, momo] = ['VNPAY', 'MOMO'].map(name => gateways.find(({ provider }) => provider === name));
  const owed = async (who: typeof one) =>
    (await who.get<Row[]>(`${bill.path}?limit=100`)).data.flatMap(({ id, remaining }) =>
      Number(remaining) > 0 ? [{ billId: id }] : [],
    );
  const order = async (who: typeof one, more: object) => {
    const made = await who.post<Row>(onlineTransaction.path, { items: await owed(who), ...more });
    expect(made.status, made.text).toBe(201);
    return made.data;
  };
  const begun = await order(one, { gatewayId: vnpay?.id });
  expect((await fetch(String(begun.url))).status).toBe(200);
  await sandbox.end(String([...sandbox.orders.keys()].at(-1)), 'PAID');
  const paid = (await one.get<Row>(`${onlineTransaction.path}/${begun.id}`)).data;
  expect(paid).toMatchObject({ status: 'SUCCESSED', receiptId: expect.any(String) });
  expect(await owed(one)).toEqual([]);
  let two = one;
  for (let n = 2; n < 10 && (await owed(two)).length === 0; n++) two = await resident(`resident${n}@hoasen.demo`);
  const way = (await two.post<Row>('/saved-payment', { gatewayId: momo?.id, agreed: true })).data;
  await fetch(String(way.url));
  const [asked] = [...sandbox.orders.values()].filter(({ payer }) => payer !== null);
  await sandbox.end(String(asked?.id), 'PAID');
  expect((await two.get<Row>(`/saved-payment/${way.id}`)).data.state).toBe('SAVED');
  const kept = await order(two, { gatewayId: momo?.id, savedId: way.id });
  expect(kept).toMatchObject({ status: 'SUCCESSED', url: null });
  expect(await owed(two)).toEqual([]);
}, 60_000);
