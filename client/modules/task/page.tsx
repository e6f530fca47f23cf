import { task } from '@lobby/shared/modules/task.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { DrawerSkeleton } from '../../kit/ui/detail/drawer/DrawerSkeleton.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { useSlaWidth } from '../../kit/ui/list/columns/useSlaWidth.ts';
import { PrintButton } from '../../kit/ui/list/export/PrintButton.tsx';
import { ListPage } from '../../kit/ui/list/ListPage.tsx';
import { DialogSkeleton } from '../../kit/ui/overlay/DialogSkeleton.tsx';
import { BoardCard, card, cells, folded, unread } from './rows.tsx';

const TaskDrawer = lazyPart(async () => (await import('./TaskDrawer.tsx')).TaskDrawer, DrawerSkeleton);
const NewTask = lazyPart(async () => (await import('./NewTask.tsx')).NewTask, DialogSkeleton);

const WIDTHS = { code: 118, title: 280, assigneeId: 148, departmentId: 136, subtaskDone: 84, status: 132 };
const SHAPES = {
  board: {
    columns: ['PENDING', 'NOT_STARTED', 'IN_PROGRESS', 'ON_HOLD', 'EXPIRED', 'COMPLETED'],
    card: (row: RecordOf<typeof task>) => <BoardCard row={row} />,
  },
  calendar: { field: 'dueAt' as const, line: (row: RecordOf<typeof task>) => row.title },
};

/** Internal tasks as a table, board or calendar, with the open task beside it. */
export function Component() {
  const { t } = useTranslation('task');
  const mayWrite = useCan(task.code, 'write');
  const dueAt = useSlaWidth();
  const widths = useMemo(() => ({ ...WIDTHS, dueAt }), [dueAt]);
  const [creating, setCreating] = useState(false);
  return (
    <>
      <ListPage
        widths={widths}
        definition={task}
        cells={cells}
        folded={folded}
        card={card}
        unread={unread}
        shapes={SHAPES}
        headExtras={<PrintButton to="tasks" />}
        onCreate={mayWrite ? () => setCreating(true) : undefined}
        createLabel={t('actions.create')}
        drawer={(id, nav) => <TaskDrawer id={id} nav={nav} />}
      />
      {creating && <NewTask onClose={() => setCreating(false)} />}
    </>
  );
}
