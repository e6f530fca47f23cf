import { defineRecipe } from '@chakra-ui/react';
import { Plus, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { recipeClass, styleClass } from '../../../theme/classes.ts';

const chipClass = recipeClass(
  defineRecipe({
    base: {
      display: 'inline-flex',
      alignItems: 'center',
      flex: 'none',
      h: 'controlSmall',
      maxW: '320px',
      bg: 'bg',
      borderWidth: '1px',
      borderColor: 'border.emphasized',
      borderRadius: 'md',
      textStyle: 'sm',
      whiteSpace: 'nowrap',
    },
    variants: {
      look: {
        filter: {},
        add: {
          gap: '1.5',
          px: '2.5',
          borderStyle: 'dashed',
          color: 'fg.muted',
          _hover: { bg: 'bg.subtle', color: 'fg' },
        },
        on: { px: '2', borderColor: 'accent.solid', color: 'accent.fg', _hover: { bg: 'accent.subtle' } },
        off: { px: '2', _hover: { bg: 'bg.subtle' } },
      },
    },
  }),
);

const editClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  minW: '0',
  h: 'full',
  ps: '2.5',
  pe: '1',
  borderRadius: 'md',
  '& > :first-of-type': { color: 'fg.subtle' },
  _hover: { bg: 'bg.subtle' },
});

const crossClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  w: 'target',
  h: 'full',
  me: '0.5',
  borderRadius: 'sm',
  color: 'fg.muted',
  _hover: { color: 'fg', bg: 'bg.muted' },
  '& svg': { w: '14px', h: '14px' },
});

type ButtonProps = Omit<ComponentProps<'button'>, 'value'>;

interface ChipProps extends ButtonProps {
  /** The name of the filter. */
  label: string;
  value: ReactNode;
  onRemove: () => void;
}

/** An active filter: the button edits it (and takes the props of a popover's trigger), the cross removes it. */
export function Chip({ label, value, onRemove, ...edit }: ChipProps) {
  const { t } = useTranslation('common');
  return (
    <span className={chipClass({ look: 'filter' })}>
      <button type="button" {...edit} className={editClass()}>
        <span>{label}</span>
        <span className="cut">{value}</span>
      </button>
      <button type="button" className={crossClass()} aria-label={t('filter.remove', { label })} onClick={onRemove}>
        <X />
      </button>
    </span>
  );
}

/** "+ Lọc": opens the choice of a further filter. */
export function AddChip({ children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={chipClass({ look: 'add' })}>
      <Plus />
      {children}
    </button>
  );
}

/** A filter that is only on or off: "Quá hạn", "Của tôi". */
export function ToggleChip({ pressed, children, ...rest }: ButtonProps & { pressed: boolean }) {
  return (
    <button type="button" aria-pressed={pressed} {...rest} className={chipClass({ look: pressed ? 'on' : 'off' })}>
      {children}
    </button>
  );
}
