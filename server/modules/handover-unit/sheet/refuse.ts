import { fail } from '../../../kit/base/errors.ts';

/** Throws HANDOVER_INVALID with a reason at a field. */
export const failHandover = (reason: string, field: string, more: Record<string, unknown> = {}): never =>
  fail('HANDOVER_INVALID', { reason, fields: { [field]: { code: reason } }, ...more });
