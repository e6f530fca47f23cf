import { room } from '@lobby/shared/modules/room.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { LifeBuoy, SquareCheckBig } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../kit/base/matches.ts';
import { useHeldRow } from '../../../kit/records/useHeldRow.ts';
import { useRefName } from '../../../kit/refs/refs.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { ActivityTab } from '../../../kit/ui/detail/activity/ActivityTab.tsx';
import { DetailDrawer } from '../../../kit/ui/detail/drawer/DetailDrawer.tsx';
import type { DetailNav } from '../../../kit/ui/detail/drawer/nav.ts';
import { InfoTab } from '../../../kit/ui/detail/info/InfoTab.tsx';
import { FormDialog } from '../../../kit/ui/form/FormDialog.tsx';
import type { Message } from '../../../kit/ui/thread/conversation.ts';
import { NewTask } from '../../task/index.ts';
import { Answer } from './Answer.tsx';
import { Facts } from './Facts.tsx';
import { Talk } from './Talk.tsx';

const INFO = [
  'roomType',
  'unitId',
  'residentId',
  'assigneeId',
  'memberIds',
  'departmentIds',
  'waitingSince',
  'note',
] as const;
const FORM = ['title', 'note'] as const;

const values = (row: RecordOf<typeof room>) => ({ assign: { employeeId: row.assigneeId } });

/** Drawer of a room: messages, assignee, and tickets or tasks created from it. */
export function RoomDrawer({ id, nav }: { id: string; nav: DetailNav }) {
  const { t } = useTranslation(['room', 'thread', 'kit']);
  const row = useHeldRow(room, id);
  const [making, setMaking] = useState<'ticket' | 'task' | null>(null);
  const makes = { ticket: useCan(ticket.code, 'write'), task: useCan(task.code, 'write') };
  const initial = { unitId: row.unitId, title: row.title, content: row.lastText };
  const [quoted, setQuoted] = useState<Message | null>(null);
  return (
    <>
      <DetailDrawer
        definition={room}
        id={id}
        nav={nav}
        meta={shown => <Meta row={shown} />}
        aside={<Facts row={row} />}
        values={values}
        form={{ fields: FORM }}
        more={() => [
          ...(makes.ticket
            ? [{ key: 'ticket', label: t('toTicket'), icon: LifeBuoy, onSelect: () => setMaking('ticket') }]
            : []),
          ...(makes.task
            ? [{ key: 'task', label: t('toTask'), icon: SquareCheckBig, onSelect: () => setMaking('task') }]
            : []),
        ]}
        tabs={[
          {
            value: 'talk',
            label: t('thread:tab'),
            count: row.messageCount ?? 0,
            content: <Talk key={id} id={id} onQuote={setQuoted} />,
            foot: <Answer key={id} id={id} row={row} quoted={quoted} onQuote={setQuoted} />,
          },
          { value: 'info', label: t('kit:detail.info'), content: <InfoTab definition={room} id={id} fields={INFO} /> },
          { value: 'activity', label: t('kit:detail.activity'), content: <ActivityTab definition={room} id={id} /> },
        ]}
      />
      {making === 'ticket' && (
        <FormDialog
          open
          definition={ticket}
          form="ticket-of-room"
          title={t('toTicket')}
          fields={['residentId', 'unitId', 'typeId', 'priority', 'title', 'content']}
          defaults={{ ...initial, residentId: row.residentId }}
          onSaved={() => setMaking(null)}
          onCancel={() => setMaking(null)}
        />
      )}
      {making === 'task' && <NewTask initial={initial} onClose={() => setMaking(null)} />}
    </>
  );
}

/** Line under the title: unit, resident, topic. */
function Meta({ row }: { row: RecordOf<typeof room> }) {
  const { t } = useTranslation('room');
  const { unitId, residentId, roomType } = row;
  const unit = useRefName('unit', unitId);
  const resident = useRefName('resident', residentId);
  return (
    <>
      {unit && <strong>{unit}</strong>}
      {resident && <span>{resident}</span>}
      {roomType && <small>{t(`options.roomType.${roomType}`)}</small>}
    </>
  );
}
