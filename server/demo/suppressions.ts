import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import {
  emailSuppression,
  type SuppressionCause,
  type SuppressionReason,
} from '@lobby/shared/modules/email-suppression.ts';
import type { resident } from '@lobby/shared/modules/resident.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';

/** Suppressed addresses by cause: nine nonexistent, three with a full mailbox, one complaint, one added by hand. */
const STORY: readonly (readonly [number, SuppressionCause, SuppressionReason, string | null])[] = [
  [9, 'BOUNCE', 'NON_EXISTENT_ADDRESS', '550 5.1.1'],
  [3, 'SOFT_BOUNCES', 'MAILBOX_FULL', '552 5.2.2'],
  [1, 'COMPLAINT', 'SPAM_MARK', null],
  [1, 'MANUAL', 'OTHER', null],
];

/** Suppressed addresses, which residents used before. */
export function suppressionsOf(
  site: Site,
  people: readonly Made<typeof resident>[],
  now: Date,
): Made<typeof emailSuppression>[] {
  const reachable = people.filter(({ email }) => email);
  const id = idsOf('email-suppression', site.key);
  return STORY.flatMap(([count, cause, reason, detail]) =>
    Array.from({ length: count }, () => ({ cause, reason, detail })),
  )
    .slice(0, reachable.length)
    .map((row, n) => {
      const at = new Date(now.getTime() - (n + 2) * DAY_MS);
      const email = `cu.${site.key}.${n + 1}@example.vn`;
      return recordOf(emailSuppression, site.id, id(n), at, {
        ...row,
        email,
        residentIds: [reachable[n]?._id ?? ''],
        status: 'ACTIVE',
        count: row.cause === 'SOFT_BOUNCES' ? 3 : 1,
        firstAt: at,
        lastAt: at,
        note: row.cause === 'MANUAL' ? 'Chủ hộ nhờ gửi bản in, không gửi email.' : null,
      });
    });
}
