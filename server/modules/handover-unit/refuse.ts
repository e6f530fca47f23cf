import { fail } from '../../kit/base/errors.ts';

/** Refuses by the one code of handovers, with the reason of its own at the field that it is about. */
export const failHandover = (reason: string, field: string, more: Record<string, unknown> = {}): never =>
  fail('HANDOVER_INVALID', { reason, fields: { [field]: { code: reason } }, ...more });
