export interface RequestInput {
  content: string;
  typeId: string;
  /** In the home, or in common areas. */
  where: 'HOME' | 'COMMON' | '';
  spot: string;
  /** Earliest access time. */
  comesAt: string;
}
export const NOTHING: RequestInput = { content: '', typeId: '', where: '', spot: '', comesAt: '' };

/** Text of a request: description, then place and access time on separate lines. */
export const toldOf = (content: string, lines: readonly (readonly [label: string, value: string])[]): string =>
  [content.trim(), ...lines.flatMap(([label, value]) => (value ? `${label}: ${value}` : []))].join('\n');
