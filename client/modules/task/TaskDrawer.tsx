import { type TaskRow, task } from '@lobby/shared/modules/task.ts';
import { useAtomValue } from 'jotai';
import { Copy } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { dataOf, request } from '../../kit/http/api.ts';
import { toastRefusal } from '../../kit/i18n/toast-refusal.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { ActivityTab } from '../../kit/ui/detail/activity/ActivityTab.tsx';
import type { DetailDrawerProps } from '../../kit/ui/detail/detail-props.ts';
import { DetailDrawer } from '../../kit/ui/detail/drawer/DetailDrawer.tsx';
import type { DetailNav } from '../../kit/ui/detail/drawer/nav.ts';
import { FilesTab, filesOf } from '../../kit/ui/detail/info/FilesTab.tsx';
import { MoneyInfo } from '../../kit/ui/detail/money/MoneyInfo.tsx';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { SlaTime } from '../../kit/ui/marks/SlaTime.tsx';
import { Conversation } from '../../kit/ui/thread/Conversation.tsx';
import { FromMessage } from '../../kit/ui/thread/FromMessage.tsx';
import { isOpen } from './rows.tsx';
import { Talk } from './Talk.tsx';
import { FORM_FIELDS, TaskFields } from './TaskFields.tsx';
import { TasksTab } from './TasksTab.tsx';

const SECTIONS: DetailDrawerProps<typeof task>['sections'] = [
  ['what', ['content', 'type', 'priority', 'labelIds', 'unitId', 'placeId', 'ticketId', 'parentId']],
  ['who', ['assigneeId', 'departmentId', 'memberIds', 'creatorId', 'approverId']],
  ['when', ['startAt', 'dueAt', 'repeat', 'repeatUntil', 'receivedAt', 'startedAt', 'completedAt']],
  ['handled', ['progress', 'progressNote', 'result', 'reason', 'rating', 'ratingComment']],
];

/** Counts that tabs have. */
const IN_TABS = ['subtaskCount', 'subtaskDone', 'messageCount'];

const values = (row: RecordOf<typeof task>) => ({ assign: { employeeId: row.assigneeId } });

/** Drawer of a task: details, subtasks, files, history. */
export function TaskDrawer({ id, nav }: { id: string; nav: DetailNav }) {
  const { t } = useTranslation(['task', 'kit', 'errors', 'thread']);
  const [, setParams] = useSearchParams();
  const mayWrite = useCan(task.code, 'write');
  const entry = useAtomValue(useMemo(() => recordAtom(task.name, id), [id]));
  const row = dataOf<TaskRow>(entry?.row);
  const files = entry ? filesOf(task, entry.row).reduce((sum, [, list]) => sum + list.length, 0) : 0;
  const whole = !row.parentId;
  const duplicate = () =>
    request<RecordOf<typeof task>>('POST', `${task.path}/duplicate`, { ...scopeNow(), body: { id } })
      .then(({ data }) =>
        setParams(before => {
          const next = new URLSearchParams(before);
          next.set('id', data.id);
          return next;
        }),
      )
      .catch(error => toastRefusal(error, { title: t('kit:act.failed') }));
  return (
    <DetailDrawer
      definition={task}
      id={id}
      nav={nav}
      meta={shown => <Meta row={shown} />}
      values={values}
      form={{ fields: FORM_FIELDS, size: 'wide', children: <TaskFields /> }}
      more={() =>
        mayWrite
          ? [{ key: 'duplicate', label: t('actions.duplicate'), icon: Copy, onSelect: () => void duplicate() }]
          : []
      }
      tabs={[
        {
          value: 'info',
          label: t('kit:detail.info'),
          content: <MoneyInfo definition={task} id={id} sections={SECTIONS} facts={IN_TABS} />,
        },
        ...(whole
          ? [
              {
                value: 'steps',
                label: t('fields.subtaskDone'),
                count: row.subtaskCount ?? 0,
                content: (
                  <TasksTab
                    key={id}
                    field="parentId"
                    id={id}
                    none={t('noSubtasks')}
                    initial={isOpen(row.status) ? { departmentId: row.departmentId, unitId: row.unitId } : null}
                  />
                ),
              },
            ]
          : []),
        {
          value: 'talk',
          label: t('thread:tab'),
          count: row.messageCount ?? 0,
          content: <Conversation key={id} definition={task} id={id} />,
          ...(mayWrite && { foot: <Talk key={id} id={id} /> }),
        },
        {
          value: 'files',
          label: t('kit:detail.files'),
          count: files,
          content: <FilesTab definition={task} id={id} />,
        },
        { value: 'activity', label: t('kit:detail.activity'), content: <ActivityTab definition={task} id={id} /> },
      ]}
    />
  );
}

/** Line under the title: time left, assignee, context. */
function Meta({ row }: { row: RecordOf<typeof task> }) {
  const { dueAt, status, assigneeId, unitId, parentId, roomId, roomMessageId } = row;
  const { t } = useTranslation('task');
  const whole = useRefName('task', parentId);
  const worker = useRefName('employee', assigneeId);
  const unit = useRefName('unit', unitId);
  return (
    <>
      {dueAt && isOpen(status) && <SlaTime due={dueAt} form="long" />}
      {parentId && whole && (
        <RefLink to="task" id={parentId}>
          {t('partOf', { name: whole })}
        </RefLink>
      )}
      {unit && <strong>{unit}</strong>}
      {worker && <span>{worker}</span>}
      <FromMessage roomId={roomId} messageId={roomMessageId} />
    </>
  );
}
