import { defineRecipe } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { recipeClass } from '../../../theme/classes.ts';

const bannerClass = recipeClass(
  defineRecipe({
    base: {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      flex: 'none',
      minH: '10',
      px: '4',
      py: '1',
      bg: 'colorPalette.subtle',
      color: 'colorPalette.fg',
      textStyle: 'sm',
      '& > p': { flex: '1', minW: '0' },
      '& strong': { fontWeight: 'semibold', me: '2' },
      '& button': {
        flex: 'none',
        minH: 'target',
        px: '1',
        borderRadius: 'sm',
        fontWeight: 'semibold',
        textDecoration: 'none',
        _hover: { textDecoration: 'underline' },
      },
    },
    variants: { tone: { waiting: { colorPalette: 'waiting' }, bad: { colorPalette: 'bad' } } },
  }),
);

interface BannerProps {
  /** `waiting` for offline and stale, `bad` for failed. */
  tone: 'waiting' | 'bad';
  icon: LucideIcon;
  /** The problem and its start. */
  title: ReactNode;
  /** Remaining functions, and queued work. */
  children?: ReactNode;
  action?: { label: string; onAct: () => void };
}

/** A line across the screen below the header, during an unusual state. */
export function Banner({ tone, icon: Icon, title, children, action }: BannerProps) {
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={bannerClass({ tone })}>
      <Icon />
      <p>
        <strong>{title}</strong>
        {children}
      </p>
      {action && (
        <button type="button" onClick={action.onAct}>
          {action.label}
        </button>
      )}
    </div>
  );
}
