import { reminderExclusion, reminderRule } from '@lobby/shared/modules/reminder.ts';
import { pairedForm } from '../../../kit/ui/form/FieldPairs.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { RecordsPage } from '../../../kit/ui/pages/RecordsPage.tsx';

const RULE_FORM = pairedForm([
  'kind',
  'daysAfter',
  'sendEmail',
  'sendSms',
  'sendZalo',
  'sendApp',
  'sendPrint',
  'minOwed',
  'skipWhenCovered',
  'active',
]);
const RULE_WIDTHS = {
  kind: 180,
  daysAfter: 180,
  sendEmail: 112,
  sendSms: 112,
  sendZalo: 112,
  sendApp: 128,
  sendPrint: 112,
  minOwed: 132,
  skipWhenCovered: 148,
  active: 104,
};

/** Rules of automatic reminders. */
export const RulesPart = () => <RecordsPage definition={reminderRule} widths={RULE_WIDTHS} form={RULE_FORM} />;

const STOP_FORM = pairedForm(['unitId', 'feeNoticeId', 'untilOn'], ['reason']);
const STOP_WIDTHS = { unitId: 112, reason: 320, untilOn: 124, creatorId: 180, createdAt: 148 };

/** Exclusions from reminders. */
export const StopsPart = () => (
  <RecordsPage
    definition={reminderExclusion}
    widths={STOP_WIDTHS}
    form={STOP_FORM}
    detail={{ title: row => <RefName to="unit" id={row.unitId} /> }}
  />
);
