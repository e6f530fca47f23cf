import { describe, expect, it } from 'vitest';
import { above, branchesOf, type Node, stepOf } from '../../client/kit/ui/tree/tree.ts';

const group = (id: string, parentId: string | null = null): Node => ({
  id,
  parentId,
  name: id,
  version: 1,
  count: 0,
});
const GROUPS = [group('a'), group('a1', 'a'), group('a2', 'a'), group('a21', 'a2'), group('b'), group('c')];
const lines = (...closed: string[]) => branchesOf(GROUPS, new Set(closed));
const shown = (...closed: string[]) => lines(...closed).map(line => `${line.level}${line.node.id}`);

describe('a tree', () => {
  it('shows what is below an open group, and nothing of a closed one', () => {
    expect(shown()).toEqual(['1a', '2a1', '2a2', '3a21', '1b', '1c']);
    expect(shown('a')).toEqual(['1a', '1b', '1c']);
    expect(shown('a2')).toEqual(['1a', '2a1', '2a2', '1b', '1c']);
    expect(lines('a2').map(({ open }) => open)).toEqual([true, null, false, null, null]);
    expect(lines()[2]).toMatchObject({ place: 2, sisters: 2 });
  });

  it('loses no group: not of a ring, and not below one that is gone', () => {
    const ring = [group('x', 'y'), group('y', 'x'), group('z', 'gone')];
    expect(branchesOf(ring, new Set()).map(line => `${line.level}${line.node.id}`)).toEqual(['1z', '1x', '2y']);
    expect(above(ring, 'x')).toEqual(['y', 'x']);
    expect(above(GROUPS, 'a21')).toEqual(['a2', 'a']);
  });

  it.each([
    ['a', 'ArrowDown', { to: 'a1' }],
    ['a', 'ArrowUp', {}],
    ['c', 'ArrowDown', {}],
    ['b', 'Home', { to: 'a' }],
    ['a', 'End', { to: 'c' }],
    ['a', 'ArrowRight', { to: 'a1' }],
    ['a1', 'ArrowRight', {}],
    ['a2', 'ArrowRight', { open: ['a2'] }],
    ['a2', 'ArrowLeft', { to: 'a' }],
    ['a', 'ArrowLeft', { close: 'a' }],
    ['b', 'ArrowLeft', {}],
    ['a1', '*', { open: ['a2'] }],
    ['a', 'x', null],
    ['gone', 'ArrowDown', null],
  ])('on %s takes %s as the tree pattern does', (id, key, step) => {
    expect(stepOf(lines('a2'), id, key)).toEqual(step);
  });
});
