import { useEffect, useRef } from 'react';
import { usePreference } from '../../preferences.ts';
import { belongsElsewhere } from '../list/keys.ts';

/** Single keys of the record that is open, by letter, unless the reader has switched them off; they go before those of the list beside it. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const [on] = usePreference('singleKeys', true);
  const held = useRef(keys);
  useEffect(() => {
    held.current = on ? keys : {};
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || belongsElsewhere(event)) return;
      const run = held.current[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
}
