import { describe, expect, it } from 'vitest';
import {
  extentAfter,
  extentIn,
  type ListChange,
  pressed,
} from '../../../client/kit/ui/form/inputs/choices/list-choice.ts';

const held = [['a', 'b'], ['a']];
const none: ListChange = { add: [], remove: [] };
const press = (id: string, times: number) =>
  Array.from({ length: times }).reduce<ListChange>(change => pressed(change, id, extentIn(held, id)), none);

describe('boxes that stand for a list of several records', () => {
  it('are on for all, on for some, or off', () => {
    expect(['a', 'b', 'c'].map(id => extentIn(held, id))).toEqual(['all', 'some', 'none']);
    expect(extentIn(undefined, 'a')).toBe('some');
  });

  it.each([
    ['a', 1, { add: [], remove: ['a'] }],
    ['a', 2, none],
    ['b', 1, { add: ['b'], remove: [] }],
    ['b', 2, { add: [], remove: ['b'] }],
    ['b', 3, none],
    ['c', 1, { add: ['c'], remove: [] }],
    ['c', 2, none],
  ])('%s pressed %i times', (id, times, change) => {
    expect(press(id, times)).toEqual(change);
  });

  it('show what was pressed', () => {
    expect(extentAfter(press('b', 1), 'b', 'some')).toBe('all');
    expect(extentAfter(press('a', 1), 'a', 'all')).toBe('none');
    expect(extentAfter(none, 'b', 'some')).toBe('some');
  });
});
