import type { FieldIn } from '@lobby/shared/kit/define-module.ts';
import { CARE_KINDS } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { useTranslation } from 'react-i18next';
import { FieldPairs, pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { orderCells } from '../../kit/ui/list/rows/OrderCell.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { LabelsButton, QrTab, ScanThing } from '../asset/index.ts';
import { UpkeepTab, WorksTab } from '../maintenance/index.ts';
import { CriticalDown } from './CriticalDown.tsx';
import { deviceCells, systemCells } from './due-cells.tsx';
import { SystemsTree } from './SystemsTree.tsx';

// Tabs loaded on demand.
const CertificatesTab = lazyPart(async () => (await import('./CertificatesTab.tsx')).CertificatesTab, PartSkeleton);
const DowntimeTab = lazyPart(async () => (await import('./DowntimeTab.tsx')).DowntimeTab, PartSkeleton);
const MachinesTab = lazyPart(async () => (await import('./MachinesTab.tsx')).MachinesTab, PartSkeleton);
const ReadingsTab = lazyPart(async () => (await import('./ReadingsTab.tsx')).ReadingsTab, PartSkeleton);
const SystemDowntimeTab = lazyPart(
  async () => (await import('./SystemDowntimeTab.tsx')).SystemDowntimeTab,
  PartSkeleton,
);
const DuePart = lazyPart(async () => (await import('./DuePart.tsx')).DuePart, PartSkeleton);

type Part<N extends string> = readonly [part: string, names: readonly N[], wide?: readonly N[]];
type SystemField = FieldIn<typeof technicalSystem>;
type DeviceField = FieldIn<typeof device>;

const CARE_PARTS: readonly Part<SystemField & DeviceField>[] = [
  [
    'MAINTENANCE',
    [
      'startDate',
      'maintenanceCycleDays',
      'lastMaintenanceDate',
      'nextMaintenanceDate',
      'maintenanceReminder1',
      'maintenanceReminder2',
      'maintenanceContractorId',
    ],
  ],
  [
    'INSPECTION',
    [
      'inspectionCycleDays',
      'lastInspectionDate',
      'nextInspectionDate',
      'inspectionReminder1',
      'inspectionReminder2',
      'inspectionContractorId',
      'certificateNumber',
    ],
    ['certificates'],
  ],
];
const SYSTEM: readonly Part<SystemField>[] = [
  ['thing', ['code', 'name', 'groupId', 'placeId', 'managerId', 'icon']],
  ...CARE_PARTS,
  ['files', [], ['reminderEmails', 'files', 'note']],
];
const DEVICE: readonly Part<DeviceField>[] = [
  ['thing', ['systemId', 'code', 'name', 'categoryId', 'critical', 'elevatorId', 'assetId']],
  ['where', ['placeId', 'placeText', 'departmentId', 'managerId']],
  ['make', ['supplierId', 'brand', 'model', 'serial', 'setupDate', 'warrantyExpiry'], ['specs']],
  ...CARE_PARTS,
  ['files', [], ['meters', 'reminderEmails', 'images', 'files', 'note']],
];

function Parts({ of }: { of: readonly Part<string>[] }) {
  const { t } = useTranslation(technicalSystem.name);
  return of.map(([part, names, wide]) => (
    <FormPart key={part} title={t(`parts.${part}`)}>
      <FieldPairs names={names} {...(wide && { wide })} />
    </FormPart>
  ));
}
const formOf = <N extends string>(parts: readonly Part<N>[]) => ({
  size: 'wide' as const,
  fields: parts.flatMap(([, names, wide = []]) => [...names, ...wide]),
  children: <Parts of={parts} />,
});
const SYSTEM_FORM = formOf(SYSTEM);
const DEVICE_FORM = formOf(DEVICE);
const GROUP_FORM = pairedForm(['name', 'code']);
const screenClass = styleClass({ display: 'flex', flexDirection: 'column', flex: '1', minH: '0', minW: '0' });
const besideClass = styleClass({
  display: 'flex',
  flex: '1',
  minH: '0',
  minW: '0',
  '& > div': { display: 'flex', flexDirection: 'column', flex: '1', minH: '0', minW: '0' },
});

/** Technical systems of the building, their devices, and due maintenance and inspections. */
export function Component() {
  const { t } = useTranslation([technicalSystem.name, device.name, systemGroup.name, 'asset', 'maintenance']);
  const works = t('maintenance:plural');
  const machineTabs = (id: string) => [
    { value: 'machines', label: t('machines'), content: <MachinesTab id={id} /> },
    { value: 'upkeep', label: t('maintenance:upkeep.tab'), content: <UpkeepTab of="systemId" id={id} /> },
    { value: 'works', label: works, content: <WorksTab of="systemId" id={id} /> },
    { value: 'downtime', label: t('device:downtime.tab'), content: <SystemDowntimeTab id={id} /> },
    { value: 'certificates', label: t('fields.certificates'), content: <CertificatesTab id={id} /> },
  ];
  const qrTabs = (id: string) => [
    { value: 'upkeep', label: t('maintenance:upkeep.tab'), content: <UpkeepTab of="deviceId" id={id} /> },
    { value: 'works', label: works, content: <WorksTab of="deviceId" id={id} /> },
    { value: 'readings', label: t('device:readings.tab'), content: <ReadingsTab id={id} /> },
    { value: 'downtime', label: t('device:downtime.tab'), content: <DowntimeTab id={id} /> },
    { value: 'qr', label: t('asset:qr.tab'), content: <QrTab of={device} id={id} /> },
  ];
  return (
    <div className={screenClass()}>
      <CriticalDown />
      <ScreenParts
        label={t('screen')}
        by="tabActiveKey"
        parts={[
          {
            value: 'SYSTEM',
            label: t('plural'),
            content: (
              <div className={besideClass()}>
                <SystemsTree />
                <div>
                  <RecordsPage
                    definition={technicalSystem}
                    widths={{
                      code: 96,
                      name: 200,
                      groupId: 110,
                      managerId: 120,
                      deviceCount: 72,
                      worstDue: 130,
                      dueOn: 108,
                      maintenanceDue: 112,
                      inspectionDue: 112,
                    }}
                    form={SYSTEM_FORM}
                    cells={systemCells}
                    detail={{ extraTabs: machineTabs }}
                  />
                </div>
              </div>
            ),
          },
          {
            value: 'DEVICE',
            label: t('device:plural'),
            content: (
              <RecordsPage
                definition={device}
                widths={{ code: 130, name: 200, systemId: 200, placeId: 180, maintenanceDue: 130, inspectionDue: 130 }}
                form={DEVICE_FORM}
                cells={deviceCells}
                headExtras={<ScanThing />}
                bulk={chosen => <LabelsButton of={device} chosen={chosen} />}
                detail={{ extraTabs: qrTabs }}
              />
            ),
          },
          ...CARE_KINDS.map(kind => ({
            value: kind === 'INSPECTION' ? 'ACCREDITATION' : kind,
            label: t(`parts.${kind}`),
            content: <DuePart kind={kind} />,
          })),
          {
            value: 'GROUP',
            label: t('system-group:plural'),
            content: (
              <RecordsPage
                definition={systemGroup}
                widths={{ order: 112, name: 240 }}
                form={GROUP_FORM}
                cells={orderCells(systemGroup, 'order')}
              />
            ),
          },
        ]}
      />
    </div>
  );
}
