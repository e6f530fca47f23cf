import { type TicketRow, ticket } from '@lobby/shared/modules/ticket.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dataOf } from '../../kit/api.ts';
import type { Row } from '../../kit/matches.ts';
import { recordAtom } from '../../kit/records.ts';
import { useRefRow } from '../../kit/refs.ts';
import { ActivityTab } from '../../kit/ui/detail/ActivityTab.tsx';
import { DetailDrawer } from '../../kit/ui/detail/DetailDrawer.tsx';
import { FilesTab, filesOf } from '../../kit/ui/detail/FilesTab.tsx';
import type { DetailNav } from '../../kit/ui/detail/nav.ts';
import { SlaTime } from '../../kit/ui/SlaTime.tsx';
import { Conversation } from './Conversation.tsx';
import { Reply } from './Reply.tsx';
import { isOpen } from './rows.tsx';
import { FORM_FIELDS, TicketFields } from './TicketFields.tsx';
import { TicketInfo } from './TicketInfo.tsx';

const values = (row: Row) => ({
  label: { labelIds: row.labelIds },
  assign: { employeeId: row.assigneeId },
  approve: { employeeId: row.assigneeId },
});

/** One request beside the queue: its conversation first, then what is known of it. */
export function TicketDrawer({ id, nav }: { id: string; nav: DetailNav }) {
  const { t } = useTranslation('ticket');
  const entry = useAtomValue(useMemo(() => recordAtom(ticket.name, id), [id]));
  const row = dataOf<TicketRow>(entry?.row);
  const files = entry ? filesOf(ticket, entry.row).reduce((sum, [, own]) => sum + own.length, 0) : 0;
  return (
    <DetailDrawer
      definition={ticket}
      id={id}
      nav={nav}
      meta={shown => <Meta row={shown} />}
      values={values}
      form={{ fields: FORM_FIELDS, size: 'wide', children: <TicketFields /> }}
      tabs={[
        {
          value: 'talk',
          label: t('conversation.tab'),
          count: row.messageCount ?? 0,
          content: <Conversation key={id} id={id} row={row} />,
          foot: <Reply key={id} id={id} row={row} />,
        },
        { value: 'info', label: t('detail.info'), content: <TicketInfo id={id} row={row} /> },
        { value: 'files', label: t('detail.files'), count: files, content: <FilesTab definition={ticket} id={id} /> },
        { value: 'activity', label: t('detail.activity'), content: <ActivityTab definition={ticket} id={id} /> },
      ]}
    />
  );
}

/** Under the title: how long is left, whose request it is. */
function Meta({ row }: { row: Row }) {
  const { t } = useTranslation(['resident', 'ticket']);
  const { dueAt, status, unitId, residentId } = dataOf<TicketRow>(row);
  const unit = useRefRow('unit', unitId);
  const resident = useRefRow('resident', residentId);
  return (
    <>
      {dueAt && isOpen(status) && <SlaTime due={dueAt} form="long" />}
      {unit && <strong>{unit.name}</strong>}
      {resident && <span>{resident.name}</span>}
      {typeof resident?.role === 'string' && <small>{t(`options.role.${resident.role}`)}</small>}
    </>
  );
}
