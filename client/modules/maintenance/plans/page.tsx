import type { FieldIn } from '@lobby/shared/kit/define-module.ts';
import { type MaintenancePlanRow, maintenancePlan, TARGETS } from '@lobby/shared/modules/maintenance-plan.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { RecordOf } from '../../../kit/base/matches.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { FieldPairs } from '../../../kit/ui/form/FieldPairs.tsx';
import { FormPart } from '../../../kit/ui/form/FormPart.tsx';
import { lazyPart } from '../../../kit/ui/layout/lazy-part.tsx';
import { RefName, RefNames } from '../../../kit/ui/list/rows/RefName.tsx';
import { RecordsPage } from '../../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../../kit/ui/pages/ScreenParts.tsx';
import { PartSkeleton } from '../../../kit/ui/states/PartSkeleton.tsx';
import { ListsPart } from '../../maintenance-checklist/index.ts';
import { WorksTab } from '../index.ts';
import { DatesPreview } from './DatesPreview.tsx';
import { FiguresTab } from './FiguresTab.tsx';
import { PlanReach } from './PlanReach.tsx';
import { useRuleWords } from './rule-words.ts';
import { TargetsInput } from './TargetsInput.tsx';
import { TargetsTab } from './TargetsTab.tsx';

const YearPart = lazyPart(async () => (await import('./YearPart.tsx')).YearPart, PartSkeleton);

type Name = FieldIn<typeof maintenancePlan>;
const PARTS: readonly (readonly [part: string, names: readonly Name[], wide?: readonly Name[]])[] = [
  ['what', ['name', 'kind']],
  [
    'when',
    ['frequency', 'interval', 'startsOn', 'endsOn', 'count', 'nth', 'holidays', 'basis'],
    ['weekdays', 'monthDays', 'triggers'],
  ],
  [
    'how',
    [
      'departmentId',
      'contractorId',
      'checklistId',
      'priority',
      'startTime',
      'durationMinutes',
      'leadDays',
      'dueDelayDays',
      'estimatedMinutes',
      'estimatedCost',
      'reminder1',
      'reminder2',
      'workTitle',
      'supersede',
      'requiresPhoto',
      'requiresSignature',
      'closesLift',
    ],
    ['assigneeIds', 'parts', 'reminderEmails', 'note', 'files'],
  ],
];

function PlanFields() {
  const { t } = useTranslation(maintenancePlan.name);
  return PARTS.map(([part, names, wide]) => (
    <FormPart key={part} title={t(`parts.${part}`)}>
      <FieldPairs names={names} {...(wide && { wide })} />
      {part === 'what' && <TargetsInput />}
      {part === 'when' && <DatesPreview />}
      {part === 'how' && <PlanReach />}
    </FormPart>
  ));
}

const FORM = {
  size: 'wide' as const,
  fields: [...PARTS.flatMap(([, names, wide = []]) => [...names, ...wide]), ...TARGETS],
  children: <PlanFields />,
  defaults: { frequency: 'MONTHLY', interval: 1, kind: 'MAINTENANCE' },
};
const WIDTHS = {
  code: 120,
  name: 200,
  kind: 90,
  systemIds: 110,
  frequency: 200,
  nextDate: 100,
  assigneeIds: 120,
  contractorId: 130,
};

function RuleCell({ row }: { row: MaintenancePlanRow }) {
  const words = useRuleWords();
  return <span className="cut">{words(row)}</span>;
}
function TargetsCell({ row }: { row: MaintenancePlanRow }) {
  const { t } = useTranslation(maintenancePlan.name);
  const count = TARGETS.reduce((sum, name) => sum + (row[name]?.length ?? 0), 0);
  return t('targets.count', { count });
}
/** Assigned employees, otherwise the department. */
function WorkersCell({ row }: { row: MaintenancePlanRow }) {
  const { assigneeIds = [], departmentId } = row;
  if (assigneeIds.length === 0) return departmentId ? <RefName to="department" id={departmentId} /> : null;
  return <RefNames to="employee" ids={assigneeIds} />;
}
const CELLS = {
  assigneeIds: (row: MaintenancePlanRow) => <WorkersCell row={row} />,
  frequency: (row: MaintenancePlanRow) => <RuleCell row={row} />,
  systemIds: (row: MaintenancePlanRow) => <TargetsCell row={row} />,
};

/** The rule in words, and the next date. */
function PlanMeta({ row }: { row: RecordOf<typeof maintenancePlan> }) {
  const { t } = useTranslation(maintenancePlan.name);
  const { day } = useFormats();
  const words = useRuleWords();
  const { nextDate, ...rule } = row;
  return [words(rule), nextDate && t('targets.next', { day: day(nextDate) })].filter(Boolean).join(' · ');
}

/** `?tab=checklists` opens the part of checklists. */
function usePartAsked() {
  const [params, setParams] = useSearchParams();
  const isAsked = params.get('tab') === 'checklists';
  useEffect(() => {
    if (!isAsked) return;
    const next = new URLSearchParams(params);
    next.delete('tab');
    next.set('part', 'checklists');
    setParams(next, { replace: true });
  }, [isAsked, params, setParams]);
  return isAsked;
}

/** Maintenance plans, yearly overview and checklists. */
export function Component() {
  const { t } = useTranslation([maintenancePlan.name, 'maintenance', 'maintenance-checklist']);
  const isAsked = usePartAsked();
  const extraTabs = (id: string) => [
    { value: 'targets', label: t('targets.tab'), content: <TargetsTab id={id} /> },
    { value: 'works', label: t('maintenance:plural'), content: <WorksTab of="planId" id={id} /> },
    { value: 'figures', label: t('figures.tab'), content: <FiguresTab id={id} /> },
  ];
  if (isAsked) return null;
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'plans',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={maintenancePlan}
              widths={WIDTHS}
              form={FORM}
              cells={CELLS}
              detail={{ extraTabs, meta: row => <PlanMeta row={row} /> }}
            />
          ),
        },
        { value: 'checklists', label: t('maintenance-checklist:plural'), content: <ListsPart /> },
        { value: 'year', label: t('parts.year'), content: <YearPart /> },
      ]}
    />
  );
}
