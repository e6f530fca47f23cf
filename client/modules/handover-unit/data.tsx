import {
  type HandoverTemplateRow,
  handoverTemplate,
  type PropertyItemRow,
  propertyItem,
  propertyRoom,
  TEMPLATE_SHEET,
} from '@lobby/shared/modules/handover-data.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { ORDER_WIDTH, orderCells } from '../../kit/ui/list/rows/OrderCell.tsx';
import { RefNames } from '../../kit/ui/list/rows/RefName.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { ImportSheet } from './ImportSheet.tsx';
import { ItemName } from './lines/ItemName.tsx';
import { LinesTab } from './lines/LinesTab.tsx';
import { ReadyMade } from './lines/ReadyMade.tsx';
import { RulesPart } from './RulesPart.tsx';

const TEMPLATE_FORM = pairedForm(['name', 'bedrooms'], ['unitTypes', 'blockIds', 'lines']);
const ROOM_FORM = pairedForm(['name', 'icon', 'order'], ['note']);
const ITEM_FORM = pairedForm(
  ['name', 'code', 'category', 'unitName', 'brand', 'model', 'warrantyMonths'],
  ['checks', 'image'],
);

/** Unit types of a template. */
function TypesCell({ types }: { types: HandoverTemplateRow['unitTypes'] }) {
  const { t } = useTranslation(handoverTemplate.name);
  return <span className="cut">{types.map(({ type }) => t(`options.type.${type}`)).join(', ')}</span>;
}
/** Blocks of a template; without any it applies to all. */
function BlocksCell({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation(handoverTemplate.name);
  if (ids.length === 0) return t('allBlocks');
  return <RefNames to="block" ids={ids} />;
}
const TEMPLATE_CELLS = {
  unitTypes: (row: HandoverTemplateRow) => <TypesCell types={row.unitTypes} />,
  blockIds: (row: HandoverTemplateRow) => <BlocksCell ids={row.blockIds} />,
};

const ITEM_CELLS = {
  name: ({ id, name }: PropertyItemRow) => <ItemName id={id} name={name} />,
};

/** Rooms, items, templates and handover settings. */
export function Component() {
  const { t } = useTranslation([handoverTemplate.name, propertyRoom.name, propertyItem.name, 'handover-config', 'kit']);
  const { save } = useExport();
  const extraTabs = (id: string) => [{ value: 'lines', label: t('fields.lines'), content: <LinesTab id={id} /> }];
  const more = ({ id }: RecordOf<typeof handoverTemplate>) => [
    {
      key: 'print',
      label: t('paper.print'),
      icon: Printer,
      onSelect: () => save(`${handoverTemplate.path}/${id}/print`, scopeNow()),
    },
  ];
  return (
    <ScreenParts
      label={t('screen')}
      parts={[
        {
          value: 'templates',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={handoverTemplate}
              widths={{ name: 220, unitTypes: 220, blockIds: 160, lineCount: 110 }}
              cells={TEMPLATE_CELLS}
              form={TEMPLATE_FORM}
              empty={<ReadyMade />}
              headExtras={<ImportSheet definition={TEMPLATE_SHEET.definition} />}
              detail={{ extraTabs, more, first: 'lines' }}
            />
          ),
        },
        {
          value: 'rooms',
          label: t('property-room:plural'),
          content: (
            <RecordsPage
              definition={propertyRoom}
              widths={{ order: ORDER_WIDTH, name: 220, note: 240 }}
              form={ROOM_FORM}
              cells={orderCells(propertyRoom, 'order')}
            />
          ),
        },
        {
          value: 'items',
          label: t('property-item:plural'),
          content: (
            <RecordsPage
              definition={propertyItem}
              widths={{ name: 240, code: 130, category: 140, brand: 120, model: 120 }}
              cells={ITEM_CELLS}
              form={ITEM_FORM}
            />
          ),
        },
        { value: 'rules', label: t('handover-config:title'), content: <RulesPart /> },
      ]}
    />
  );
}
