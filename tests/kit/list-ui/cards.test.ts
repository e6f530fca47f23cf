import { bill } from '@lobby/shared/modules/bill.ts';
import { contractTemplate } from '@lobby/shared/modules/contract-template.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { expect, it } from 'vitest';
import { cardColumns, columnsOf } from '../../../client/kit/ui/list/columns.ts';

const fieldsOf = (...[definition, choice]: Parameters<typeof columnsOf>) =>
  cardColumns(definition, columnsOf(definition, choice)).rest.map(({ field }) => field);

it('shows the first columns of the module beside title and status', () =>
  expect(fieldsOf(ticketType, {})).toEqual(['slaHours', 'departmentId', 'assigneeId']));

it('says whose it is, until when and how much is left', () => {
  const { unit, day, sum, state, rest } = cardColumns(bill, columnsOf(bill, {}));
  const of = [unit, day, sum, state].map(column => column?.field);
  expect(of).toEqual(['unitId', 'dueDate', 'remaining', 'paymentState']);
  expect(rest.map(({ field }) => field)).toEqual(['serviceId', 'month']);
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
