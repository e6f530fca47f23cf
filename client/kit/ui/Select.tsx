import { NativeSelect } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectProps
  extends Omit<ComponentProps<'select'>, 'size' | 'color' | 'width' | 'height' | 'children'> {
  choices: readonly Choice[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
  size?: 'sm' | 'md' | 'lg';
}

/** One of a few: the browser's own list, so that fingers, keys and readers find what they know. */
export function Select({ choices, placeholder, size, ...rest }: SelectProps) {
  const look: object = { size };
  return (
    <NativeSelect.Root {...look}>
      <NativeSelect.Field {...rest} placeholder={placeholder}>
        {choices.map(choice => (
          <option key={choice.value} value={choice.value} disabled={choice.disabled}>
            {choice.label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator>
        <ChevronDown />
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  );
}
