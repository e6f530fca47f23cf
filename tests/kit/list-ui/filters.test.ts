import { lastDays } from '@lobby/shared/kit/list-url.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { describe, expect, it } from 'vitest';
import {
  activeCondition,
  chipFields,
  filterField,
  holdsMark,
  isNarrowed,
  toggleMark,
  withCondition,
} from '../../../client/kit/ui/list/filters/conditions.ts';
import { allSorts, ariaSort, nextSort } from '../../../client/kit/ui/list/sort/sorting.ts';

const { mine, overdue } = ticket.list.marks;

describe('filters', () => {
  it('are free without a condition that says something', () => {
    expect(activeCondition({ status: { in: [] } }, 'status')).toBeUndefined();
    expect(withCondition({ typeId: { in: ['a'] }, q: 'x' }, 'typeId', { in: [] })).toEqual({ q: 'x' });
    expect(withCondition({}, 'createdAt', { from: '2026-01-01' })).toEqual({ createdAt: { from: '2026-01-01' } });
  });

  it('put a mark on and take it off again', () => {
    const on = toggleMark({ q: 'x' }, mine);
    expect(holdsMark(on, mine)).toBe(true);
    expect(holdsMark(on, overdue)).toBe(false);
    expect(toggleMark(on, mine)).toEqual({ q: 'x' });
  });

  it('leave what another mark that is on says too', () => {
    const marks = [mine, overdue];
    const two = toggleMark(toggleMark({}, mine, marks), overdue, marks);
    expect([mine, overdue].map(mark => holdsMark(two, mark))).toEqual([true, true]);
    expect(holdsMark(toggleMark(two, overdue, marks), mine)).toBe(true);
    expect(toggleMark(toggleMark(two, overdue, marks), mine, marks)).toEqual({});
  });

  it('know a mark whatever the order of its values', () => {
    const turned = { ...mine, status: { in: [...(mine.status?.in ?? [])].reverse() } };
    expect(holdsMark(turned, mine)).toBe(true);
  });

  it('show a chip for each condition that no mark stands for', () => {
    const filter = { ...mine, typeId: { in: ['t'] }, q: 'x' };
    expect(chipFields(ticket, filter)).toEqual(['typeId']);
    expect(chipFields(ticket, { assigneeId: { in: ['me'] } })).toEqual(['assigneeId']);
  });

  it('tell whether anything narrows the list', () => {
    expect(isNarrowed(ticket, {})).toBe(false);
    expect(isNarrowed(ticket, { q: 'x' })).toBe(true);
    expect(isNarrowed(ticket, overdue)).toBe(true);
  });

  it('know the fields that every record has', () => {
    expect(filterField(ticket, 'status')).toMatchObject({ kind: 'choice' });
    expect(filterField(ticket, 'createdAt').kind).toBe('instant');
    expect(filterField(ticket, 'typeId')).toMatchObject({ kind: 'ref', to: 'ticket-type' });
  });

  it('count the last days with today', () => {
    expect(lastDays('2026-03-01', 1)).toEqual({ from: '2026-03-01', to: '2026-03-01' });
    expect(lastDays('2026-03-01', 7)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  });
});

describe('sorts', () => {
  it('turn round at each click, beginning as the list usually does', () => {
    expect(nextSort(ticket, 'dueAt', 'createdAt')).toBe('-createdAt');
    expect(nextSort(ticket, '-createdAt', 'createdAt')).toBe('createdAt');
    expect(nextSort(ticket, '-createdAt', 'dueAt')).toBe('dueAt');
  });

  it('tell readers their direction', () => {
    expect(ariaSort('-dueAt', 'dueAt')).toBe('descending');
    expect(ariaSort('dueAt', 'dueAt')).toBe('ascending');
    expect(ariaSort('dueAt', 'createdAt')).toBeUndefined();
    expect(ariaSort('dueAt', null)).toBeUndefined();
  });

  it('are all there, both ways', () => expect(allSorts(ticket)).toHaveLength(ticket.list.sorts.length * 2));
});
