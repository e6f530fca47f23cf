import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { Shortcuts } from '../../kit/ui/Shortcuts.tsx';
import type { PlaceProps } from './items.ts';
import { overAtom, useOpeningKeys } from './open.ts';
import { Palette } from './Palette.tsx';

/** What opens over any screen of a project by a key: the palette and the page of shortcuts. */
export function GlobalOverlays(place: PlaceProps) {
  const [over, setOver] = useAtom(overAtom);
  useOpeningKeys();
  const { pathname } = useLocation();
  // What lies over a screen goes with it, also where the project is left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another screen
  useEffect(() => () => setOver(null), [pathname]);
  return (
    <>
      <Palette {...place} />
      {over === 'shortcuts' && <Shortcuts onClose={() => setOver(null)} />}
    </>
  );
}
