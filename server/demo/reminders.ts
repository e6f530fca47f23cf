import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { exclusionKey, reminderExclusion, reminderRule } from '@lobby/shared/modules/reminder.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';

const RULES = [
  { kind: 'REMIND_DEBT_1', sendSms: false, minOwed: null },
  { kind: 'REMIND_DEBT_2', sendSms: true, minOwed: null },
  { kind: 'REMIND_DEBT_3', sendSms: true, minOwed: 200_000 },
] as const;

/** Debt reminder rules, and exclusions from them. */
export function remindersOf(site: Site, notices: readonly Made<typeof feeNotice>[], now: Date) {
  const [id, stopId] = [idsOf('reminder-rule', site.key), idsOf('reminder-exclusion', site.key)];
  const at = new Date(now.getTime() - 90 * DAY_MS);
  const rules = RULES.map((rule, n) =>
    recordOf(reminderRule, site.id, id(n), at, {
      ...rule,
      sendEmail: true,
      sendApp: true,
      skipWhenCovered: true,
      active: true,
    }),
  );
  const [left] = notices;
  const stops = left
    ? [
        recordOf(reminderExclusion, site.id, stopId(0), now, {
          unitId: left.unitId,
          once: exclusionKey(left.unitId, null),
          reason: 'Chủ hộ đề nghị kiểm tra lại chỉ số nước.',
        }),
      ]
    : [];
  return { rules, stops };
}
