import { type MaintenanceChecklistRow, maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { CalendarCheck, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Line, RelatedRecords } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { useRelatedRecords } from '../../kit/ui/useRelatedRecords.ts';
import { EditionsTab } from './EditionsTab.tsx';
import { ImportItems } from './ImportItems.tsx';
import { ItemsInput } from './ItemsInput.tsx';
import { ItemsTab } from './ItemsTab.tsx';

const HEAD = ['name', 'kind', 'categoryId', 'estimatedMinutes'] as const;
const FORM = {
  size: 'wide' as const,
  fields: [...HEAD, 'description', 'items', 'helpImages'] as const,
  children: (
    <>
      <FieldPairs names={HEAD} wide={['description']} />
      <ItemsInput />
    </>
  ),
  defaults: { kind: 'MAINTENANCE' },
};
const WIDTHS = { name: 280, kind: 120, categoryId: 160, itemCount: 100, edition: 90, status: 132 };
const MOST = 50;

/** Plans that use a checklist. */
function PlansTab({ id }: { id: string }) {
  const { t } = useTranslation(maintenancePlan.name);
  const { idUnitGroup = '' } = useParams();
  const view = useRelatedRecords(maintenancePlan, 'checklistId', id, MOST);
  const base = `/projects/${idUnitGroup}/${maintenancePlan.route}?tab=all`;
  return (
    <RelatedRecords
      view={view}
      most={MOST}
      icon={CalendarCheck}
      none={t('empty.title')}
      all={{ to: `${base}&checklistId=${id}`, label: t('plural') }}
    >
      {rowId => (
        <Line key={rowId} to={`${base}&id=${rowId}`} title={<RefName to={maintenancePlan.name} id={rowId} />} />
      )}
    </RelatedRecords>
  );
}

/** Maximum number of plans loaded for counting. */
const PLANS = 100;

/** Name of a checklist with the number of plans that use it. */
function NameCell({ name, plans }: { name: string; plans: number }) {
  const { t } = useTranslation(maintenanceChecklist.name);
  return (
    <span className="cut">
      {name}
      {plans > 0 && <small>{` · ${t('usedIn', { count: plans })}`}</small>}
    </span>
  );
}

/** Checklists in editions. */
export function ListsPart() {
  const { t } = useTranslation(maintenanceChecklist.name);
  const { save } = useExport();
  const { data: plans } = useRows(maintenancePlan, {
    filter: { status: { in: ['ACTIVE', 'PAUSED'] } },
    limit: PLANS,
    follow: maintenancePlan.code,
  });
  const used = Map.groupBy(plans ?? [], ({ checklistId }) => checklistId);
  const cells = {
    name: ({ id, name }: MaintenanceChecklistRow) => <NameCell name={name} plans={used.get(id)?.length ?? 0} />,
  };
  const extraTabs = (id: string) => [
    { value: 'items', label: t('fields.items'), content: <ItemsTab id={id} /> },
    { value: 'editions', label: t('editions.tab'), content: <EditionsTab id={id} /> },
    { value: 'plans', label: t('plans'), content: <PlansTab id={id} /> },
  ];
  const more = ({ id }: RecordOf<typeof maintenanceChecklist>) => [
    {
      key: 'print',
      label: t('print'),
      icon: Printer,
      onSelect: () => save(`${maintenanceChecklist.path}/${id}/print`, scopeNow()),
    },
  ];
  return (
    <RecordsPage
      definition={maintenanceChecklist}
      widths={WIDTHS}
      headExtras={<ImportItems />}
      form={FORM}
      cells={cells}
      detail={{ extraTabs, more }}
    />
  );
}
