import { Dialog as Chakra, Portal } from '@chakra-ui/react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { QuietActs } from '../controls/quiet-acts.ts';
import { ReadFailures } from '../states/ReadFailures.tsx';

interface DialogProps {
  open: boolean;
  title: ReactNode;
  /** The consequences, and what cannot be undone. */
  description?: ReactNode;
  onClose: () => void;
  /** `alertdialog` for confirmations: a click outside does not close it. */
  role?: 'dialog' | 'alertdialog';
  /** Initial focus; defaults to the first field, or the dialog itself. */
  first?: RefObject<HTMLElement | null>;
  /** Wider, for tables. */
  wide?: boolean;
  /** Buttons, the primary one last. */
  footer: ReactNode;
  children?: ReactNode;
}

/** Selector of a form's initial focus. */
export const FIRST_FIELD = 'form :is(input, textarea, select):not([type=file], :disabled)';

/** A modal dialog that keeps the focus. */
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
      // A menu or previous dialog that returns the focus late must not close this one.
      onFocusOutside={event => event.preventDefault()}
      onOpenChange={details => !details.open && onClose()}
    >
      <Portal>
        {/* Inside the dialog its own act is the primary one, wherever it was opened. */}
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
