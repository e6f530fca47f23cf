import { ENDED_TICKETS, OPEN_STATUSES, type TicketRow, ticket } from '@lobby/shared/modules/ticket.ts';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import { useTyping } from '../../kit/ui/detail/typing.ts';
import { Composer } from '../../kit/ui/thread/Composer.tsx';
import { useNames } from '../../kit/ui/thread/useNames.ts';

/** Message composer under a conversation, for users with write permission. */
export function Reply({ id, row }: { id: string; row: Partial<TicketRow> }) {
  const { t: say } = useTranslation(ticket.name);
  const { complete } = ticket.actions;
  const mayFinish = useCan(ticket.code, complete.flag);
  const mayWrite = useCan(ticket.code, 'write');
  const typing = useTyping();
  const names = useNames(row);
  if (!mayWrite) return null;
  return (
    <Composer
      definition={ticket}
      form="ticket-reply"
      id={id}
      canned={`${ticket.path}/replies`}
      typeId={row.typeId ?? null}
      row={row}
      ended={ENDED_TICKETS}
      privateOnly={row.status !== undefined && !OPEN_STATUSES.includes(row.status) && row.status !== 'COMPLETED'}
      values={{ ...names, code: row.code ?? undefined }}
      finish={
        mayFinish && row.status && complete.from.some(status => status === row.status)
          ? {
              entity: ticket.name,
              id,
              path: `${ticket.path}/${id}/complete`,
              status: complete.to,
              said: say('actions.complete'),
            }
          : undefined
      }
      onTyping={typing}
    />
  );
}
