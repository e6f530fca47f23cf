/** What a key asks of a list. */
export type Command =
  | {
      do:
        | 'search'
        | 'down'
        | 'up'
        | 'pageDown'
        | 'pageUp'
        | 'top'
        | 'end'
        | 'open'
        | 'back'
        | 'select'
        | 'new'
        | 'help';
    }
  | { do: 'extend'; by: 1 | -1 }
  | { do: 'act'; action: string };

/** What is known of a pressed key. */
export interface Pressed {
  key: string;
  /** A modifier that makes it something else: Ctrl, Alt, Meta. */
  modified: boolean;
  shift: boolean;
}

const NAMED: Readonly<Record<string, Command>> = {
  ArrowDown: { do: 'down' },
  ArrowUp: { do: 'up' },
  PageDown: { do: 'pageDown' },
  PageUp: { do: 'pageUp' },
  Home: { do: 'top' },
  End: { do: 'end' },
  Enter: { do: 'open' },
  Escape: { do: 'back' },
};
const SINGLE: Readonly<Record<string, Command>> = {
  '/': { do: 'search' },
  '?': { do: 'help' },
  j: { do: 'down' },
  k: { do: 'up' },
  x: { do: 'select' },
  n: { do: 'new' },
};

/** What a key asks for; `actions` are the module's own by key, `singles` whether single letters do anything (WCAG 2.1.4). */
export function commandOf(
  { key, modified, shift }: Pressed,
  actions: Readonly<Record<string, string>>,
  singles: boolean,
): Command | null {
  if (modified) return null;
  if (shift && key === 'ArrowDown') return { do: 'extend', by: 1 };
  if (shift && key === 'ArrowUp') return { do: 'extend', by: -1 };
  const named = NAMED[key];
  if (named) return named;
  if (!singles || [...key].length !== 1) return null;
  // `?` and `/` lie on Shift in some layouts; letters with Shift belong to the shell.
  const single = SINGLE[key];
  if (single && !(shift && /[a-z]/i.test(key))) return single;
  const action = shift ? undefined : actions[key];
  return action ? { do: 'act', action } : null;
}

const EDITABLE =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=textbox]';
const OVER = '[role=dialog][data-state=open], [role=alertdialog][data-state=open], [role=menu][data-state=open]';

/** Whether a key pressed there belongs to something else: a field, an input method, a dialog or menu that is open. */
export function belongsElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return true;
  const { target } = event;
  if (target instanceof Element && target.closest(EDITABLE)) return true;
  return [...document.querySelectorAll(OVER)].some(element => !element.closest('[data-drawer]'));
}

const PRESSABLE = 'button, a[href], summary, input, [role=tab], [role=separator], [role=option]';

/** Whether the element with the focus answers Enter and the arrows itself. */
export function answersItself(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(PRESSABLE) !== null;
}
