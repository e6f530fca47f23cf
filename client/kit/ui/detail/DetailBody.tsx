import type { ReactNode } from 'react';
import { styleClass } from '../../../theme/classes.ts';

const bodyClass = styleClass({
  flex: '1',
  // Above another body it takes its content's height.
  '&:not(:last-child)': { flex: '0 1 auto' },
  minH: '0',
  overflow: 'auto',
  px: '5',
  py: '4',
  '& > dl + dl': { mt: { base: '0', sm: '3' } },
  _focusVisible: { outlineOffset: '-2px' },
});

/** Content of a tab: with the drawer's padding, scrolling. */
export function DetailBody({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <div className={bodyClass()} tabIndex={0}>
      {children}
    </div>
  );
}
