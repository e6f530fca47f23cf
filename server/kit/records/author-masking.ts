import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Reader } from './present.ts';

/** Somebody who says or does something. */
interface Author {
  id: string;
  name: string;
  kind: 'staff' | 'resident' | 'system' | 'guest';
  /** Said under the own name, where staff speak with one voice. */
  named?: true;
}

/** Who says something, as a reader gets to know it: where staff speak with one voice, residents get no name but of who says it under the own. */
export const authorFor = ({ resident }: Pick<Definition, 'resident'>, author: Author, reader: Reader): Author =>
  reader === 'resident' && resident?.oneVoice && author.kind !== 'resident'
    ? { id: author.kind, name: author.named ? author.name : '', kind: author.kind }
    : author;
