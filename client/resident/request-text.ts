export interface RequestInput {
  content: string;
  typeId: string;
  /** In the home, or where all are. */
  where: 'HOME' | 'COMMON' | '';
  spot: string;
  /** From when on somebody may come in. */
  comesAt: string;
}
export const NOTHING: RequestInput = { content: '', typeId: '', where: '', spot: '', comesAt: '' };

/** What a request says: the words, then where it is and when somebody may come in, each on a line. */
export const toldOf = (content: string, lines: readonly (readonly [label: string, value: string])[]): string =>
  [content.trim(), ...lines.flatMap(([label, value]) => (value ? `${label}: ${value}` : []))].join('\n');
