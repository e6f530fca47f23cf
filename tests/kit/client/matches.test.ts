import type { Filter } from '@lobby/shared/kit/definition.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { describe, expect, it } from 'vitest';
import { both, canDecide, isImpossible, matches, type Row } from '../../../client/kit/base/matches.ts';
import { compareBy } from '../../../client/kit/list/order.ts';

const reader = { me: 'e1', timeZone: 'Asia/Ho_Chi_Minh' };
const row: Row = {
  id: 'a',
  version: 1,
  status: 'APPROVED',
  assigneeId: 'e1',
  typeId: null,
  labelIds: ['l1', 'l2'],
  overdue: true,
  // Already 2026-11-21 in Vietnam.
  createdAt: '2026-11-20T17:30:00.000Z',
  dueAt: null,
  area: 12.5,
};

describe('a row under a filter', () => {
  it.each<[string, Filter, boolean]>([
    ['no filter', {}, true],
    ['one of', { status: { in: ['WAITING_APPROVAL', 'APPROVED'] } }, true],
    ['none of', { status: { in: ['WAITING_APPROVAL'] } }, false],
    ['me', { assigneeId: { in: ['me'] } }, true],
    ['somebody else', { assigneeId: { in: ['e2'] } }, false],
    ['nobody, who is somebody', { assigneeId: { in: ['none'] } }, false],
    ['nobody', { typeId: { in: ['none'] } }, true],
    ['nobody or one', { assigneeId: { in: ['none', 'e1'] } }, true],
    ['any of its labels', { labelIds: { in: ['l9', 'l2'] } }, true],
    ['none of its labels', { labelIds: { in: ['l9'] } }, false],
    ['without labels', { labelIds: { in: ['none'] } }, false],
    ['a flag', { overdue: { in: ['true'] } }, true],
    ['a flag off', { overdue: { in: ['false'] } }, false],
    ['the day of the project, not of Greenwich', { createdAt: { from: '2026-11-21' } }, true],
    ['until the day before', { createdAt: { to: '2026-11-20' } }, false],
    ['both ends inclusive', { createdAt: { from: '2026-11-21', to: '2026-11-21' } }, true],
    ['no date is in no range', { dueAt: { from: '2000-01-01' } }, false],
    ['two conditions, one not held', { status: { in: ['APPROVED'] }, overdue: { in: ['false'] } }, false],
    ['nothing is one of nothing', { status: { in: [] } }, false],
    ['a field the row has not', { nothing: { in: ['x'] } }, false],
  ])('%s', (_what, filter, belongs) => expect(matches(ticket, filter, row, reader)).toBe(belongs));

  it('compares numbers as numbers', () => {
    expect(matches(unit, { area: { from: '9', to: '100' } }, row, reader)).toBe(true);
    expect(matches(unit, { area: { from: '100' } }, row, reader)).toBe(false);
  });

  it('is nobody’s when the reader has no place here', () => {
    expect(matches(ticket, { assigneeId: { in: ['me'] } }, row, { ...reader, me: null })).toBe(false);
  });

  it.each<[Filter, boolean]>([
    [{}, true],
    [{ status: { in: ['A'] }, createdAt: { to: '2026-01-01' } }, true],
    [{ q: 'nguyen' }, false],
    [{ q: '' }, true],
    [{ content: { in: ['x'] } }, false],
    [{ nothing: { in: ['x'] } }, false],
  ])('%j can be judged here: %s', (filter, can) => expect(canDecide(ticket, filter)).toBe(can));
});

describe('two filters at once', () => {
  it.each<[Filter, Filter, Filter]>([
    [{ status: { in: ['A', 'B'] } }, { status: { in: ['B', 'C'] } }, { status: { in: ['B'] } }],
    [{ status: { in: ['A'] } }, { status: { in: ['C'] } }, { status: { in: [] } }],
    [
      { status: { in: ['A'] } },
      { typeId: { in: ['t'] }, q: 'x' },
      { status: { in: ['A'] }, typeId: { in: ['t'] }, q: 'x' },
    ],
    [{ at: { from: '2', to: '5' } }, { at: { from: '3', to: '9' } }, { at: { from: '3', to: '5' } }],
    [{ at: { from: '2' } }, { at: undefined }, { at: { from: '2' } }],
  ])('%j and %j', (a, b, whole) => expect(both(a, b)).toEqual(whole));

  it('nothing in common is nothing to ask for', () => {
    expect(isImpossible({ status: { in: [] } })).toBe(true);
    expect(isImpossible({ status: { in: ['A'] }, q: 'x' })).toBe(false);
  });
});

describe('the order of rows', () => {
  const sorted = (sort: string, rows: Partial<Row>[]) => {
    const order = compareBy(ticket, sort);
    if (!order) return null;
    return rows
      .map(one => ({ id: '', version: 1, ...one }))
      .sort(order)
      .map(one => one.id);
  };
  const dates = [
    { id: 'b', dueAt: '2026-01-02' },
    { id: 'a', dueAt: '2026-01-02' },
    { id: 'c', dueAt: null },
    { id: 'd', dueAt: '2026-01-01' },
  ];

  it('puts nothing first upwards and last downwards, ties by id in the same direction', () => {
    expect(sorted('dueAt', dates)).toEqual(['c', 'd', 'a', 'b']);
    expect(sorted('-dueAt', dates)).toEqual(['b', 'a', 'd', 'c']);
  });

  it('is the server’s to say where a row does not hold the field', () => {
    expect(sorted('content', dates)).toBeNull();
    expect(compareBy(label, 'name')).not.toBeNull();
  });
});
