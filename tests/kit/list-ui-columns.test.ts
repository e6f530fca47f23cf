import { defineModule } from '@lobby/shared/kit/definition.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { describe, expect, it } from 'vitest';
import { columnsOf, moveBefore, moveColumn, orderOf, sortOf, templateOf } from '../../client/kit/ui/list/columns.ts';

const shown = (...args: Parameters<typeof columnsOf>) => columnsOf(...args).map(({ field }) => field);

describe('columns', () => {
  it('are those of the definition until the reader changes them', () => {
    expect(shown(ticket, {})).toEqual([...ticket.list.columns]);
  });

  it('hide what the module or the reader hides, but never the first', () => {
    expect(shown(ticket, {}, { hidden: ['rating', 'code'] })).not.toContain('rating');
    expect(shown(ticket, {}, { hidden: ['rating', 'code'] })[0]).toBe('code');
    expect(shown(ticket, { hidden: [] }, { hidden: ['rating'] })).toContain('rating');
  });

  it('keep the first column first, whatever order is remembered', () => {
    expect(orderOf(ticket, ['status', 'code', 'title']).slice(0, 3)).toEqual(['code', 'status', 'title']);
  });

  it('forget columns that are gone and put new ones after their neighbour', () => {
    const order = orderOf(ticket, ['status', 'title', 'noMore']);
    expect(order).not.toContain('noMore');
    expect(order.indexOf('unitId')).toBe(order.indexOf('title') + 1);
    expect(new Set(order)).toEqual(new Set(ticket.list.columns));
  });

  it('move one place, but not past the first', () => {
    expect(moveColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
    expect(moveColumn(['a', 'b', 'c'], 'b', -1)).toEqual(['a', 'b', 'c']);
    expect(moveColumn(['a', 'b', 'c'], 'a', 1)).toEqual(['a', 'b', 'c']);
    expect(moveColumn(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c']);
  });

  it('let the title grow until it is given a width', () => {
    expect(templateOf(columnsOf(ticket, {})).template).toContain('minmax(240px, 1fr)');
    const fixed = templateOf(columnsOf(ticket, { widths: { title: 300 } }));
    expect(fixed.template).toContain('300px');
    // Then the last one fills the row.
    expect(fixed.template).toMatch(/minmax\(\d+px, 1fr\)$/);
  });

  it('add up to the width that they need, with the check boxes', () => {
    const columns = columnsOf(ticket, { hidden: ticket.list.columns.slice(2) });
    expect(templateOf(columns).width).toBe(38 + 116 + 240);
    expect(templateOf(columns, 0).width).toBe(116 + 240);
  });

  it('keep widths within reason', () => {
    expect(columnsOf(ticket, { widths: { code: 1 } })[0]?.width).toBe(56);
    expect(columnsOf(ticket, { widths: { code: 99_999 } })[0]?.width).toBe(640);
  });

  it('sort by themselves where the definition allows it, codes by the time of creation', () => {
    expect(sortOf(ticket, 'dueAt')).toBe('dueAt');
    expect(sortOf(ticket, 'code')).toBe('createdAt');
    expect(sortOf(ticket, 'title')).toBeNull();
  });

  it('are put before another or at the end, but for the first', () => {
    const order = ['code', 'title', 'unitId', 'status'];
    expect(moveBefore(order, 'status', 'title')).toEqual(['code', 'status', 'title', 'unitId']);
    expect(moveBefore(order, 'title', null)).toEqual(['code', 'unitId', 'status', 'title']);
    expect(moveBefore(order, 'title', 'code')).toEqual(order);
    expect(moveBefore(order, 'code', 'status')).toEqual(order);
    expect(moveBefore(order, 'title', 'gone')).toEqual(order);
  });

  it('do without columns', () => {
    const bare = defineModule({
      name: 'bare',
      code: 'BARE',
      path: '/bare',
      title: 'name',
      flags: ['read'],
      fields: { name: { kind: 'text', max: 10 } },
      list: { columns: [], sorts: ['createdAt'], defaultSort: 'createdAt', filters: [] },
    });
    expect(columnsOf(bare, {})).toEqual([]);
    expect(templateOf([]).template).toBe('38px');
  });
});
