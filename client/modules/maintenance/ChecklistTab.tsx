import { type WorkItem, workItemsIn } from '@lobby/shared/modules/checklist-items.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { progressLook } from '../../kit/ui/marks/progress-look.ts';
import { Empty } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { ItemCard } from './ItemCard.tsx';

const headClass = styleClass({
  display: 'grid',
  gap: '1',
  mb: '3',
  textStyle: 'sm',
  color: 'fg.muted',
  '& progress': progressLook,
});
const sectionClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  mb: '4',
  '& > h3': { textStyle: 'sm', fontWeight: 'semibold' },
});

/** Checklist of a work, answered in place; live. */
export function ChecklistTab({ id }: { id: string }) {
  const { t } = useTranslation(maintenance.name);
  const may = useCan(maintenance.code, 'updateStatus');
  const { row, state } = useRecord(maintenance, id);
  if (!row || state === 'loading') return <SkeletonRows />;
  const { progress, status, itemImages = [], helpImages = [] } = row;
  const items = workItemsIn(row.items);
  if (items.length === 0) return <Empty title={t('checklist.none')} />;
  const open = status === 'IN_PROGRESS' || status === 'ON_HOLD';
  const besides = workItemsIn(row.besides);
  const sections = [...Map.groupBy(items, ({ section }: WorkItem) => section ?? '')];
  return (
    <DetailBody>
      <div className={headClass()}>
        <span role="status">{t('checklist.progress', { progress: progress ?? 0 })}</span>
        <progress value={progress ?? 0} max={100} aria-label={t('fields.progress')} />
        {!open && status === 'SCHEDULED' && <span>{t('checklist.start')}</span>}
      </div>
      {sections.map(([section, ofSection]) => (
        <section key={section} className={sectionClass()}>
          {section && <h3>{section}</h3>}
          {ofSection.map(item => (
            <ItemCard
              key={item.n}
              workId={id}
              item={item}
              besides={besides.filter(({ n }) => n === item.n)}
              files={itemImages}
              helpFiles={helpImages}
              open={may && open}
            />
          ))}
        </section>
      ))}
    </DetailBody>
  );
}
