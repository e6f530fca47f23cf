import type { ReactNode } from 'react';
import { styleClass } from '../../../theme/classes.ts';

const bodyClass = styleClass({
  flex: '1',
  // Above another one it takes what it needs: that begins below it.
  '&:not(:last-child)': { flex: '0 1 auto' },
  minH: '0',
  overflow: 'auto',
  px: '5',
  py: '4',
  '& > dl + dl': { mt: { base: '0', sm: '3' } },
  _focusVisible: { outlineOffset: '-2px' },
});

/** The content of a tab: keeps to the edges of the drawer and scrolls. */
export function DetailBody({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <div className={bodyClass()} tabIndex={0}>
      {children}
    </div>
  );
}
