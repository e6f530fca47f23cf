import { describe, expect, it } from 'vitest';
import { isPressed, SHORTCUTS } from '../../../client/kit/ui/keyboard/shortcuts.ts';

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (keys: string, pressed: Partial<typeof NONE> & { key: string }, singles = true) =>
  isPressed(keys, { ...NONE, ...pressed }, singles);
const { list, global } = SHORTCUTS;

describe('a shown key', () => {
  it.each([
    [list.down, 'j'],
    [list.down, 'ArrowDown'],
    [list.down, 'J'],
    [list.open, 'Enter'],
    [list.back, 'Escape'],
    [list.pageUp, 'PageUp'],
    [list.takeNew, 'Home'],
  ])('%s is %s', (keys, key) => expect(press(keys, { key })).toBe(true));

  it('wants exactly its modifiers', () => {
    expect(press(global.palette, { key: 'F', shiftKey: true })).toBe(true);
    expect(press(global.palette, { key: 'f' })).toBe(false);
    expect(press(global.palette, { key: 'k', ctrlKey: true })).toBe(true);
    expect(press(global.palette, { key: 'k', metaKey: true })).toBe(true);
    expect(press(list.down, { key: 'j', ctrlKey: true })).toBe(false);
    expect(press(list.down, { key: 'J', shiftKey: true })).toBe(false);
    expect(press(list.down, { key: 'ArrowDown', altKey: true })).toBe(false);
    expect(press(list.extend, { key: 'ArrowUp', shiftKey: true })).toBe(true);
  });

  it('is found also where `?` and `/` lie on Shift', () => {
    expect(press(global.help, { key: '?', shiftKey: true })).toBe(true);
    expect(press(list.search, { key: '/', shiftKey: true })).toBe(true);
  });

  it('does nothing once single keys are switched off, unless it is a named key or one with Ctrl', () => {
    expect(press(list.down, { key: 'j' }, false)).toBe(false);
    expect(press(global.help, { key: '?' }, false)).toBe(false);
    expect(press(global.palette, { key: 'F', shiftKey: true }, false)).toBe(false);
    expect(press(list.down, { key: 'ArrowDown' }, false)).toBe(true);
    expect(press(global.palette, { key: 'k', ctrlKey: true }, false)).toBe(true);
  });
});
