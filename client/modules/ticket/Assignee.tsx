import type { TicketRow } from '@lobby/shared/modules/ticket.ts';
import { useRefRow } from '../../kit/refs/refs.ts';
import type { CellContext } from '../../kit/ui/list/rows/cells.tsx';
import { Avatar, NobodyAvatar } from '../../kit/ui/marks/Avatar.tsx';
import { styleClass } from '../../theme/classes.ts';
import { lineClass } from './line.ts';

const nobodyClass = styleClass({ color: 'fg.muted', fontWeight: 'normal' });

export type Words = Pick<CellContext, 't' | 'fixed'>;

export function Assignee({ row, named, t }: Words & { row: TicketRow; named: boolean }) {
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
