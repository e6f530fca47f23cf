import { describe, expect, it } from 'vitest';
import { commandOf } from '../../client/kit/ui/list/keys.ts';

const ACTIONS = { a: 'approve', c: 'claim' };
const press = (key: string, how: { modified?: boolean; shift?: boolean; singles?: boolean } = {}) =>
  commandOf({ key, modified: how.modified ?? false, shift: how.shift ?? false }, ACTIONS, how.singles ?? true);

describe('keys of a list', () => {
  it.each([
    ['j', 'down'],
    ['k', 'up'],
    ['ArrowDown', 'down'],
    ['Enter', 'open'],
    ['Escape', 'back'],
    ['x', 'select'],
    ['n', 'new'],
    ['/', 'search'],
    ['Home', 'top'],
  ])('%s asks for %s', (key, does) => expect(press(key)).toEqual({ do: does }));

  it('do the acts of the module', () => {
    expect(press('a')).toEqual({ do: 'act', action: 'approve' });
    expect(press('z')).toBeNull();
  });

  it('take `?` and `/` also where they lie on Shift, but leave letters with Shift alone', () => {
    expect(press('?', { shift: true })).toEqual({ do: 'help' });
    expect(press('/', { shift: true })).toEqual({ do: 'search' });
    expect(press('A', { shift: true })).toBeNull();
    expect(press('j', { shift: true })).toBeNull();
  });

  it('leave keys with Ctrl, Alt and Meta to the browser', () => expect(press('a', { modified: true })).toBeNull());

  it('do nothing as single letters once these are switched off; named keys stay', () => {
    for (const key of ['j', 'a', '/', '?']) expect(press(key, { singles: false })).toBeNull();
    expect(press('ArrowDown', { singles: false })).toEqual({ do: 'down' });
  });

  it('extend the selection with Shift and an arrow', () => {
    expect(press('ArrowDown', { shift: true })).toEqual({ do: 'extend', by: 1 });
    expect(press('ArrowUp', { shift: true })).toEqual({ do: 'extend', by: -1 });
  });
});
