import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { Shortcuts } from '../../kit/ui/keyboard/Shortcuts.tsx';
import type { PlaceProps } from './items.ts';
import { overAtom, useOpeningKeys } from './open.ts';
import { Palette } from './Palette.tsx';

/** Overlays opened by shortcuts on any screen of a project: palette and list of shortcuts. */
export function GlobalOverlays(place: PlaceProps) {
  const [over, setOver] = useAtom(overAtom);
  useOpeningKeys();
  const { pathname } = useLocation();
  // Overlays close with their screen, also when the project is left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another screen
  useEffect(() => () => setOver(null), [pathname]);
  return (
    <>
      <Palette {...place} />
      {over === 'shortcuts' && <Shortcuts onClose={() => setOver(null)} />}
    </>
  );
}
