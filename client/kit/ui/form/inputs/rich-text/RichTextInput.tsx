import { lazyPart } from '../../../layout/lazy-part.tsx';
import type { InputProps } from '../input.ts';

/** Rich text input; the editor is loaded on demand. */
export const RichTextInput = lazyPart<InputProps>(async () => (await import('./RichTextEditor.tsx')).RichTextEditor);
