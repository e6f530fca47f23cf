import { assignmentRule } from '@lobby/shared/modules/assignment-rule.ts';
import { serviceLevel } from '@lobby/shared/modules/service-level.ts';
import { ticketReply } from '@lobby/shared/modules/ticket-reply.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { useTranslation } from 'react-i18next';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';

const TYPE_WIDTHS = { slaHours: 128, departmentId: 200, assigneeId: 200, order: 96, active: 104 };
const REPLY_WIDTHS = { content: 520, typeId: 160 };
const LEVEL_WIDTHS = {
  name: 220,
  typeId: 150,
  priority: 112,
  firstAnswerMinutes: 156,
  nextAnswerMinutes: 156,
  resolutionHours: 136,
  workingTime: 168,
  warnPercent: 156,
  escalateToIds: 180,
  active: 104,
};
const RULE_WIDTHS = {
  name: 240,
  order: 96,
  typeIds: 160,
  blockIds: 120,
  departmentId: 160,
  employeeIds: 180,
  onShift: 184,
  method: 152,
  capacity: 152,
  returnMinutes: 180,
  active: 104,
};

/** Ticket types with service levels, assignment rules and canned replies. */
export function Component() {
  const { t } = useTranslation(['ticket-type', 'ticket-reply', 'service-level', 'assignment-rule']);
  return (
    <ScreenParts
      label={t('ticket-type:plural')}
      parts={[
        {
          value: 'types',
          label: t('ticket-type:plural'),
          content: <RecordsPage definition={ticketType} widths={TYPE_WIDTHS} />,
        },
        {
          value: 'levels',
          label: t('service-level:plural'),
          content: <RecordsPage definition={serviceLevel} widths={LEVEL_WIDTHS} />,
        },
        {
          value: 'rules',
          label: t('assignment-rule:plural'),
          content: <RecordsPage definition={assignmentRule} widths={RULE_WIDTHS} />,
        },
        {
          value: 'replies',
          label: t('ticket-reply:plural'),
          content: <RecordsPage definition={ticketReply} widths={REPLY_WIDTHS} />,
        },
      ]}
    />
  );
}
