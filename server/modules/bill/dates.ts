import type { Day } from '@lobby/shared/kit/dates.ts';
import { failFields } from '../../kit/base/errors.ts';

/** Refuses two days of a bill in the wrong order, at the field of one of them. */
export function failDateOrder(field: string, { earlier, later }: { earlier: Day; later: Day }): never {
  const params = { earlier, later };
  return failFields({ [field]: { code: 'INVALID_DATES', params } }, 'INVALID_DATES', params);
}
