export { findUnacknowledged, stillValid } from './acknowledgement.ts';
export { loadReach } from './recipients.ts';

import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';

export function assertNotPast(ctx: Ctx, name: string, value: string | null | undefined): void {
  if (value && Date.parse(value) < ctx.now.getTime() - 60_000)
    failFields({ [name]: { code: 'ANNOUNCEMENT_TIME_PAST' } }, 'ANNOUNCEMENT_TIME_PAST');
}
