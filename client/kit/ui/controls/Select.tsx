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
  /** Shown if nothing is selected. */
  placeholder?: string;
  size?: 'sm' | 'md' | 'lg';
}

/** A native select, which is familiar for touch, keyboard and screen readers. */
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
