import { chakra, Input } from '@chakra-ui/react';
import { Eye, EyeOff, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button.tsx';
import { KeyCap } from './KeyCap.tsx';

type Native = Omit<ComponentProps<'input'>, 'size' | 'color' | 'width' | 'height'>;

export interface TextInputProps extends Native {
  size?: 'sm' | 'md' | 'lg';
  /** In a bar of tools the field is quieter than in a form. */
  place?: 'form' | 'bar';
  icon?: LucideIcon;
  /** The key that leads here, shown while the field is empty. */
  keys?: string;
  /** A unit or small button inside the right edge. */
  after?: ReactNode;
}

const inset = { position: 'absolute', insetBlock: '0', display: 'flex', alignItems: 'center' } as const;

/** A line of text; stands in a `Field`, or carries an `aria-label`. */
export function TextInput({ size, place, icon: Icon, keys, after, ...rest }: TextInputProps) {
  const room = { ps: Icon ? '8' : undefined, pe: after ? 'control' : keys ? '8' : undefined };
  // The recipe's own variants; Chakra's types know only the ones of its default theme.
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

/** A password, with a button that shows it. */
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
