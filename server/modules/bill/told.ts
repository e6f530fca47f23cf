import type { Day } from '@lobby/shared/kit/dates.ts';
import type { BillDoc } from './types.ts';

/** What a notice may tell of: released, and told of by none yet, or changed since. */
export const UNTOLD = ['UNPUBLISHED', 'EDITED'] as const;

/** Whether a bill that no notice has told of is due when its notice is, which is later; an old debt was due before. */
export const isDueWith = ({ publication, dueDate, type, createdFor }: BillDoc, due: Day): boolean =>
  UNTOLD.some(one => one === publication) &&
  type === 'NORMAL' &&
  createdFor !== 'DEBT' &&
  (dueDate === null || due > dueDate);
