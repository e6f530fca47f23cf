import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Reader } from './present.ts';

/** The author of a message or act. */
interface Author {
  id: string;
  name: string;
  kind: 'staff' | 'resident' | 'system' | 'guest';
  /** Shown with their own name, although staff speak with one voice. */
  named?: true;
}

/** The author as a reader sees them: where staff speak with one voice, residents see no name unless it is marked `named`. */
export const authorFor = ({ resident }: Pick<Definition, 'resident'>, author: Author, reader: Reader): Author =>
  reader === 'resident' && resident?.oneVoice && author.kind !== 'resident'
    ? { id: author.kind, name: author.named ? author.name : '', kind: author.kind }
    : author;
