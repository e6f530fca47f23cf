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
  // Room for the rings of what has the focus.
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

interface FormFrameProps {
  ref?: Ref<HTMLFormElement>;
  onSubmit: () => void;
  /** At the left of the buttons. */
  note?: ReactNode;
  /** Buttons, the likely one last. */
  footer: ReactNode;
  children: ReactNode;
}

/** A form whose fields scroll between its place's head and its buttons. */
export function FormFrame({ ref, onSubmit, note, footer, children }: FormFrameProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={ref} onSubmit={submit} noValidate className={frameClass()}>
      <div className={bodyClass()}>{children}</div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is typed into keeps the focus until the press is through; a fault that shows on blur would move the button away */}
      <div className={footClass()} onMouseDown={event => event.preventDefault()}>
        {note && <p>{note}</p>}
        {footer}
      </div>
    </form>
  );
}
