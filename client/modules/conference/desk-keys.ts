import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { chosen } from '../../kit/session/preferences.ts';

/** A single letter waits so long for a second one: a scanner and a hand that types are quicker, whoever presses a key does not go on. */
const ALONE_MS = 350;

/** How soon the box has the focus that nothing else has. */
const AGAIN_MS = 200;

/** Where keys belong to what has the focus. */
const EDITABLE = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';
const PRESSABLE = 'button, a[href], summary';
const OVER = '[role=dialog][data-state=open], [role=alertdialog][data-state=open], [role=menu][data-state=open]';

interface Keys {
  /** What stands in the box. */
  typed: string;
  onType: (text: string) => void;
  onEnter: (text: string) => void;
  /** Letters that do something while the box is empty. */
  acts: Readonly<Record<string, (() => void) | undefined>>;
}

/** One box for a scanner and two hands: what is typed lands in it wherever the focus is, and its letters of acts do them. */
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
      // In the box it is written as ever.
      if (inBox && !before) return;
      event.preventDefault();
      type(typed + before + event.key);
    };
    window.addEventListener('keydown', press, { capture: true });
    // A screen that is still hidden takes no focus, and a click beside takes it away. Fingers have a keyboard in the way instead.
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
