import { defineRecipe } from '@chakra-ui/react';
import type { Tone } from '@lobby/shared/kit/definition.ts';
import type { ReactNode } from 'react';
import { recipeClass } from '../../../theme/classes.ts';
import { STATUS_ICONS, type StatusIcon } from './status-icons.ts';

/** Looks of status tones, as variants of a recipe. */
export const TONES = {
  waiting: { colorPalette: 'waiting' },
  going: { colorPalette: 'going' },
  done: { colorPalette: 'done' },
  ended: { colorPalette: 'ended' },
  bad: { colorPalette: 'bad' },
};

const ICON_OF: Record<Tone, StatusIcon> = {
  waiting: 'clock',
  going: 'circle-dot',
  done: 'check',
  ended: 'ban',
  bad: 'circle-x',
};

const statusClass = recipeClass(
  defineRecipe({
    base: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1',
      h: '5',
      maxW: 'full',
      px: '1.5',
      borderRadius: 'sm',
      bg: 'colorPalette.subtle',
      color: 'colorPalette.fg',
      textStyle: 'xs',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
      verticalAlign: 'middle',
      '& svg': { w: '3', h: '3', strokeWidth: '2' },
    },
    variants: {
      tone: TONES,
    },
  }),
);

interface StatusProps {
  tone: Tone;
  icon?: StatusIcon;
  /** The word; a status is never shown by colour alone. */
  children: ReactNode;
}

/** Icon of a status whose word is read out or stands in a legend. */
export function StatusMark({ icon }: { icon: StatusIcon }) {
  const Icon = STATUS_ICONS[icon];
  return <Icon aria-hidden />;
}

/** A status: icon and word in the colours of its tone. */
export function Status({ tone, icon = ICON_OF[tone], children }: StatusProps) {
  const Icon = STATUS_ICONS[icon];
  return (
    <span className={statusClass({ tone })}>
      <Icon />
      <span className="cut">{children}</span>
    </span>
  );
}

/** Marks an overdue debt, whether partly paid or not. */
export function Late({ children }: Pick<StatusProps, 'children'>) {
  return (
    <Status tone="bad" icon="alarm-clock">
      {children}
    </Status>
  );
}

/** Status text of late records, since colour alone is not enough. */
export const lateWord = (late: string, status: string): string => `${late} · ${status}`;
