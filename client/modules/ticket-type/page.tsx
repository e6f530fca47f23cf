import { ticketReply } from '@lobby/shared/modules/ticket-reply.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { useTranslation } from 'react-i18next';
import { RecordsPage } from '../../kit/ui/detail/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/detail/ScreenParts.tsx';

const TYPE_WIDTHS = { slaHours: 128, departmentId: 200, assigneeId: 200, order: 96, active: 104 };
const REPLY_WIDTHS = { content: 520, typeId: 160 };

/** Types of tickets, and the replies kept ready for them. */
export function Component() {
  const { t } = useTranslation(['ticket-type', 'ticket-reply']);
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
          value: 'replies',
          label: t('ticket-reply:plural'),
          content: <RecordsPage definition={ticketReply} widths={REPLY_WIDTHS} />,
        },
      ]}
    />
  );
}
