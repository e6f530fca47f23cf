import { OPEN_STATUSES, type TicketRow, ticket } from '@lobby/shared/modules/ticket.ts';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { send } from '../../kit/outbox.ts';
import { useCan } from '../../kit/permissions.ts';
import { useRefRow } from '../../kit/refs.ts';
import { employeeOf, meAtom, scopeAtom } from '../../kit/session.ts';
import { useTyping } from '../../kit/ui/detail/typing.ts';
import { Composer } from './Composer.tsx';
import { messagesPath } from './conversation.ts';

/** The composer under a conversation, for those who may write. */
export function Reply({ id, row }: { id: string; row: Partial<TicketRow> }) {
  const { t } = useTranslation('ticket');
  const scope = useAtomValue(scopeAtom);
  const me = useAtomValue(meAtom);
  const mayWrite = useCan(ticket.code, 'write');
  const typing = useTyping();
  const unit = useRefRow('unit', row.unitId);
  const resident = useRefRow('resident', row.residentId);
  if (!mayWrite) return null;
  return (
    <Composer
      scope={scope}
      ticketId={id}
      typeId={row.typeId ?? null}
      privateOnly={row.status !== undefined && !OPEN_STATUSES.includes(row.status) && row.status !== 'COMPLETED'}
      values={{
        resident: resident?.name ?? t('conversation.resident'),
        unit: unit?.name,
        code: row.code ?? undefined,
        staff: me?.user.name,
        project: employeeOf(scope.projectId)?.projectName,
      }}
      onSend={({ content, private: hidden, images }) =>
        send(messagesPath(id), scope, { content, private: hidden, images: images.map(file => file.id) })
      }
      onTyping={typing}
    />
  );
}
