import { task } from '@lobby/shared/modules/task.ts';
import { useTranslation } from 'react-i18next';
import { PrintedList } from '../../kit/ui/pages/PrintedList.tsx';

const COLUMNS = ['code', 'title', 'assigneeId', 'unitId', 'priority', 'dueAt', 'status'] as const;

/** Task list on paper, with a box to tick for each task done. */
export function Component() {
  const { t } = useTranslation('task');
  return <PrintedList definition={task} title={t('plural')} columns={COLUMNS} boxes={[t('print.done')]} />;
}
