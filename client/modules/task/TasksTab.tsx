import { task } from '@lobby/shared/modules/task.ts';
import { Plus, SquareCheckBig } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';
import { NewTask } from './NewTask.tsx';
import { Due, State, Worker } from './rows.tsx';

const MOST = 50;

interface TasksTabProps {
  /** Field by which tasks refer to the record. */
  field: 'ticketId' | 'parentId';
  id: string;
  none: string;
  /** Initial values of a new task; null: none can be added. */
  initial: Record<string, unknown> | null;
}

/** Tasks of a record, with a button for a new one. */
export function TasksTab({ field, id, none, initial }: TasksTabProps) {
  const { t } = useTranslation('task');
  const view = useRelatedRecords(task, field, id, MOST);
  const mayAdd = useCan(task.code, 'write') && initial !== null;
  const [adding, setAdding] = useState(false);
  return (
    <>
      {mayAdd && (
        <DetailBody>
          <Button look="outline" size="sm" icon={Plus} onClick={() => setAdding(true)}>
            {t('actions.create')}
          </Button>
        </DetailBody>
      )}
      <RelatedRecords view={view} most={MOST} icon={SquareCheckBig} none={none}>
        {rowId => <TaskLine key={rowId} id={rowId} />}
      </RelatedRecords>
      {adding && <NewTask initial={{ ...initial, [field]: id }} onClose={() => setAdding(false)} />}
    </>
  );
}

function TaskLine({ id }: { id: string }) {
  const { idUnitGroup = '' } = useParams();
  const row = useHeldRow(task, id);
  return (
    <Line
      to={`/projects/${idUnitGroup}/${task.route}?tab=all&id=${id}`}
      before={<Worker row={row} />}
      title={row.title}
      note={
        <>
          {row.code} <Due row={row} form="worded" />
        </>
      }
      after={<State row={row} />}
    />
  );
}
