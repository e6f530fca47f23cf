import { hiddenOf } from '@lobby/shared/kit/definition.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { type TicketRow, ticket } from '@lobby/shared/modules/ticket.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf, Row } from '../../kit/base/matches.ts';
import { dataOf } from '../../kit/http/api.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { useRefRow } from '../../kit/refs/refs.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { ActivityTab } from '../../kit/ui/detail/activity/ActivityTab.tsx';
import { DetailDrawer } from '../../kit/ui/detail/drawer/DetailDrawer.tsx';
import type { DetailNav } from '../../kit/ui/detail/drawer/nav.ts';
import { FilesTab, filesOf } from '../../kit/ui/detail/info/FilesTab.tsx';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { SlaTime } from '../../kit/ui/marks/SlaTime.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { Conversation } from '../../kit/ui/thread/Conversation.tsx';
import type { Message } from '../../kit/ui/thread/conversation.ts';
import { FromMessage } from '../../kit/ui/thread/FromMessage.tsx';
import { TasksTab } from '../task/index.ts';
import { Opening } from './Opening.tsx';
import { Reply } from './Reply.tsx';
import { AnswerDue, isOpen } from './rows.tsx';
import { EDIT_FIELDS, TicketFields } from './TicketFields.tsx';
import { TicketInfo } from './TicketInfo.tsx';

const values = (row: RecordOf<typeof ticket>) => ({
  assign: { employeeId: row.assigneeId },
  approve: { employeeId: row.assigneeId },
});

/** Drawer of a ticket: conversation first, then the details. */
export function TicketDrawer({ id, nav }: { id: string; nav: DetailNav }) {
  const { t } = useTranslation(['ticket', 'task', 'thread']);
  const seesTasks = useCan(task.code, 'read');
  const entry = useAtomValue(useMemo(() => recordAtom(ticket.name, id), [id]));
  const row = dataOf<TicketRow>(entry?.row);
  const files = entry ? filesOf(ticket, entry.row).reduce((sum, [, list]) => sum + list.length, 0) : 0;
  return (
    <DetailDrawer
      definition={ticket}
      id={id}
      nav={nav}
      meta={shown => <Meta row={shown} />}
      values={values}
      form={{ fields: EDIT_FIELDS, size: 'wide', children: <TicketFields before={row} /> }}
      tabs={[
        {
          value: 'talk',
          label: t('thread:tab'),
          count: row.messageCount ?? 0,
          content: (
            <Conversation
              key={id}
              definition={ticket}
              id={id}
              opening={<Opening row={row} />}
              hidden={message => isHiddenNow(row, message)}
            />
          ),
          foot: <Reply key={id} id={id} row={row} />,
        },
        { value: 'info', label: t('detail.info'), content: <TicketInfo id={id} row={row} /> },
        ...(seesTasks
          ? [
              {
                value: 'tasks',
                label: t('task:plural'),
                content: (
                  <TasksTab
                    key={id}
                    field="ticketId"
                    id={id}
                    none={t('task:ofTicket')}
                    initial={isOpen(row.status) ? { title: row.title, unitId: row.unitId } : null}
                  />
                ),
              },
            ]
          : []),
        { value: 'files', label: t('detail.files'), count: files, content: <FilesTab definition={ticket} id={id} /> },
        { value: 'activity', label: t('detail.activity'), content: <ActivityTab definition={ticket} id={id} /> },
      ]}
    />
  );
}

/** A message from the time of an earlier unit is hidden from the current one, unless earlier messages are shown. */
const isHiddenNow = (row: Partial<TicketRow>, { unitId }: Message): boolean =>
  Boolean(row.unitId) && !row.earlierShown && unitId !== undefined && unitId !== row.unitId;

/** Line under the title: time left, unit or place, and resident. */
function Meta({ row }: { row: RecordOf<typeof ticket> }) {
  const { t } = useTranslation(['resident', 'ticket']);
  const { dueAt, status, onHold, answerDueAt, unitId, placeId, residentId, roomId, roomMessageId } = row;
  const unit = useRefRow('unit', unitId);
  const place = useRefRow('place', placeId);
  const resident = useRefRow('resident', residentId);
  const fields: Row = row;
  const hidden = hiddenOf(ticket, row).filter(name => {
    const value = fields[name];
    return Array.isArray(value) ? value.length > 0 : value;
  });
  return (
    <>
      {onHold && isOpen(status) && <Status tone="waiting">{t('ticket:fields.onHold')}</Status>}
      {dueAt && isOpen(status) && !onHold && (
        <span>
          {t('ticket:fields.dueAt')}: <SlaTime due={dueAt} />
        </span>
      )}
      {answerDueAt && isOpen(status) && !onHold && (
        <span>
          {t('ticket:fields.answerDueAt')}: <AnswerDue row={row} />
        </span>
      )}
      {unit && (
        <strong>
          <RefLink to="unit" id={unit.id}>
            {unit.name}
          </RefLink>
        </strong>
      )}
      {place && <strong>{place.name}</strong>}
      {resident && (
        <RefLink to="resident" id={resident.id}>
          {resident.name}
        </RefLink>
      )}
      {typeof resident?.role === 'string' && <small>{t(`options.role.${resident.role}`)}</small>}
      {hidden.length > 0 && (
        <small>
          {t('ticket:detail.hiddenNow', { fields: hidden.map(name => t(`ticket:fields.${name}`)).join(', ') })}
        </small>
      )}
      <FromMessage roomId={roomId} messageId={roomMessageId} />
    </>
  );
}
