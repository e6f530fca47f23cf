import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { chosen } from '../../../kit/session/preferences.ts';

/**
 * Time to wait for a second key after a letter, in ms. Scanners and typists are faster, so a single letter is a
 * shortcut.
 */
const ALONE_MS = 350;

/** Interval for giving an unfocused page's focus to the input, in ms. */
const AGAIN_MS = 200;

/** Elements that keep their own keys. */
const EDITABLE = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';
const PRESSABLE = 'button, a[href], summary';
const OVER = '[role=dialog][data-state=open], [role=alertdialog][data-state=open], [role=menu][data-state=open]';

interface Keys {
  /** Current value of the input. */
  typed: string;
  onType: (text: string) => void;
  onEnter: (text: string) => void;
  /** Shortcut letters, active while the input is empty. */
  acts: Readonly<Record<string, (() => void) | undefined>>;
}

/** Sends all keys to one input wherever the focus is, for scanners and typing; letters in `acts` are shortcuts. */
export function useDeskKeys(box: RefObject<HTMLInputElement | null>, keys: Keys): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    let held: { key: string; timer: ReturnType<typeof setTimeout> } | null = null;
    const release = (): string => {
      if (!held) return '';
      clearTimeout(held.timer);
      const { key } = held;
      held = null;
      return key;
    };
    const type = (text: string) => {
      latest.current.onType(text);
      box.current?.focus();
    };
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      const inBox = target !== null && target === box.current;
      if (!inBox && target?.closest(EDITABLE)) return;
      if (document.querySelector(OVER)) return;
      const { typed, acts, onEnter } = latest.current;
      const before = release();
      if (event.key === 'Enter') {
        if (!before && (inBox || target?.closest(PRESSABLE))) return;
        event.preventDefault();
        return onEnter(typed + before);
      }
      if (event.key.length !== 1 || (event.key === ' ' && !inBox)) return before ? type(typed + before) : undefined;
      const letter = event.key.toLowerCase();
      const act = acts[letter];
      if (act && typed === '' && !before && (chosen('singleKeys') ?? true)) {
        event.preventDefault();
        const timer = setTimeout(() => {
          release();
          acts[letter]?.();
        }, ALONE_MS);
        held = { key: event.key, timer };
        return;
      }
      // With the focus in the input, keys are handled natively.
      if (inBox && !before) return;
      event.preventDefault();
      type(typed + before + event.key);
    };
    window.addEventListener('keydown', press, { capture: true });
    // Focuses the input when nothing else has the focus, e.g. after a click beside it. Not on touch devices, where that
    // opens the keyboard.
    const idle = () => document.activeElement === null || document.activeElement === document.body;
    const hands = window.matchMedia('(pointer: fine)').matches;
    const again = setInterval(() => {
      if (hands && idle() && !document.querySelector(OVER)) box.current?.focus({ preventScroll: true });
    }, AGAIN_MS);
    return () => {
      release();
      clearInterval(again);
      window.removeEventListener('keydown', press, { capture: true });
    };
  }, [box]);
}
