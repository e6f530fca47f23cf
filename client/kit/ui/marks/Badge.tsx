import { defineRecipe } from '@chakra-ui/react';
import { recipeClass } from '../../../theme/classes.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const badgeClass = recipeClass(
  defineRecipe({
    base: {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      flex: 'none',
      h: '18px',
      minW: '18px',
      px: '1.5',
      borderRadius: 'full',
      textStyle: 'xs',
      fontWeight: 'medium',
      lineHeight: '18px',
    },
    variants: {
      look: {
        quiet: { bg: 'bg.emphasized', color: 'fg.muted' },
        /** On an active entry, whose background has the colour of a quiet badge. */
        raised: { bg: 'bg', color: 'fg' },
        unread: { bg: 'accent.solid', color: 'accent.contrast' },
        alarm: { bg: 'bad.solid', color: 'bad.contrast' },
      },
    },
    defaultVariants: { look: 'quiet' },
  }),
);

interface BadgeProps {
  count: number;
  look?: 'quiet' | 'raised' | 'unread' | 'alarm';
  /** Meaning of the count for screen readers: "chờ duyệt". */
  label?: string;
}

/** A count, shown as 99+ at most; hidden if zero. */
export function Badge({ count, look = 'quiet', label }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={badgeClass({ look })}>
      {count > 99 ? '99+' : count}
      {label && <VisuallyHidden> {label}</VisuallyHidden>}
    </span>
  );
}
