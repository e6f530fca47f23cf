import type { Definition } from '@lobby/shared/kit/definition.ts';
import { isPayable } from '@lobby/shared/kit/money.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { contractTemplate } from '@lobby/shared/modules/contract-template.ts';
import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { expect, it } from 'vitest';
import { cardColumns, columnsOf, foldedSums, told } from '../../../client/kit/ui/list/columns/columns.ts';

const fieldsOf = (...[definition, choice]: Parameters<typeof columnsOf>) =>
  cardColumns(definition, columnsOf(definition, choice)).rest.map(({ field }) => field);

it('shows the first columns of the module beside title and status', () =>
  expect(fieldsOf(ticketType, {})).toEqual(['slaHours', 'departmentId', 'assigneeId']));

it('says whose it is, until when and how much is left', () => {
  const { unit, person, day, sum, state, rest } = cardColumns(bill, columnsOf(bill, {}));
  const of = [unit, person, day, sum, state].map(column => column?.field);
  expect(of).toEqual(['unitId', 'residentId', 'dueDate', 'remaining', 'paymentState']);
  expect(rest.map(({ field }) => field)).toEqual(['serviceId', 'month']);
});

it.each(
  MODULES.filter(definition =>
    columnsOf(definition, {}).some(
      ({ field, kind }) => field in definition.fields && (kind === 'date' || kind === 'instant'),
    ),
  ),
)('$name says when', definition => {
  const { day, rest } = cardColumns(definition, columnsOf(definition, {}));
  const said = [day, ...rest].map(column => column?.kind).concat(definition.fields[definition.title]?.kind);
  expect(said.some(kind => kind === 'date' || kind === 'instant')).toBe(true);
});

it.each([bill, feeNotice])('says of $name that is no claim yet where it stands, not how far it is paid', definition => {
  const { state } = definition.money;
  const isPaidIn = (status: string) => state.in.some(one => one === status);
  for (const status of Object.keys(definition.statuses))
    expect(isPayable(definition.money, { status, paymentState: 'UNPAID' })).toBe(isPaidIn(status));
  expect(isPaidIn(definition.initial)).toBe(false);
});

it('says of what costs something how much', () => {
  const sumOf = (definition: Definition) => cardColumns(definition, columnsOf(definition, {})).sum?.field;
  const priced = [utilityBooking, merchantOrder, constructionRegistration, receipt, deposit];
  expect(priced.map(sumOf)).toEqual(['total', 'total', 'depositAmount', 'amount', 'remaining']);
});

it('heads the amounts beside a drawer by what they are: left to pay only where something can be', () => {
  const headOf = (definition: Definition, tab: string) =>
    foldedSums(definition, columnsOf(definition, {}), tab).map(({ field }) => field);
  expect(headOf(bill, 'owed')).toEqual(['remaining']);
  // A paid bill and what nobody has to pay are told by what they came to.
  for (const tab of ['paid', 'drafts', 'cancelled', 'all'])
    expect(headOf(bill, tab)).toEqual(['total', 'originalTotal']);
  // Of some paid notices among others nothing is left.
  expect(headOf(feeNotice, 'published')).toEqual(['remaining']);
  expect(headOf(feeNotice, 'unpublished')).toEqual(['totalPayment']);
  expect([receipt, deposit, depositRequest].map(definition => headOf(definition, 'all'))).toEqual([
    ['amount'],
    ['amount'],
    ['amount'],
  ]);
});

it('falls back on what is known where the deciding day or sum is not', () => {
  const { days, sums } = cardColumns(merchantOrder, columnsOf(merchantOrder, {}));
  const of = (row: object) => [told(days, { ...row })?.field, told(sums, { ...row })?.field];
  expect(of({ appointmentAt: '2026-11-27', wantedFrom: '2026-11-26', total: 5, quote: 4 })).toEqual([
    'appointmentAt',
    'total',
  ]);
  expect(of({ appointmentAt: null, wantedFrom: '2026-11-26', total: 0, quote: 4, createdAt: '2026-11-20' })).toEqual([
    'wantedFrom',
    'quote',
  ]);
  expect(of({ createdAt: '2026-11-20' })).toEqual([undefined, undefined]);
  const bills = cardColumns(bill, columnsOf(bill, {})).sums;
  const sumOf = (row: object) => told(bills, { ...row })?.field;
  expect(sumOf({ remaining: 4, total: 5, net: 3 })).toBe('remaining');
  expect(sumOf({ remaining: 0, total: 5, net: 3 })).toBe('total');
  expect(sumOf({ remaining: 0, total: 0, originalTotal: -2, net: -2 })).toBe('originalTotal');
});

it('shows the time of creation only where there is room left', () => {
  expect(fieldsOf(contractTemplate, { order: ['createdAt', 'note', 'active'] })).toEqual([
    'note',
    'language',
    'active',
  ]);
  const few = { ...ticketType, list: { ...ticketType.list, columns: ['name', 'createdAt', 'slaHours', 'order'] } };
  expect(fieldsOf(few, {})).toEqual(['slaHours', 'order', 'createdAt']);
  const four = {
    ...ticketType,
    list: { ...ticketType.list, columns: ['name', 'createdAt', 'slaHours', 'order', 'active'] },
  };
  expect(fieldsOf(four, {})).toEqual(['slaHours', 'order', 'active']);
});

it.each(MODULES.filter(({ fields }) => Object.values(fields).some(field => field.kind === 'text' && field.code)))(
  'says of $name what it is before its code',
  definition => {
    const { fields } = definition;
    const isCode = (name: string) =>
      fields[name]?.kind === 'text' && 'code' in fields[name] && fields[name].code === true;
    const { rest } = cardColumns(definition, columnsOf(definition, {}));
    const own = rest
      .map(({ field }) => field)
      .filter(field => field in fields && !definition.list.deciding?.includes(field));
    const first = own.findIndex(isCode);
    expect(first < 0 ? [] : own.slice(first).filter(name => !isCode(name))).toEqual([]);
  },
);
