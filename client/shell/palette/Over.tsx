import { useAtom } from 'jotai';
import { Shortcuts } from '../../kit/ui/Shortcuts.tsx';
import type { PlaceProps } from './items.ts';
import { overAtom, useOpeningKeys } from './open.ts';
import { Palette } from './Palette.tsx';

/** What opens over any screen of a project by a key: the palette and the page of shortcuts. */
export function Over(place: PlaceProps) {
  const [over, setOver] = useAtom(overAtom);
  useOpeningKeys();
  return (
    <>
      <Palette {...place} />
      {over === 'shortcuts' && <Shortcuts onClose={() => setOver(null)} />}
    </>
  );
}
