import { Dialog as Chakra, chakra, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sheetRecipe } from '../../../theme/recipes/dialog.ts';
import { IconButton } from '../controls/Button.tsx';

interface SheetProps {
  open: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A bottom sheet on phones: more of the menu, filters, choices. */
export function Sheet({ open, title, onClose, children }: SheetProps) {
  const { t } = useTranslation('common');
  return (
    <Chakra.Root
      recipe={sheetRecipe}
      open={open}
      lazyMount
      unmountOnExit
      // A previous sheet that returns the focus late must not close this one.
      onFocusOutside={event => event.preventDefault()}
      onOpenChange={details => !details.open && onClose()}
    >
      <Portal>
        <Chakra.Backdrop />
        <Chakra.Positioner>
          <Chakra.Content>
            <chakra.div
              display="flex"
              alignItems="center"
              justifyContent="space-between"
              flex="none"
              ps="4"
              pe="2"
              h="13"
            >
              <Chakra.Title>{title}</Chakra.Title>
              <IconButton icon={X} label={t('act.close')} onClick={onClose} />
            </chakra.div>
            <Chakra.Body>{children}</Chakra.Body>
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}
