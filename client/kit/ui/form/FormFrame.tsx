import type { FormEvent, ReactNode, Ref } from 'react';
import { styleClass } from '../../../theme/classes.ts';

const frameClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minH: '0',
  minW: '0',
});

const bodyClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  flex: '1',
  minH: '0',
  // Space for focus rings.
  px: '5',
  pt: '3',
  pb: '5',
  overflow: 'auto',
});

const footClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '2',
  flex: 'none',
  px: '5',
  py: '3',
  borderTopWidth: '1px',
  borderColor: 'border',
  pb: 'max(12px, env(safe-area-inset-bottom))',
  '& > p': { flex: '1', textStyle: 'xs', color: 'fg.muted' },
});

/** On a scrolling page the form has its full height, and its button stays in view. */
const pageFrameClass = styleClass({ display: 'flex', flexDirection: 'column', minW: '0' });
const pageBodyClass = styleClass({ display: 'flex', flexDirection: 'column', gap: '5', pb: '4' });
const pageFootClass = styleClass({
  display: 'flex',
  justifyContent: 'flex-end',
  gap: '2',
  position: 'sticky',
  bottom: '0',
  py: '3',
  bg: 'bg',
  borderTopWidth: '1px',
  borderColor: 'border',
});

interface FormFrameProps {
  ref?: Ref<HTMLFormElement>;
  onSubmit: () => void;
  /** Left of the buttons. */
  note?: ReactNode;
  /** Buttons, the primary one last. */
  footer: ReactNode;
  /** Part of a scrolling page. */
  inPage?: boolean;
  children: ReactNode;
}

/** A form whose fields scroll between head and buttons. */
export function FormFrame({ ref, onSubmit, note, footer, inPage = false, children }: FormFrameProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={ref} onSubmit={submit} noValidate className={inPage ? pageFrameClass() : frameClass()}>
      <div className={inPage ? pageBodyClass() : bodyClass()}>{children}</div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is typed into keeps the focus until the press is through; a fault that shows on blur would move the button away */}
      <div className={inPage ? pageFootClass() : footClass()} onMouseDown={event => event.preventDefault()}>
        {note && <p>{note}</p>}
        {footer}
      </div>
    </form>
  );
}
