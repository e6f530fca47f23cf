import { Tooltip as Chakra, Portal } from '@chakra-ui/react';
import type { ReactElement, ReactNode } from 'react';
import { KeyCap } from '../marks/KeyCap.tsx';

interface TooltipProps {
  label: ReactNode;
  /** Shortcut, shown after the label. */
  keys?: string;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  /** Id of the trigger, if it is also the trigger of a menu or popover. */
  id?: string;
  /** One element that accepts a ref and props. */
  children: ReactElement;
}

/** Text about a control, shown on hover and focus, closed by Esc. The control has its own label for screen readers. */
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
