import { type RoomRow, room } from '@lobby/shared/modules/room.ts';
import { useTranslation } from 'react-i18next';
import { now, useClock } from '../../kit/http/clock.ts';
import { useFormats, useSpans } from '../../kit/i18n/formats.ts';
import { useRefRow } from '../../kit/refs/refs.ts';
import { CardRow } from '../../kit/ui/list/rows/CardCells.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Avatar, NobodyAvatar } from '../../kit/ui/marks/Avatar.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { styleClass } from '../../theme/classes.ts';
import { useUnread } from './unread.ts';

const waitingClass = styleClass({
  color: 'waiting.fg',
  fontWeight: 'medium',
  whiteSpace: 'nowrap',
  '&[data-late]': { color: 'bad.fg' },
});

const writerClass = styleClass({ display: 'inline-flex', alignItems: 'center', gap: '2', minW: '0', maxW: 'full' });

/** Waiting time of an unanswered room, otherwise the time of the last message. */
function Since({ row }: { row: Partial<RoomRow> }) {
  const spans = useSpans();
  const { when, dateTime } = useFormats();
  const { waits, waitingSince, lastMessageAt } = row;
  const waited = useClock(now => (waitingSince ? spans.bare(now - Date.parse(waitingSince)) : ''));
  if (waits && waitingSince)
    return (
      <span className={waitingClass()} data-late={row.late || undefined} title={dateTime(waitingSince)}>
        {waited}
      </span>
    );
  return lastMessageAt ? <span>{when(lastMessageAt, now())}</span> : null;
}

function Worker({ row }: { row: Partial<RoomRow> }) {
  const { t } = useTranslation('room');
  const { assigneeId } = row;
  const name = useRefRow('employee', assigneeId)?.name;
  return assigneeId ? (
    <Avatar person={{ id: assigneeId, name: name ?? '' }} />
  ) : (
    <NobodyAvatar label={t('marks.unassigned')} />
  );
}

export function State({ row }: { row: Partial<RoomRow> }) {
  const { t } = useTranslation('room');
  const { status } = row;
  if (!status) return null;
  const { tone, icon } = room.statuses[status];
  return (
    <Status tone={tone} icon={icon}>
      {t(`statuses.${status}`)}
    </Status>
  );
}

/** The resident who wrote last, with face and name. */
function Writer({ row, named = false }: { row: Partial<RoomRow>; named?: boolean }) {
  const id = row.writerId ?? row.residentId;
  const name = useRefRow('resident', id)?.name;
  if (!id || !name) return null;
  return (
    <span className={writerClass()}>
      <Avatar person={{ id, name }} named={named} />
      {named && <span className="cut">{name}</span>}
    </span>
  );
}

/** Cells with custom rendering. */
export const cells = {
  writerId: (row: RoomRow) => <Writer row={row} named />,
  waitingSince: (row: RoomRow) => (row.waits ? <Since row={row} /> : null),
};

const foldedClass = styleClass({
  display: 'grid',
  gridTemplateColumns: '32px minmax(0, 1fr) auto',
  columnGap: '2.5',
  alignItems: 'center',
  h: 'full',
  '& > :first-child': { gridRow: '1 / span 2' },
  '& > strong': { fontWeight: 'medium' },
  '& > small': { textStyle: 'xs', color: 'fg.muted', fontWeight: 'normal' },
  '& > time, & > span:last-child': { justifySelf: 'end', textStyle: 'xs' },
  '& [data-count]': {
    display: 'inline-grid',
    placeItems: 'center',
    minW: '5',
    h: '5',
    px: '1',
    ms: '1.5',
    borderRadius: 'full',
    bg: 'accent.solid',
    color: 'accent.contrast',
    fontWeight: 'medium',
  },
});

/** Collapsed row beside the open room: unit, last message, waiting time, unread count. */
export const folded = (row: RoomRow) => <Folded row={row} />;

function Folded({ row }: { row: RoomRow }) {
  const { t } = useTranslation('room');
  const { when } = useFormats();
  const unit = useRefRow('unit', row.unitId)?.name ?? '';
  const writer = useRefRow('resident', row.writerId ?? row.residentId)?.name;
  const count = useUnread(row.id, row.lastMessageAt);
  return (
    <div className={foldedClass()}>
      <span>
        <Writer row={row} />
      </span>
      <strong className="cut" data-title="">
        {writer ? `${unit}\u2002${writer}` : unit}
      </strong>
      {row.lastMessageAt ? <time dateTime={row.lastMessageAt}>{when(row.lastMessageAt, now())}</time> : <span />}
      <small className="cut">{row.lastText ?? row.title}</small>
      <span>
        {row.waits && <Since row={row} />}
        {count > 0 && (
          <span data-count="" title={t('thread:unreadCount', { count })}>
            {count > 99 ? '99+' : count}
          </span>
        )}
      </span>
    </div>
  );
}

const WriterName = ({ row }: { row: RoomRow }) => {
  const id = row.writerId ?? row.residentId;
  return id && <RefName to="resident" id={id} />;
};

/** List card on phones. */
export const card = (row: RoomRow) => (
  <CardRow
    id={row.id}
    lead={row.unitId && <RefName to="unit" id={row.unitId} />}
    note={<WriterName row={row} />}
    time={<Since row={row} />}
    title={row.lastText ?? row.title}
    status={<State row={row} />}
    kind={row.title}
    person={<Worker row={row} />}
  />
);

/** Rows in bold: unanswered rooms. */
export const unread = (row: RoomRow) => row.waits === true;
