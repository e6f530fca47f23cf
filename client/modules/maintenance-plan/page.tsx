import { type MaintenancePlanRow, maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { useTranslation } from 'react-i18next';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { WorksTab } from '../maintenance/index.ts';
import { ListsPart } from '../maintenance-checklist/index.ts';
import { DatesPreview } from './DatesPreview.tsx';
import { FiguresTab } from './FiguresTab.tsx';
import { useRuleWords } from './rule-words.ts';
import { YearPart } from './YearPart.tsx';

const PARTS: readonly (readonly [part: string, names: readonly string[], wide?: readonly string[]])[] = [
  ['what', ['name', 'kind'], ['systemIds', 'deviceIds', 'assetIds', 'placeIds']],
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
      {part === 'when' && <DatesPreview />}
    </FormPart>
  ));
}

const FORM = {
  size: 'wide' as const,
  fields: PARTS.flatMap(([, names, wide = []]) => [...names, ...wide]),
  children: <PlanFields />,
  defaults: { frequency: 'MONTHLY', interval: 1, kind: 'MAINTENANCE' },
};
const WIDTHS = { code: 150, name: 240, kind: 110, systemIds: 200, deviceIds: 200, frequency: 220, nextDate: 120 };
const HIDDEN = ['deviceIds', 'checklistId', 'interval', 'basis', 'departmentId', 'priority', 'createdAt'];

function RuleCell({ row }: { row: MaintenancePlanRow }) {
  const words = useRuleWords();
  return <span className="cut">{words(row)}</span>;
}
const CELLS = { frequency: (row: MaintenancePlanRow) => <RuleCell row={row} /> };

/** The rules by which upkeep and inspections come by themselves. */
export function Component() {
  const { t } = useTranslation([maintenancePlan.name, 'maintenance', 'maintenance-checklist']);
  const extraTabs = (id: string) => [
    { value: 'works', label: t('maintenance:plural'), content: <WorksTab of="planId" id={id} /> },
    { value: 'figures', label: t('figures.tab'), content: <FiguresTab id={id} /> },
  ];
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
              hidden={HIDDEN}
              form={FORM}
              cells={CELLS}
              detail={{ extraTabs }}
            />
          ),
        },
        { value: 'checklists', label: t('maintenance-checklist:plural'), content: <ListsPart /> },
        { value: 'year', label: t('parts.year'), content: <YearPart /> },
      ]}
    />
  );
}
