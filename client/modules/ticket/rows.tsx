import { OPEN_STATUSES, type TicketRow, ticket } from '@lobby/shared/modules/ticket.ts';
import { useTranslation } from 'react-i18next';
import { useRefRow } from '../../kit/refs/refs.ts';
import { isSaid } from '../../kit/ui/list/model/said.ts';
import { CardRow } from '../../kit/ui/list/rows/CardCells.tsx';
import { FoldedRow } from '../../kit/ui/list/rows/FoldedCells.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { SlaTime } from '../../kit/ui/marks/SlaTime.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { Assignee, type Words } from './Assignee.tsx';
import { lineClass } from './line.ts';
import { iconOfType } from './type-icons.ts';

/** Due times are shown for open tickets only. */
export const isOpen = (status: string | undefined): boolean => status !== undefined && OPEN_STATUSES.includes(status);

/** Resolution deadline; it is paused while the ticket waits for the resident. */
function Due({ row, form = 'short' }: { row: TicketRow; form?: 'short' | 'worded' }) {
  const { t } = useTranslation('ticket');
  const { dueAt, status, onHold } = row;
  if (!isOpen(status)) return null;
  if (onHold) return <Status tone="waiting">{t('fields.onHold')}</Status>;
  return dueAt ? <SlaTime due={dueAt} form={form} /> : null;
}

/** Deadline for the first reply to the resident. */
export function AnswerDue({ row, form = 'short' }: { row: Partial<TicketRow>; form?: 'short' | 'long' }) {
  const { answerDueAt, status, onHold } = row;
  return answerDueAt && isOpen(status) && !onHold ? <SlaTime due={answerDueAt} form={form} /> : null;
}

function TypeName({ row }: { row: TicketRow }) {
  const { typeId } = row;
  const type = useRefRow('ticket-type', typeId);
  const Icon = iconOfType(type?.icon);
  return type ? (
    <span className={lineClass()}>
      <Icon />
      <span className="cut">{type.name}</span>
    </span>
  ) : null;
}

/** Unit or common place of the ticket. */
function Where({ row: { unitId, placeId } }: { row: TicketRow }) {
  if (unitId) return <RefName to="unit" id={unitId} />;
  return placeId ? <RefName to="place" id={placeId} /> : null;
}

function State({ row, t }: Words & { row: TicketRow }) {
  const { status } = row;
  if (!status) return null;
  const { tone, icon } = ticket.statuses[status];
  return (
    <Status tone={tone} icon={icon}>
      {t(`statuses.${status}`)}
    </Status>
  );
}

function Rating({ row }: { row: TicketRow }) {
  const { rating } = row;
  return rating ? <span>{rating} ★</span> : null;
}

/** Cells with custom rendering. */
export const cells = {
  assigneeId: (row: TicketRow, { t }: Words) => <Assignee row={row} t={t} named />,
  unitId: (row: TicketRow) => <Where row={row} />,
  typeId: (row: TicketRow) => <TypeName row={row} />,
  dueAt: (row: TicketRow) => <Due row={row} />,
  answerDueAt: (row: TicketRow) => <AnswerDue row={row} />,
  rating: (row: TicketRow) => <Rating row={row} />,
};

/** Collapsed row beside the open ticket. */
export const folded = (row: TicketRow, context: Words) => {
  const { t } = context;
  const { code, title, status, residentId, typeId } = row;
  return (
    <FoldedRow
      id={row.id}
      title={title}
      meta={[
        <Where key="where" row={row} />,
        code,
        residentId && <RefName to="resident" id={residentId} />,
        typeId && <RefName to="ticket-type" id={typeId} />,
      ]}
      person={<Assignee row={row} t={t} named={false} />}
      time={<Due row={row} form="worded" />}
      status={isSaid(context, 'status', status) ? null : <State row={row} t={t} />}
    />
  );
};

/** List card on phones. */
export const card = (row: TicketRow, { t }: Words) => {
  const { title, residentId, typeId } = row;
  return (
    <CardRow
      id={row.id}
      lead={<Where row={row} />}
      note={residentId && <RefName to="resident" id={residentId} />}
      time={<Due row={row} form="worded" />}
      title={title}
      status={<State row={row} t={t} />}
      kind={typeId && <RefName to="ticket-type" id={typeId} />}
      person={<Assignee row={row} t={t} named={false} />}
    />
  );
};

/** Rows are bold while the resident waits for a reply or approval. */
export const unread = (row: TicketRow) => {
  const { status, awaitsReply } = row;
  return status === 'WAITING_APPROVAL' || awaitsReply === true;
};
