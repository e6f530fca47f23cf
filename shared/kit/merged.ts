import type { Definition } from './definition.ts';

/** Field of records that can be merged: the record that a removed one became, which its old address leads to. */
export const MERGED_INTO = {
  kind: 'text',
  max: 24,
  key: true,
  internal: true,
  readOnly: true,
  detailOnly: true,
} as const;

/** Whether records of a definition can be merged. */
export const merges = ({ fields }: Pick<Definition, 'fields'>): boolean => 'mergedIntoId' in fields;

/** What a refusal says of a record that was merged: what it became, by whom and when. */
export interface Merged {
  id: string;
  title: string;
  by: string | null;
  at: string | null;
}
