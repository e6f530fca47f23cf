import { chakra, Input } from '@chakra-ui/react';
import { Eye, EyeOff, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../marks/KeyCap.tsx';
import { IconButton } from './Button.tsx';

type Native = Omit<ComponentProps<'input'>, 'size' | 'color' | 'width' | 'height'>;

export interface TextInputProps extends Native {
  size?: 'sm' | 'md' | 'lg';
  /** In a toolbar the field is less prominent than in a form. */
  place?: 'form' | 'bar';
  icon?: LucideIcon;
  /** Shortcut that focuses it, shown while empty. */
  keys?: string;
  /** A unit or small button at the right edge. */
  after?: ReactNode;
}

const inset = { position: 'absolute', insetBlock: '0', display: 'flex', alignItems: 'center' } as const;

/** A single-line input; needs a `Field` or an `aria-label`. */
export function TextInput({ size, place, icon: Icon, keys, after, ...rest }: TextInputProps) {
  const room = { ps: Icon ? '8' : undefined, pe: after ? 'control' : keys ? '8' : undefined };
  // Variants of our recipe; Chakra's types know only those of its default theme.
  const look: object = { size, place };
  return (
    <chakra.div position="relative" w="full" minW="0">
      {Icon && (
        <chakra.span {...inset} insetInlineStart="2.5" color="fg.muted" pointerEvents="none">
          <Icon size={14} />
        </chakra.span>
      )}
      <Input {...look} {...rest} {...room} aria-keyshortcuts={keys} />
      {(after || keys) && (
        <chakra.span {...inset} insetInlineEnd={after ? '0.5' : '2'} pointerEvents={after ? undefined : 'none'}>
          {after ?? <KeyCap keys={keys ?? ''} />}
        </chakra.span>
      )}
    </chakra.div>
  );
}

/** A password input with a button to show it. */
export function PasswordInput(props: Omit<TextInputProps, 'type' | 'after' | 'icon' | 'keys'>) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      after={
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={t(shown ? 'password.hide' : 'password.show')}
          pressed={shown}
          size={props.size}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
