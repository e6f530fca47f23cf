import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { type SupplyRow, supply, warehouse } from '@lobby/shared/modules/supply.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { RequestsPart } from '../purchase-request/index.ts';
import { DocumentsPart } from '../stock-document/index.ts';
import { CountingPart, CountsTab } from '../stock-take/index.ts';
import { CardTab } from './CardTab.tsx';
import { LevelsTab } from './LevelsTab.tsx';
import { NeedsPart } from './NeedsPart.tsx';
import { ValueStrip } from './ValueStrip.tsx';

const FORM = pairedForm(
  ['code', 'name', 'unitName', 'categoryId', 'partnerId', 'limit', 'maxStock', 'barcode', 'nonStock'],
  ['images', 'note'],
);
const WAREHOUSE_FORM = pairedForm(['code', 'name', 'placeId', 'keeperId', 'active'], ['note']);
const WIDTHS = {
  name: 240,
  code: 110,
  categoryId: 150,
  stock: 120,
  stockState: 140,
  stockValue: 132,
  partnerId: 180,
};

function Stock({ row }: { row: SupplyRow }) {
  const { number } = useFormats();
  return (
    <>
      {number(row.stock)} {row.unitName}
    </>
  );
}
const CELLS = { stock: (row: SupplyRow) => <Stock row={row} /> };

/** Supplies, stock documents, purchases, stock takes and warehouses. */
export function Component() {
  const { t } = useTranslation(['supply', 'warehouse', stockDocument.name, 'stock-take']);
  const extraTabs = (id: string) => [
    { value: 'levels', label: t('levels.tab'), content: <LevelsTab id={id} /> },
    { value: 'card', label: t('card.tab'), content: <CardTab id={id} /> },
    { value: 'counts', label: t('stock-take:plural'), content: <CountsTab of="supplyId" id={id} /> },
  ];
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'supplies',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={supply}
              widths={WIDTHS}
              cells={CELLS}
              form={FORM}
              strip={<ValueStrip />}
              detail={{ extraTabs }}
            />
          ),
        },
        { value: 'documents', label: t('parts.documents'), content: <DocumentsPart /> },
        { value: 'needs', label: t('parts.needs'), content: <NeedsPart /> },
        { value: 'buy', label: t('parts.toBuy'), content: <RequestsPart /> },
        { value: 'counting', label: t('stock-take:plural'), content: <CountingPart /> },
        {
          value: 'warehouses',
          label: t('warehouse:plural'),
          content: <RecordsPage definition={warehouse} form={WAREHOUSE_FORM} />,
        },
      ]}
    />
  );
}
