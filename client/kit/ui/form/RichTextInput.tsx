import { lazyPart } from '../lazy-part.tsx';
import type { InputProps } from './input.ts';

/** Text with bold, lists and links; its editor comes when it is needed. */
export const RichTextInput = lazyPart<InputProps>(async () => (await import('./RichTextEditor.tsx')).RichTextEditor);
