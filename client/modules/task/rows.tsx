import { OPEN_TASKS, type TaskRow, task } from '@lobby/shared/modules/task.ts';
import { useTranslation } from 'react-i18next';
import { useRefName, useRefRow } from '../../kit/refs/refs.ts';
import { isMe } from '../../kit/session/session.ts';
import { isSaid } from '../../kit/ui/list/model/said.ts';
import { CardRow } from '../../kit/ui/list/rows/CardCells.tsx';
import type { CellContext } from '../../kit/ui/list/rows/cells.tsx';
import { FoldedRow } from '../../kit/ui/list/rows/FoldedCells.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Avatar, NobodyAvatar } from '../../kit/ui/marks/Avatar.tsx';
import { SlaTime } from '../../kit/ui/marks/SlaTime.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { styleClass } from '../../theme/classes.ts';

const lineClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minW: '0',
  textStyle: 'xs',
  color: 'fg.muted',
  '& > :last-child:not(:first-child)': { ms: 'auto' },
});

const titleClass = styleClass({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '& > small': { ms: '2', textStyle: 'xs', fontWeight: 'normal', color: 'fg.muted' },
});

/** Due times are shown for open tasks only. */
export const isOpen = (status: string | undefined): boolean => status !== undefined && OPEN_TASKS.includes(status);

type Words = Pick<CellContext, 't' | 'fixed'>;

export function Due({ row, form = 'short' }: { row: Partial<TaskRow>; form?: 'short' | 'worded' }) {
  const { dueAt, status } = row;
  return dueAt && isOpen(status) ? <SlaTime due={dueAt} form={form} /> : null;
}

export function Worker({ row }: { row: Partial<TaskRow> }) {
  const { t } = useTranslation('task');
  const { assigneeId } = row;
  const name = useRefRow('employee', assigneeId)?.name;
  return assigneeId ? (
    <Avatar person={{ id: assigneeId, name: name ?? '' }} />
  ) : (
    <NobodyAvatar label={t('marks.unassigned')} />
  );
}

/** Done and total number of subtasks, below a header. */
const Steps = ({ row }: { row: Partial<TaskRow> }) =>
  row.subtaskCount ? (
    <span>
      {row.subtaskDone}/{row.subtaskCount}
    </span>
  ) : null;

/** The same in words. */
function StepWords({ row }: { row: Partial<TaskRow> }) {
  const { t } = useTranslation('task');
  const { subtaskCount, subtaskDone } = row;
  return subtaskCount ? <span>{t('steps', { count: subtaskCount, done: subtaskDone ?? 0 })}</span> : null;
}

/** Whole task that a subtask belongs to. */
function PartOf({ id }: { id: string }) {
  const { t } = useTranslation('task');
  const name = useRefName('task', id);
  return name ? t('partOf', { name }) : null;
}

export function State({ row }: { row: Partial<TaskRow> }) {
  const { t } = useTranslation('task');
  const { status } = row;
  if (!status) return null;
  const { tone, icon } = task.statuses[status];
  return (
    <Status tone={tone} icon={icon}>
      {t(`statuses.${status}`)}
    </Status>
  );
}

/** Cells with custom rendering. */
export const cells = {
  title: ({ title, parentId }: TaskRow) => (
    <span className={titleClass()}>
      {title}
      {parentId && (
        <small>
          <PartOf id={parentId} />
        </small>
      )}
    </span>
  ),
  dueAt: (row: TaskRow) => <Due row={row} />,
  subtaskDone: (row: TaskRow) => <Steps row={row} />,
  rating: (row: TaskRow) => (row.rating ? <span>{row.rating} ★</span> : null),
};

/** Rows are bold for an assigned reader with unread messages. */
export const unread = ({ unreadIds }: TaskRow) => unreadIds.some(isMe);

/** Collapsed row beside the open task. */
export const folded = (row: TaskRow, context: Words) => (
  <FoldedRow
    id={row.id}
    title={row.title}
    meta={[
      row.code,
      row.parentId ? (
        <PartOf key="whole" id={row.parentId} />
      ) : (
        row.departmentId && <RefName key="department" to="department" id={row.departmentId} />
      ),
    ]}
    person={<Worker row={row} />}
    time={<Due row={row} form="worded" />}
    status={isSaid(context, 'status', row.status) ? null : <State row={row} />}
  />
);

/** List card on phones. */
export const card = (row: TaskRow, _words: Words) => (
  <CardRow
    id={row.id}
    lead={row.title}
    time={<Due row={row} form="worded" />}
    title={
      <small>
        {row.code}
        {row.parentId ? (
          <>
            {' · '}
            <PartOf id={row.parentId} />
          </>
        ) : (
          row.departmentId && <RefName to="department" id={row.departmentId} after={' · '} />
        )}
      </small>
    }
    status={<State row={row} />}
    kind={<StepWords row={row} />}
    person={<Worker row={row} />}
  />
);

export function BoardCard({ row }: { row: Partial<TaskRow> }) {
  return (
    <>
      <span>{row.title}</span>
      {row.parentId && (
        <span className={lineClass()}>
          <PartOf id={row.parentId} />
        </span>
      )}
      <span className={lineClass()}>
        <Worker row={row} />
        <StepWords row={row} />
        <Due row={row} form="worded" />
      </span>
    </>
  );
}
