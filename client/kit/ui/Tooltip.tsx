import { Tooltip as Chakra, Portal } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { KeyCap } from './KeyCap.tsx';

interface TooltipProps {
  label: ReactNode;
  /** The key that does the same, shown after the words. */
  keys?: string;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  /** Id of the trigger, where it is the trigger of a menu or popover as well. */
  id?: string;
  /** One element that takes a ref and props. */
  children: ReactElement;
}

/** Words about a control, shown on hover and focus, closed by Esc. The control carries its own label for readers. */
export function Tooltip({ label, keys, placement = 'bottom', id, children }: TooltipProps) {
  return (
    <Chakra.Root
      openDelay={500}
      closeDelay={100}
      positioning={{ placement, gutter: 6 }}
      ids={id ? { trigger: id } : undefined}
    >
      <Chakra.Trigger asChild>{children}</Chakra.Trigger>
      <Portal>
        <Chakra.Positioner>
          <Chakra.Content>
            {label}
            {keys && <KeyCap keys={keys} look="bare" />}
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}
