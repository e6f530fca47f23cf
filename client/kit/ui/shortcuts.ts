/** A key, or several that do the same, and what it does. */
export interface Shortcut {
  keys: string;
  does: string;
}

/** Every key of the product, by where it works. */
export const SHORTCUTS = {
  global: [
    { keys: 'Shift F, Ctrl K', does: 'palette' },
    { keys: '?', does: 'help' },
    { keys: 'Z', does: 'undo' },
  ],
  list: [
    { keys: '/', does: 'search' },
    { keys: 'j, ↓', does: 'down' },
    { keys: 'k, ↑', does: 'up' },
    { keys: 'Enter', does: 'open' },
    { keys: 'Esc', does: 'back' },
    { keys: 'x', does: 'select' },
    { keys: 'Shift ↓, Shift ↑', does: 'extend' },
    { keys: 'n', does: 'new' },
    { keys: 'Home', does: 'takeNew' },
    { keys: 'End', does: 'end' },
  ],
  detail: [
    { keys: 'j', does: 'next' },
    { keys: 'k', does: 'previous' },
    { keys: 'e', does: 'edit' },
    { keys: 'Esc', does: 'close' },
  ],
  form: [
    { keys: 'Enter', does: 'save' },
    { keys: 'Shift Enter', does: 'line' },
    { keys: 'Esc', does: 'leave' },
  ],
} satisfies Record<string, readonly Shortcut[]>;
