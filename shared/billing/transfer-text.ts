import { transferContent } from './vietqr.ts';

/** Variables of a transfer text; incoming money is matched by the code. */
export const TRANSFER_WORDS = ['code', 'unit', 'month', 'project'] as const;
export type TransferWord = (typeof TRANSFER_WORDS)[number];
export const TRANSFER_TEMPLATE = '{code} {unit}';
export const MOST_CONTENT = 25;

const WORD = /\{([^{}]*)\}/g;

/** The error of a template: an unknown variable, or `code` if it is missing; null if valid. */
export function templateFault(template: string): string | null {
  const words = [...template.matchAll(WORD)].map(([, word = '']) => word);
  const strange = words.find(word => !(TRANSFER_WORDS as readonly string[]).includes(word));
  if (strange !== undefined) return strange;
  if (template.replace(WORD, '').match(/[{}]/)) return '{';
  return words.includes('code') ? null : 'code';
}

/** Removes characters that banks drop. */
const joined = (text: string): string => transferContent(text).replace(/ /g, '');

/** Fills a transfer template: at most 25 characters, with the code kept whole. */
export function transferText(template: string, values: Readonly<Record<TransferWord, string>>): string {
  const code = joined(values.code);
  const [before = '', ...after] = template.split('{code}');
  const fill = (text: string) =>
    transferContent(
      text.replace(WORD, (_, word: TransferWord) => (word === 'code' ? code : joined(values[word] ?? ''))),
    );
  const head = fill(before)
    .slice(0, Math.max(0, MOST_CONTENT - code.length - 1))
    .trim();
  const tail = fill(after.join('{code}'));
  return [head, code, tail].filter(Boolean).join(' ').slice(0, MOST_CONTENT).trim();
}
