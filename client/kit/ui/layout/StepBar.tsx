import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { styleClass } from '../../../theme/classes.ts';
import { IconButton } from '../controls/Button.tsx';

interface StepBarProps {
  /** Labels of the two arrows. */
  before: string;
  after: string;
  onBefore: () => void;
  onAfter: () => void;
  /** Disables the back arrow. */
  atStart?: boolean;
  /** The shown period. */
  said: ReactNode;
  /** Content before the arrows. */
  lead?: ReactNode;
  /** Buttons after the arrows. */
  children?: ReactNode;
}

const barClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  px: '4',
  py: '2',
  flex: 'none',
  '& > h2': {
    textStyle: { base: 'sm', md: 'md' },
    fontWeight: 'semibold',
    fontFamily: 'figures',
    '&::first-letter': { textTransform: 'uppercase' },
  },
  '& > [data-lead]': { w: { base: 'full', md: '280px' } },
  '& > [data-end]': { ms: 'auto' },
});

/** Header of a view by days: back, period, forward. */
export function StepBar({ before, after, onBefore, onAfter, atStart, said, lead, children }: StepBarProps) {
  return (
    <div className={barClass()}>
      {lead && <div data-lead="">{lead}</div>}
      <IconButton icon={ChevronLeft} size="sm" label={before} disabled={atStart} onClick={onBefore} />
      <h2 aria-live="polite">{said}</h2>
      <IconButton icon={ChevronRight} size="sm" label={after} onClick={onAfter} />
      {children}
    </div>
  );
}
