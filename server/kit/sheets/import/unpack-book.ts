import { mayBeMacros, TooHeavy, unzip } from '../../files/archive.ts';

/**
 * Limit of the unpacked size in bytes. A workbook of 5,000 full rows stays well below; larger ones are meant to exhaust the
 * parser.
 */
const MOST_UNPACKED = 24 * 1024 * 1024;
/** Limit of tags per part: a cell has up to six, a style one or two. */
const MOST_TAGS = { sheets: 1_500_000, strings: 1_000_000, others: 150_000 };
/** Limit of bytes between two tags: the longest text of a cell (32,767 characters), each written as an entity. */
const MOST_BETWEEN = 200_000;

/** Parts with rows and what is needed to parse them. Pictures, drawings and themes are never unpacked. */
const READ =
  /^(\[content_types\]\.xml|_rels\/\.rels|xl\/(?!media|drawings|theme|charts|pivot|printer|comments).*\.(xml|rels))$/;

const kindOf = (name: string): keyof typeof MOST_TAGS =>
  name.includes('worksheets/') ? 'sheets' : name.includes('sharedstrings') ? 'strings' : 'others';

export const isRead = (name: string): boolean => READ.test(name) || mayBeMacros(name);

/**
 * Unpacks the needed parts of a workbook, by lower-case name, and measures them meanwhile. Throws `TooHeavy` beyond the
 * limits above.
 */
export async function unpackBook(body: Buffer): Promise<Map<string, Buffer>> {
  const measured = new Map<string, { tags: number; between: number }>();
  return unzip(body, {
    wanted: isRead,
    most: MOST_UNPACKED,
    look(name, piece) {
      const seen = measured.get(name) ?? { tags: 0, between: 0 };
      measured.set(name, seen);
      let { tags, between } = seen;
      for (const byte of piece) {
        if (byte !== 0x3c) between++;
        else {
          tags++;
          between = 0;
        }
        if (between > MOST_BETWEEN) break;
      }
      if (between > MOST_BETWEEN || tags > MOST_TAGS[kindOf(name)]) throw new TooHeavy();
      Object.assign(seen, { tags, between });
    },
  });
}
