import i18next from 'i18next';
import { useState } from 'react';
import { useCan } from '../../../kit/session/permissions.ts';
import { useShortcuts } from '../../../kit/ui/keyboard.ts';
import { lazyPart } from '../../../kit/ui/layout/lazy-part.tsx';
import type { MakerProps } from './VisitMaker.tsx';

/** Loaded together with its translations: offline they could not be loaded later. */
const Maker = lazyPart(async () => {
  const [part] = await Promise.all([import('./VisitMaker.tsx'), i18next.loadNamespaces(['visitor', 'guest'])]);
  return part.VisitMaker;
});

/** Global shortcuts that create a visit, for users with permission. */
export function VisitorKeys() {
  const may = useCan('ACCESS_MANAGEMENT', 'write');
  const [from, setFrom] = useState<MakerProps['from'] | null>(null);
  const begin = (how: MakerProps['from']) => (may ? () => setFrom(before => before ?? how) : undefined);
  useShortcuts('global', { visit: begin('form'), guests: begin('guests') });
  return from && <Maker from={from} onClose={() => setFrom(null)} />;
}
