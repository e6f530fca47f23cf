import { Dialog as Chakra, Portal } from '@chakra-ui/react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { QuietActs } from './quiet-acts.ts';
import { ReadFailures } from './ReadFailures.tsx';

interface DialogProps {
  open: boolean;
  title: ReactNode;
  /** What happens, and what cannot be undone. */
  description?: ReactNode;
  onClose: () => void;
  /** `alertdialog` for what asks before an act: a click outside does not close it. */
  role?: 'dialog' | 'alertdialog';
  /** What has the focus first; else the first field, or the dialog itself. */
  first?: RefObject<HTMLElement | null>;
  /** For what people compare: tables. */
  wide?: boolean;
  /** Buttons, the likely one last. */
  footer: ReactNode;
  children?: ReactNode;
}

/** What has the focus first in a form, as a selector. */
export const FIRST_FIELD = 'form :is(input, textarea, select):not([type=file], :disabled)';

/** A question that must be answered before anything else; keeps the focus until then. */
export function Dialog({
  open,
  title,
  description,
  onClose,
  role = 'dialog',
  first,
  wide,
  footer,
  children,
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Chakra.Root
      open={open}
      role={role}
      lazyMount
      unmountOnExit
      initialFocusEl={() =>
        first?.current ?? content.current?.querySelector<HTMLElement>(FIRST_FIELD) ?? content.current
      }
      // What hands the focus back late (a menu, the dialog that stood for this one) closes nothing.
      onFocusOutside={event => event.preventDefault()}
      onOpenChange={details => !details.open && onClose()}
    >
      <Portal>
        {/* Wherever it was asked from, its own act is the likely one. */}
        <QuietActs value={false}>
          <Chakra.Backdrop />
          <Chakra.Positioner>
            <Chakra.Content ref={content} tabIndex={-1} data-wide={wide || undefined}>
              <Chakra.Header>
                <Chakra.Title>{title}</Chakra.Title>
              </Chakra.Header>
              <Chakra.Body>
                {description && <Chakra.Description>{description}</Chakra.Description>}
                <ReadFailures>{children}</ReadFailures>
              </Chakra.Body>
              <Chakra.Footer>{footer}</Chakra.Footer>
            </Chakra.Content>
          </Chakra.Positioner>
        </QuietActs>
      </Portal>
    </Chakra.Root>
  );
}
