import { Textarea } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'color' | 'width' | 'height'>;

/** A multi-line input that grows with its content up to 320 px. */
export function TextArea({ rows = 2, ...rest }: TextAreaProps) {
  return <Textarea autoresize rows={rows} {...rest} />;
}
