import type { Definition } from '@lobby/shared/kit/definition.ts';
import { isDueBy, isLate, leftAtHead, type MoneyShape, moneyOf, moneyShape } from '@lobby/shared/kit/money.ts';
import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { expect, it } from 'vitest';
import { partsOf, sectionsOf } from '../../client/kit/ui/detail/money/money-parts.ts';
import { isBehind } from '../../client/kit/ui/form/shown.ts';

const READ = MODULES.flatMap(module => {
  const shape = moneyShape(module);
  return shape ? [[module.name, module, shape] as const] : [];
});

it('reads the records of the fees and payments as money, those too that say nothing of it', () => {
  expect(READ.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'bill',
      'fee-notice',
      'receipt',
      'payslip',
      'deposit',
      'deposit-request',
      'fund-transfer',
      'account-movement',
    ]),
  );
  expect('money' in accountMovement).toBe(false);
  expect(moneyShape(ticket)).toBeNull();
});

it.each(READ)('%s shows each of its fields once, and none of its keys', (_, definition, shape) => {
  const { fields } = definition;
  const row = {
    id: 'a',
    version: 1,
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.kind === 'flag' ? true : 'x'])),
  };
  const shown = partsOf(definition, { ...shape }, row).flatMap(([, names]) => names);
  expect(new Set(shown).size).toBe(shown.length);
  expect(shown.filter(name => fields[name] && isBehind(fields[name]))).toEqual([]);
});

/** The record with every field filled, as much as a drawer ever has to say. */
const filled = ({ fields }: Definition, of: object = {}) => ({
  id: 'a',
  version: 1,
  ...Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => [name, kind === 'flag' ? true : kind === 'lines' ? ['x'] : 'x']),
  ),
  ...of,
});

it.each(READ)('%s leaves at most three fields to no group', (_, definition, shape) => {
  const more = new Map(partsOf(definition, shape, filled(definition))).get('more') ?? [];
  expect(more.slice(3)).toEqual([]);
});

it('has no group of one short field', () => {
  const none = Object.fromEntries(Object.keys(receipt.fields).map(name => [name, null]));
  const groups = (of: object) =>
    partsOf(receipt, receipt.money, { ...none, id: 'a', version: 1, ...of }).filter(([, names]) => names.length > 0);
  const ways = [{ kind: 'CASH', fundId: 'f', amount: 5 }];
  expect(groups({ methods: ways, payerId: 'p' })).toEqual([['payment', ['methods', 'payerId']]]);
  expect(groups({ methods: ways, payerId: 'p', voucherDate: '2026-11-01' })).toEqual([
    ['payment', ['methods']],
    ['more', ['payerId', 'voucherDate']],
  ]);
});

it('leaves out what nobody set, sums of nothing, a bare no and what is of other kinds', () => {
  const bare = { id: 'a', version: 1, amount: 5, surplus: 0, note: '', allocations: [], labelIds: [], fundId: 'f' };
  const row = { ...bare, origin: 'OTHER' };
  expect(partsOf(receipt, receipt.money, row).filter(([, names]) => names.length > 0)).toEqual([
    ['payment', ['fundId']],
  ]);
});

it('leads from the code of what it comes from to that record', () => {
  const led = MODULES.flatMap(({ name, fields }) =>
    Object.values(fields).flatMap(field =>
      field.kind === 'text' && field.codeOf ? [{ name, fields, ...field.codeOf }] : [],
    ),
  );
  expect(led.map(({ name }) => name)).toEqual(['receipt', 'payslip', 'deposit', 'deposit-request']);
  const prefixes = new Map(MODULES.map(({ name, prefix }) => [name, prefix]));
  for (const { fields, id, by } of led) {
    expect(Object.keys(fields)).toContain(id);
    for (const [prefix, name] of Object.entries(by)) expect(prefixes.get(name)).toBe(prefix);
  }
});

it('says once how money came: in the lines, where a record has some', () => {
  const ways = [{ kind: 'CASH', fundId: 'f', amount: 5 }];
  const row = {
    id: 'a',
    version: 1,
    amount: 5,
    methods: ways,
    method: 'CASH',
    methodId: 'm',
    fundId: 'f',
    reference: 'r',
  };
  const payment = (of: object) => new Map(partsOf(receipt, receipt.money, { ...row, ...of })).get('payment');
  expect(payment({})).toEqual(['methods']);
  expect(payment({ methods: [] })).toEqual(['method', 'methodId', 'fundId', 'reference']);
});

it('says how much is left of what is owed, and of a draft how much it will be', () => {
  const of = (values: Record<string, unknown>) => moneyOf(bill.money as MoneyShape, values);
  expect(of({ status: 'ACTIVE', total: 900, remaining: 400 })).toEqual({ amount: 900, left: 400 });
  expect(of({ status: 'ACTIVE', total: 900, remaining: 0 })).toEqual({ amount: 900, left: 0 });
  expect(of({ status: 'DRAFT', total: 0, originalTotal: 0, amount: 700, remaining: 0 })).toEqual({
    amount: 700,
    left: null,
  });
});

it('says at the head what is left, of what is paid too that it is nothing', () => {
  const of = (values: Record<string, unknown>, { money }: { money: unknown } = bill) =>
    leftAtHead(money as MoneyShape, values);
  expect(of({ status: 'ACTIVE', total: 900, remaining: 900 })).toBeNull();
  expect(of({ status: 'ACTIVE', total: 900, remaining: 400 })).toBe(400);
  expect(of({ status: 'ACTIVE', total: 900, remaining: 0 })).toBe(0);
  expect(of({ status: 'PUBLISHED', totalPayment: 900, remaining: 0, paymentState: 'PAID' }, feeNotice)).toBe(0);
  expect(of({ status: 'DRAFT', total: 900, remaining: 0 })).toBeNull();
  // Given up, not paid.
  expect(of({ status: 'REJECTED', amount: 9, collected: 0 }, depositRequest)).toBeNull();
});

it('knows of what is asked for how much has not come, as long as it waits', () => {
  const of = (values: Record<string, unknown>) => moneyOf(depositRequest.money as MoneyShape, { amount: 9, ...values });
  expect(of({ status: 'WAIT_FOR_DEPOSIT', collected: 2 })).toEqual({ amount: 9, left: 7 });
  expect(of({ status: 'DEPOSITED', collected: 9 })).toEqual({ amount: 9, left: 0 });
  expect(of({ status: 'REJECTED', collected: 0 })).toEqual({ amount: 9, left: 0 });
});

it('is late after its day while something is left, and only of what is on the books', () => {
  const late = (values: Record<string, unknown>) =>
    isLate(
      bill.money as MoneyShape,
      { status: 'ACTIVE', total: 9, remaining: 4, dueDate: '2026-11-26', ...values },
      '2026-11-27',
    );
  expect(late({})).toBe(true);
  expect(late({ dueDate: '2026-11-27' })).toBe(false);
  expect(late({ remaining: 0 })).toBe(false);
  expect(late({ status: 'DRAFT' })).toBe(false);
  expect(late({ dueDate: null })).toBe(false);
});

it('a record is due only while some of its amount may still come', () => {
  const due = (values: Record<string, unknown>, of: Definition) =>
    isDueBy(moneyShape(of) as MoneyShape, { total: 9, remaining: 4, dueDate: '2026-11-17', ...values }, of.statuses);
  expect(due({ status: 'ACTIVE' }, bill)).toBe(true);
  for (const values of [{ status: 'CANCELLED' }, { status: 'DRAFT' }, { status: 'ACTIVE', remaining: 0 }])
    expect(due(values, bill), JSON.stringify(values)).toBe(false);
  expect(due({ status: 'CANCELLED', totalPayment: 9 }, feeNotice)).toBe(false);
  expect(due({ status: 'REJECTED', amount: 9 }, depositRequest)).toBe(false);
  // For every definition with a due date and final statuses: ended records are not due.
  for (const module of MODULES.filter(({ statuses }) => statuses))
    for (const [status, { tone }] of Object.entries(module.statuses ?? {})) {
      const shape = moneyShape(module);
      if (shape?.due && tone === 'ended' && !shape.state?.in.includes(status))
        expect(isDueBy(shape, { status }, module.statuses), `${module.name} ${status}`).toBe(false);
    }
});

it('shows of the lines of a record fields that they have', () => {
  const lines = MODULES.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, one]) =>
      one.kind === 'lines' && one.shown ? [{ at: `${name}.${field}`, of: one.of, shown: one.shown }] : [],
    ),
  );
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.flatMap(({ at, of, shown }) => shown.filter(key => !of[key]).map(key => `${at}.${key}`))).toEqual([]);
});

it('says among the amounts what no head says: of a record with a title of its own', () => {
  for (const [name, one, shape] of READ) {
    const values = Object.entries(one.fields).map(([field, { kind }]) => [field, kind === 'lines' ? [] : 7]);
    const row = { id: 'one', version: 1, ...Object.fromEntries(values) };
    const said = (isTitled: boolean) => partsOf(one, shape, row, { isTitled }).flatMap(([, names]) => names);
    expect(said(true), name).toEqual(expect.arrayContaining(said(false)));
    const [sum = ''] = shape.amount;
    expect([said(false).includes(sum), said(true).filter(field => field === sum)], name).toEqual([false, [sum]]);
  }
});

it('says of other records once what the head says, and reads lone fields together', () => {
  const none = (definition: Definition) => Object.fromEntries(Object.keys(definition.fields).map(name => [name, null]));
  const groups = (...[definition, sections, facts, of]: Parameters<typeof sectionsOf>) =>
    sectionsOf(definition, sections, facts, { ...none(definition), ...of }).filter(([, names]) => names.length > 0);
  const hours = { startAt: '2026-11-30T03:00:00Z', endAt: '2026-11-30T05:00:00Z' };
  const slot = { startAt: hours.startAt, endAt: hours.endAt };
  const booked = { id: 'a', version: 1, code: 'TI-1', unitId: 'u', utilityId: 'b', ...hours, quantity: 1 };
  const facts = [['startAt', 'endAt']] as const;
  const sections = [
    ['what', ['note']],
    ['when', ['slots', 'quantity']],
  ] as const;
  expect(groups(utilityBooking, sections, facts, { ...booked, slots: [slot], note: 'Six people' })).toEqual([
    ['what', ['note', 'quantity']],
  ]);
  const two = [slot, { ...slot, startAt: '2026-12-01T03:00:00Z' }];
  expect(groups(utilityBooking, sections, facts, { ...booked, slots: two })).toEqual([['when', ['slots', 'quantity']]]);
  const row = { id: 'a', version: 1, code: 'BP-1', unitId: 'u', kind: 'PARCEL', shelf: 'B6', carrier: 'DHL' };
  expect(groups(parcel, [['what', ['carrier', 'kind']]], ['shelf'], row)).toEqual([['what', ['carrier']]]);
});
