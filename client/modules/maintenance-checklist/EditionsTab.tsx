import { type Item, itemsIn } from '@lobby/shared/modules/checklist-items.ts';
import { maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { useTranslation } from 'react-i18next';
import { useRows } from '../../kit/live/useRows.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

const MOST = 100;

const keyOf = ({ section, label }: Item) => `${section ?? ''} · ${label}`;
const bare = (item: Item) => JSON.stringify(Object.entries(item).toSorted(([a], [b]) => a.localeCompare(b)));

/** Items added, removed and changed between two editions. */
function differences(before: readonly Item[], after: readonly Item[]) {
  const [old, fresh] = [before, after].map(items => new Map(items.map(item => [keyOf(item), bare(item)])));
  const labelOf = (key: string) => key.replace(/^ · /, '');
  return {
    added: [...(fresh?.keys() ?? [])].filter(key => !old?.has(key)).map(labelOf),
    removed: [...(old?.keys() ?? [])].filter(key => !fresh?.has(key)).map(labelOf),
    changed: [...(fresh ?? [])]
      .filter(([key, text]) => old?.has(key) && old.get(key) !== text)
      .map(([key]) => labelOf(key)),
  };
}

/** Editions of a checklist with their changes. */
export function EditionsTab({ id }: { id: string }) {
  const { t } = useTranslation(maintenanceChecklist.name);
  const { row } = useRecord(maintenanceChecklist, id);
  const { name, listId, edition = 1 } = row ?? {};
  const { data } = useRows(name ? maintenanceChecklist : null, {
    filter: { q: name },
    limit: MOST,
    follow: maintenanceChecklist.code,
    delay: 500,
  });
  const editions = (data ?? []).filter(list => list.listId === listId).toSorted((a, b) => b.edition - a.edition);
  const before = editions.find(other => other.edition < edition);
  if (!row || !data) return <SkeletonRows />;
  return (
    <DetailBody>
      <ul>
        {editions.map(item => {
          const { tone, icon } = maintenanceChecklist.statuses[item.status];
          return (
            <li key={item.id}>
              <RefLink to={maintenanceChecklist.name} id={item.id}>
                {`${t('fields.edition')} ${item.edition}`}
              </RefLink>{' '}
              <Status tone={tone} icon={icon}>
                {t(`statuses.${item.status}`)}
              </Status>
            </li>
          );
        })}
      </ul>
      {before && <Difference beforeId={before.id} after={itemsIn(row.items)} />}
    </DetailBody>
  );
}

function Difference({ beforeId, after }: { beforeId: string; after: readonly Item[] }) {
  const { t } = useTranslation(maintenanceChecklist.name);
  const { row, state } = useRecord(maintenanceChecklist, beforeId);
  if (!row || state === 'loading') return <SkeletonRows />;
  const all = Object.entries(differences(itemsIn(row.items), after)).filter(([, items]) => items.length > 0);
  if (all.length === 0) return <p>{t('editions.same')}</p>;
  return all.map(([kind, items]) => (
    <section key={kind}>
      <h3>{t(`editions.${kind}`)}</h3>
      <ul>
        {items.map(item => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  ));
}
