import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, use } from 'react';
import { buttonRecipe } from '../../../theme/recipes/button.ts';
import { KeyCap } from '../marks/KeyCap.tsx';
import { Tooltip } from '../overlay/Tooltip.tsx';
import { QuietActs } from './quiet-acts.ts';

const Base = chakra('button', buttonRecipe);

type Native = Omit<ComponentProps<'button'>, 'children' | 'color' | 'type'>;

interface LookProps {
  /** `filled` once per screen: the most likely next act. */
  look?: 'filled' | 'outline' | 'ghost';
  /** `bad` for acts that refuse or destroy: red text, filled red only inside the confirmation. */
  tone?: 'neutral' | 'accent' | 'bad';
  size?: 'md' | 'sm' | 'lg';
  icon?: LucideIcon;
  /** The shortcut that does the same; the list or detail listens for it. */
  keys?: string;
}

export interface ButtonProps extends Native, LookProps {
  type?: 'button' | 'submit';
  /** Takes the full width. */
  wide?: boolean;
  /** Waiting for an answer: readable, but ignores further clicks. */
  busy?: boolean;
  /** The label; it ends with "…" if the button opens a dialog. */
  children: ReactNode;
}

export function Button({ icon: Icon, keys, busy, look: asked, size, children, onClick, ...rest }: ButtonProps) {
  const look = use(QuietActs) && asked === 'filled' ? 'outline' : asked;
  return (
    <Base
      type="button"
      look={look}
      size={size}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      aria-keyshortcuts={keys}
      onClick={event => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {Icon && <Icon />}
      <span>{children}</span>
      {keys && <KeyCap keys={keys} look={look === 'filled' ? 'bare' : 'cap'} />}
    </Base>
  );
}

export interface IconButtonProps extends Native, Omit<LookProps, 'icon'> {
  icon: LucideIcon;
  /** The label for screen readers and the tooltip. */
  label: string;
  /** Shown pressed: a toggle that is on. */
  pressed?: boolean;
  placement?: 'top' | 'bottom' | 'left' | 'right';
}

/** A button with only an icon: its label is read out and shown as a tooltip. */
export function IconButton({ icon: Icon, label, keys, pressed, placement, look = 'ghost', ...rest }: IconButtonProps) {
  return (
    // As the trigger of a menu it has the menu's id, so the tooltip uses the same element.
    <Tooltip label={label} keys={keys} placement={placement} id={rest.id}>
      <Base type="button" icon look={look} aria-label={label} aria-keyshortcuts={keys} aria-pressed={pressed} {...rest}>
        <Icon />
      </Base>
    </Tooltip>
  );
}
