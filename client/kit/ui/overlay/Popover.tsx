import { Popover as Chakra, Portal } from '@chakra-ui/react';
import { type ReactElement, type ReactNode, Suspense } from 'react';

interface PopoverProps {
  /** One button; takes the props of a trigger. */
  trigger: ReactElement;
  /** Label for screen readers. */
  label: string;
  /** `bottom-end` aligns the right edge with the explained amount. */
  placement?: 'bottom-start' | 'bottom-end' | 'bottom' | 'right-start' | 'top-start';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Without the padding of 16 px, for lists with rows of their own. */
  flush?: boolean;
  children: ReactNode;
}

/** A small floating panel beside its trigger; closed by Esc or a click elsewhere. */
export function Popover({
  trigger,
  label,
  placement = 'bottom-start',
  open,
  onOpenChange,
  flush,
  children,
}: PopoverProps) {
  return (
    <Chakra.Root
      open={open}
      onOpenChange={details => onOpenChange?.(details.open)}
      positioning={{ placement, gutter: 4 }}
      lazyMount
      unmountOnExit
    >
      <Chakra.Trigger asChild>{trigger}</Chakra.Trigger>
      <Portal>
        <Chakra.Positioner>
          <Chakra.Content aria-label={label}>
            {/* Suspended further up, the panel would be mounted anew without its position. */}
            <Suspense fallback={null}>{flush ? children : <Chakra.Body>{children}</Chakra.Body>}</Suspense>
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}
