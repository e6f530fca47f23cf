import { type RoomRow, room } from '@lobby/shared/modules/room.ts';
import { useTranslation } from 'react-i18next';
import { now, useClock } from '../../kit/http/clock.ts';
import { useFormats, useSpans } from '../../kit/i18n/formats.ts';
import { useRefRow } from '../../kit/refs/refs.ts';
import { Avatar, NobodyAvatar } from '../../kit/ui/Avatar.tsx';
import { CardRow } from '../../kit/ui/list/CardCells.tsx';
import { FoldedRow } from '../../kit/ui/list/FoldedCells.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { Status } from '../../kit/ui/Status.tsx';
import { styleClass } from '../../theme/classes.ts';

const waitingClass = styleClass({ color: 'waiting.fg', fontWeight: 'medium', whiteSpace: 'nowrap' });

/** How long a resident has waited for an answer; else when something was said last. */
function Since({ row }: { row: Partial<RoomRow> }) {
  const spans = useSpans();
  const { when, dateTime } = useFormats();
  const { waits, waitingSince, lastMessageAt } = row;
  const waited = useClock(now => (waitingSince ? spans.bare(now - Date.parse(waitingSince)) : ''));
  if (waits && waitingSince)
    return (
      <span className={waitingClass()} title={dateTime(waitingSince)}>
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

function State({ row }: { row: Partial<RoomRow> }) {
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

/** Cells that rooms draw themselves. */
export const cells = {
  waitingSince: (row: RoomRow) => (row.waits ? <Since row={row} /> : null),
};

/** A room in two lines, beside the open conversation. */
export const folded = (row: RoomRow) => (
  <FoldedRow
    id={row.id}
    title={
      <>
        {row.unitId && <RefName to="unit" id={row.unitId} />} · {row.title}
      </>
    }
    meta={[row.lastText]}
    person={<Worker row={row} />}
    time={<Since row={row} />}
    status={<State row={row} />}
  />
);

/** A room as a card of a phone. */
export const card = (row: RoomRow) => (
  <CardRow
    id={row.id}
    lead={row.unitId && <RefName to="unit" id={row.unitId} />}
    note={row.residentId && <RefName to="resident" id={row.residentId} />}
    time={<Since row={row} />}
    title={row.lastText ?? row.title}
    status={<State row={row} />}
    kind={row.title}
    person={<Worker row={row} />}
  />
);

/** Rows in bold: somebody waits for our word. */
export const unread = (row: RoomRow) => row.waits === true;
