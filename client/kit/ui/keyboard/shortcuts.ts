/** All shortcuts by scope: name, and keys as shown. */
export const SHORTCUTS = {
  global: { palette: 'Shift F, Ctrl K', help: '?', undo: 'Z', visit: 'Shift F1', guests: 'Shift F2' },
  list: {
    search: '/',
    down: 'j, ↓',
    up: 'k, ↑',
    open: 'Enter',
    back: 'Esc',
    select: 'x',
    extend: 'Shift ↓, Shift ↑',
    new: 'n',
    takeNew: 'Home',
    end: 'End',
    pageDown: 'PgDn',
    pageUp: 'PgUp',
  },
  detail: { next: 'j', previous: 'k', edit: 'e', reply: 'r', close: 'Esc' },
  form: { save: 'Enter', line: 'Shift Enter', leave: 'Esc' },
} as const;

const NAMED: Readonly<Record<string, string>> = {
  '↓': 'arrowdown',
  '↑': 'arrowup',
  '←': 'arrowleft',
  '→': 'arrowright',
  Esc: 'escape',
  PgDn: 'pagedown',
  PgUp: 'pageup',
  Space: ' ',
};

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether one of the shown keys (`j, ↓`) was pressed; `singles` enables keys without Ctrl (WCAG 2.1.4). */
export function isPressed(keys: string, pressed: Pressed, singles: boolean): boolean {
  if (pressed.altKey) return false;
  return keys.split(', ').some(shortcut => {
    const parts = shortcut.split(' ');
    const key = parts.at(-1) ?? '';
    const ctrl = parts.includes('Ctrl');
    const single = [...key].length === 1 && !NAMED[key];
    if ((single && !ctrl && !singles) || ctrl !== (pressed.ctrlKey || pressed.metaKey)) return false;
    if (pressed.key.toLowerCase() !== (NAMED[key] ?? key.toLowerCase())) return false;
    // `?` and `/` need Shift in some layouts.
    return (single && !/\p{L}/u.test(key)) || pressed.shiftKey === parts.includes('Shift');
  });
}
