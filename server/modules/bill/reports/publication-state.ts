import type { Day } from '@lobby/shared/kit/dates.ts';
import type { BillDoc } from '../types.ts';

/** Publication states that a notice may include: released and not announced yet, or edited since. */
export const UNTOLD = ['UNPUBLISHED', 'EDITED'] as const;

/** Whether the bill's due date will become that of its first notice; opening debt keeps its own. */
export const isDueWith = ({ publication, dueDate, type, createdFor }: BillDoc, due: Day): boolean =>
  UNTOLD.some(state => state === publication) && type === 'NORMAL' && createdFor !== 'DEBT' && due !== dueDate;
