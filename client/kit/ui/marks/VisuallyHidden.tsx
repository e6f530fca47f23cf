import type { ReactNode } from 'react';
import { styleClass } from '../../../theme/classes.ts';

const hiddenClass = styleClass({
  position: 'absolute',
  w: '1px',
  h: '1px',
  m: '-1px',
  p: '0',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  borderWidth: '0',
});

/** Words for screen readers only. */
export function VisuallyHidden({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <span id={id} className={hiddenClass()}>
      {children}
    </span>
  );
}
