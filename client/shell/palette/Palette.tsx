import { Dialog as Chakra, Portal } from '@chakra-ui/react';
import i18next from 'i18next';
import { useAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { VisuallyHidden } from '../../kit/ui/marks/VisuallyHidden.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';
import { MENU } from '../registry.ts';
import type { PlaceProps } from './items.ts';
import { overAtom } from './open.ts';

const MADE = MENU.flatMap(({ entries }) => entries.flatMap(({ makes }) => makes ?? []));

// Loaded with the words of what it offers to create, since they could not be loaded later without a network.
const Choosing = lazyPart(async () => {
  const [part] = await Promise.all([import('./Choosing.tsx'), i18next.loadNamespaces(MADE)]);
  return part.Choosing;
}, PartSkeleton);

/** The command palette: screens, records and acts by a few letters. */
export function Palette(place: PlaceProps) {
  const { t } = useTranslation('shell');
  const [over, setOver] = useAtom(overAtom);
  const close = () => setOver(null);
  return (
    <Chakra.Root open={over === 'palette'} lazyMount unmountOnExit onOpenChange={details => !details.open && close()}>
      <Portal>
        <Chakra.Backdrop />
        <Chakra.Positioner alignItems="flex-start" pt={{ base: '2', md: '15vh' }} px={{ base: '2', md: '4' }}>
          <Chakra.Content maxW="600px" maxH={{ base: '100%', md: '60vh' }} overflow="hidden">
            <VisuallyHidden>
              <Chakra.Title>{t('palette.title')}</Chakra.Title>
            </VisuallyHidden>
            <Choosing {...place} onClose={close} />
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}
