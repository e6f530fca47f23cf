import { resident } from '@lobby/shared/modules/resident.ts';
import { type TicketRow, ticket } from '@lobby/shared/modules/ticket.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { InfoFields, InfoTab } from '../../kit/ui/detail/info/InfoTab.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';

const FIELDS = [
  'content',
  'typeId',
  'unitId',
  'placeId',
  'residentId',
  'priority',
  'departmentId',
  'assigneeId',
  'ruleName',
  'serviceLevel',
  'dueAt',
  'answerDueAt',
  'firstAnsweredAt',
  'heldAt',
  'labelIds',
  'reason',
  'completedAt',
  'rating',
  'ratingComment',
] as const;
const FROM_MESSAGE = ['roomId', ...FIELDS] as const;
const CONTACT = ['phone', 'email'] as const;

/** Details of a ticket, with the contact data of the resident. */
export function TicketInfo({ id, row }: { id: string; row: Partial<TicketRow> }) {
  const maySee = useCan(resident.code, 'read');
  return (
    <InfoTab definition={ticket} id={id} fields={row.roomId ? FROM_MESSAGE : FIELDS}>
      {row.residentId && maySee && <Contact id={row.residentId} />}
    </InfoTab>
  );
}

function Contact({ id }: { id: string }) {
  useRecord(resident, id);
  return <InfoFields definition={resident} id={id} fields={CONTACT} />;
}
