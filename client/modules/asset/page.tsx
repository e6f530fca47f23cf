import type { FieldIn } from '@lobby/shared/kit/define-module.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { itemCategory } from '@lobby/shared/modules/item-category.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { FieldPairs, pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { UpkeepTab, WorksTab } from '../maintenance/index.ts';
import { CountingPart, CountsTab } from '../stock-take/index.ts';
import { QrTab } from './index.ts';
import { LabelsButton, ScanThing } from './Labels.tsx';
import { OfferedCode } from './OfferedCode.tsx';

type Name = FieldIn<typeof asset>;
const PARTS: readonly (readonly [part: string, names: readonly Name[], wide?: readonly Name[]])[] = [
  ['thing', ['code', 'name', 'categoryId', 'condition', 'brand', 'model', 'serial']],
  ['where', ['placeId', 'placeText', 'managerUnitId', 'holderId']],
  ['warranty', ['supplierId', 'setupDate', 'startDate', 'warrantyCode', 'warrantyDays', 'warrantyExpiry']],
  ['upkeep', ['maintenanceUnitId', 'cycleDays', 'lastMaintenanceDate', 'nextMaintenanceDate']],
  ['value', ['purchaseDate', 'purchasePrice', 'residualValue', 'usefulMonths']],
  ['files', [], ['images', 'attachments', 'note']],
];

function AssetFields() {
  const { t } = useTranslation(asset.name);
  return (
    <>
      {PARTS.map(([part, names, wide]) => (
        <FormPart key={part} title={t(`parts.${part}`)}>
          <FieldPairs names={names} {...(wide && { wide })} />
        </FormPart>
      ))}
      <OfferedCode />
    </>
  );
}

const FORM = {
  size: 'wide' as const,
  fields: PARTS.flatMap(([, names, wide = []]) => [...names, ...wide]),
  children: <AssetFields />,
};
const CATEGORY_FORM = pairedForm(['name', 'of', 'prefix', 'usefulMonths', 'active']);
const WIDTHS = { code: 116, name: 240, categoryId: 150, placeId: 200, managerUnitId: 140, status: 140, dueStatus: 120 };

/** Assets and their categories. */
export function Component() {
  const { t } = useTranslation([asset.name, itemCategory.name, 'maintenance', 'stock-take']);
  const mayCount = useCan('SUPPLY', 'read');
  const { save } = useExport();
  const extraTabs = (id: string) => [
    { value: 'upkeep', label: t('maintenance:upkeep.tab'), content: <UpkeepTab of="assetId" id={id} /> },
    { value: 'works', label: t('maintenance:plural'), content: <WorksTab of="assetId" id={id} /> },
    ...(mayCount
      ? [{ value: 'counts', label: t('stock-take:plural'), content: <CountsTab of="assetId" id={id} /> }]
      : []),
    { value: 'qr', label: t('asset:qr.tab'), content: <QrTab of={asset} id={id} /> },
  ];
  const more = ({ id }: RecordOf<typeof asset>) => [
    {
      key: 'print',
      label: t('asset:paper.print'),
      icon: Printer,
      onSelect: () => save(`${asset.path}/${id}/print`, scopeNow()),
    },
  ];
  return (
    <ScreenParts
      label={t('asset:plural')}
      parts={[
        {
          value: 'assets',
          label: t('asset:plural'),
          content: (
            <RecordsPage
              definition={asset}
              widths={WIDTHS}
              form={FORM}
              headExtras={<ScanThing />}
              bulk={chosen => <LabelsButton of={asset} chosen={chosen} />}
              detail={{ extraTabs, more }}
            />
          ),
        },
        ...(mayCount ? [{ value: 'counting', label: t('stock-take:plural'), content: <CountingPart /> }] : []),
        {
          value: 'categories',
          label: t('item-category:plural'),
          content: <RecordsPage definition={itemCategory} widths={{ name: 260 }} form={CATEGORY_FORM} />,
        },
      ]}
    />
  );
}
