import { stockTake } from '@lobby/shared/modules/stock-take.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { LinesTab } from './LinesTab.tsx';

const FORM = pairedForm(
  ['title', 'kind', 'dueOn', 'blindCount', 'twice'],
  ['warehouseIds', 'categoryIds', 'placeIds', 'departmentIds', 'assetCategoryIds', 'all', 'countedBy'],
);
const WIDTHS = { code: 144, title: 240, kind: 110, warehouseIds: 180, dueOn: 110, differenceValue: 132, status: 132 };

export function CountingPart() {
  const { t } = useTranslation([stockTake.name, 'kit']);
  const { save } = useExport();
  const extraTabs = (id: string) => [{ value: 'lines', label: t('lines.tab'), content: <LinesTab id={id} /> }];
  const more = ({ id }: RecordOf<typeof stockTake>) => [
    {
      key: 'print',
      label: t('lines.minutes'),
      icon: Printer,
      onSelect: () => save(`${stockTake.path}/${id}/print`, scopeNow()),
    },
  ];
  return <RecordsPage definition={stockTake} widths={WIDTHS} form={FORM} detail={{ extraTabs, more }} />;
}
