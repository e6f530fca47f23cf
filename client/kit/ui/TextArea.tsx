import { Textarea } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

export type TextAreaProps = Omit<ComponentProps<'textarea'>, 'color' | 'width' | 'height'>;

/** Lines of text; grows with what is written, up to 320 px. */
export function TextArea({ rows = 2, ...rest }: TextAreaProps) {
  return <Textarea autoresize rows={rows} {...rest} />;
}
