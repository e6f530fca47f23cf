import { OPEN_STATUSES, type TicketRow, ticket } from '@lobby/shared/modules/ticket.ts';
import { useRefRow } from '../../kit/refs.ts';
import { Avatar, NobodyAvatar } from '../../kit/ui/Avatar.tsx';
import { CardRow } from '../../kit/ui/list/CardCells.tsx';
import type { CellContext } from '../../kit/ui/list/cells.tsx';
import { FoldedRow } from '../../kit/ui/list/FoldedCells.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { SlaTime } from '../../kit/ui/SlaTime.tsx';
import { Status } from '../../kit/ui/Status.tsx';
import { styleClass } from '../../theme/classes.ts';
import { iconOfType } from './type-icons.ts';

const lineClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minW: '0',
  maxW: 'full',
  '& > svg': { flex: 'none', w: '14px', h: '14px', color: 'fg.muted' },
});
const nobodyClass = styleClass({ color: 'fg.muted', fontWeight: 'normal' });

/** Whether work goes on in a status: only then is a due time told. */
export const isOpen = (status: string | undefined): boolean => status !== undefined && OPEN_STATUSES.includes(status);

function Due({ row }: { row: TicketRow }) {
  const { dueAt, status } = row;
  return dueAt && isOpen(status) ? <SlaTime due={dueAt} /> : null;
}

type Words = Pick<CellContext, 't'>;

function Assignee({ row, named, t }: Words & { row: TicketRow; named: boolean }) {
  const { assigneeId } = row;
  const name = useRefRow('employee', assigneeId)?.name;
  if (!assigneeId)
    return named ? (
      <span className={lineClass()}>
        <NobodyAvatar />
        <span className={nobodyClass()}>{t('nobody')}</span>
      </span>
    ) : (
      <NobodyAvatar label={t('nobody')} />
    );
  const person = { id: assigneeId, name: name ?? '' };
  return named ? (
    <span className={lineClass()}>
      <Avatar person={person} named />
      <span className="cut">{name}</span>
    </span>
  ) : (
    <Avatar person={person} />
  );
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

/** Stars of a rating, read out as a number. */
function Rating({ row }: { row: TicketRow }) {
  const { rating } = row;
  return rating ? <span>{rating} ★</span> : null;
}

/** Cells that the help desk draws itself. */
export const cells = {
  assigneeId: (row: TicketRow, { t }: Words) => <Assignee row={row} t={t} named />,
  typeId: (row: TicketRow) => <TypeName row={row} />,
  dueAt: (row: TicketRow) => <Due row={row} />,
  rating: (row: TicketRow) => <Rating row={row} />,
};

/** A request in two lines, beside its open drawer. */
export const folded = (row: TicketRow, { t }: Words) => {
  const { code, title, unitId, residentId, typeId } = row;
  return (
    <FoldedRow
      id={row.id}
      title={title}
      meta={[
        code,
        unitId && <RefName to="unit" id={unitId} />,
        residentId && <RefName to="resident" id={residentId} />,
        typeId && <RefName to="ticket-type" id={typeId} />,
      ]}
      person={<Assignee row={row} t={t} named={false} />}
      time={<Due row={row} />}
      status={<State row={row} t={t} />}
    />
  );
};

/** A request as a card of a phone. */
export const card = (row: TicketRow, { t }: Words) => {
  const { title, unitId, residentId, typeId } = row;
  return (
    <CardRow
      id={row.id}
      lead={unitId && <RefName to="unit" id={unitId} />}
      note={residentId && <RefName to="resident" id={residentId} />}
      time={<Due row={row} />}
      title={title}
      status={<State row={row} t={t} />}
      kind={typeId && <RefName to="ticket-type" id={typeId} />}
      person={<Assignee row={row} t={t} named={false} />}
    />
  );
};

/** Rows in bold: somebody waits for our word. */
export const unread = (row: TicketRow) => {
  const { status, awaitsReply } = row;
  return status === 'WAITING_APPROVAL' || awaitsReply === true;
};
