import { mayBeMacros, TooHeavy, unzip } from '../../files/archive.ts';

/** A workbook of 5,000 full rows stays well below these limits; what exceeds them was made to exhaust its reader. In bytes. */
const MOST_UNPACKED = 24 * 1024 * 1024;
/** Tags of one part: a cell has up to six, a style one or two. */
const MOST_TAGS = { sheets: 1_500_000, strings: 1_000_000, others: 150_000 };
/** Bytes between two tags: the longest text of a cell (32,767 letters), each letter an entity. */
const MOST_BETWEEN = 200_000;

/** The parts that hold rows, and what is needed to read these; pictures, drawings and themes are never unpacked. */
const READ =
  /^(\[content_types\]\.xml|_rels\/\.rels|xl\/(?!media|drawings|theme|charts|pivot|printer|comments).*\.(xml|rels))$/;

const kindOf = (name: string): keyof typeof MOST_TAGS =>
  name.includes('worksheets/') ? 'sheets' : name.includes('sharedstrings') ? 'strings' : 'others';

/** The parts of a workbook that are unpacked. */
export const isRead = (name: string): boolean => READ.test(name) || mayBeMacros(name);

/** The parts of a workbook that are read, by their names in lower case, measured while they are unpacked. Throws `TooHeavy` beyond the limits above. */
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
