import type { Day } from '@lobby/shared/kit/dates.ts';
import type { BillDoc } from './types.ts';

/** What a notice may tell of: released, and told of by none yet, or changed since. */
export const UNTOLD = ['UNPUBLISHED', 'EDITED'] as const;

/** Whether the day of a bill that no notice has told of becomes that of its notice; an old debt was due before. */
export const isDueWith = ({ publication, dueDate, type, createdFor }: BillDoc, due: Day): boolean =>
  UNTOLD.some(one => one === publication) && type === 'NORMAL' && createdFor !== 'DEBT' && due !== dueDate;
