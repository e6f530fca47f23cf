import type { Day } from '@lobby/shared/kit/dates.ts';
import { failFields } from '../../kit/base/errors.ts';

/** Throws for two dates in the wrong order, at a field. */
export function failDateOrder(field: string, { earlier, later }: { earlier: Day; later: Day }): never {
  const params = { earlier, later };
  return failFields({ [field]: { code: 'INVALID_DATES', params } }, 'INVALID_DATES', params);
}
