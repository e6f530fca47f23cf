import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { styleClass } from '../../theme/classes.ts';

const stepClass = styleClass({
  display: 'grid',
  gridTemplateColumns: '22px minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: '3',
  minH: '9',
  px: '4',
  color: 'fg.muted',
  textDecoration: 'none',
  position: 'relative',
  _hover: { bg: 'bg.subtle' },
  _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
  '& > i': {
    display: 'grid',
    placeItems: 'center',
    w: '22px',
    h: '22px',
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    bg: 'bg',
    textStyle: 'xs',
    fontStyle: 'normal',
    zIndex: '1',
    '& svg': { w: '14px', h: '14px' },
  },
  // Connecting line between steps.
  '&[data-joined]::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: '26px',
    top: '-7px',
    h: '14px',
    borderInlineStartWidth: '1px',
    borderColor: 'border.emphasized',
  },
  '& small': { textStyle: 'xs', color: 'fg.subtle', ms: '1' },
  '& > time': { textStyle: 'xs', fontFamily: 'figures', whiteSpace: 'nowrap' },
  '&[data-done]': { color: 'fg', '& > i': { bg: 'done.subtle', borderColor: 'done.subtle', color: 'done.fg' } },
  '&[aria-current]': {
    color: 'fg',
    fontWeight: 'semibold',
    '& > i': { bg: 'going.subtle', borderColor: 'going.subtle', color: 'going.fg' },
    '& > time': { color: 'waiting.fg' },
    '& > time[data-late]': { color: 'bad.fg' },
  },
});

interface StepLinkProps {
  to: string;
  /** Number of the step, from 1. */
  nth: number;
  done: boolean;
  /** Whether it is the next step. */
  now: boolean;
  end?: ReactNode;
  children: ReactNode;
}

/** A step with its number or a check mark, linked to its screen. */
export function StepLink({ to, nth, done, now, end, children }: StepLinkProps) {
  return (
    <Link
      className={stepClass()}
      to={to}
      data-joined={nth > 1 ? '' : undefined}
      data-done={done ? '' : undefined}
      aria-current={now ? 'step' : undefined}
    >
      <i>{done ? <Check aria-hidden /> : nth}</i>
      <span className="cut">{children}</span>
      {end}
    </Link>
  );
}
