import { type RefObject, useEffect, useState } from 'react';
import type { Entry } from '../../../records/records.ts';
import { GLOW_MS } from '../../layout/row.ts';

/** Whether a row was just changed by somebody else; a further change restarts the glow. */
export function useGlow(changed: Entry['changed'], row: RefObject<HTMLElement | null>): boolean {
  const at = changed?.at ?? 0;
  const [over, setOver] = useState(() => (Date.now() - at < GLOW_MS ? 0 : at));
  const glows = at > over;
  useEffect(() => {
    if (!glows) return;
    for (const animation of row.current?.getAnimations() ?? []) animation.currentTime = 0;
    const timer = setTimeout(() => setOver(at), Math.max(0, at + GLOW_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [glows, at, row]);
  return glows;
}
