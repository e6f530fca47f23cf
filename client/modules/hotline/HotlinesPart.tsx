import { type HotlineRow, hotline } from '@lobby/shared/modules/hotline.ts';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { FieldPairs, pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import type { CellContext } from '../../kit/ui/list/rows/cells.tsx';
import { ORDER_WIDTH, orderCells } from '../../kit/ui/list/rows/OrderCell.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { EditCell } from './EditCells.tsx';

const Preview = lazyPart(async () => (await import('./Preview.tsx')).Preview);

const PAIRED = ['name', 'phone', 'kind', 'hours', 'departmentId', 'shown'] as const;
const WIDE = ['note'] as const;
const FORM = {
  ...pairedForm(PAIRED, WIDE),
  children: <FieldPairs names={PAIRED} wide={WIDE} />,
  defaults: { shown: true, kind: 'OTHER' },
};
type Row = HotlineRow & { version: number };
const CELLS = {
  ...orderCells(hotline, 'order'),
  name: (row: Row) => <EditCell row={row} field="name" plain={row.name} />,
  phone: (row: Row) => (
    <EditCell
      row={row}
      field="phone"
      plain={
        // Separators would break tel: links. Clicks on the number do not open the row.
        <a href={`tel:${row.phone.replace(/[^\d+]/g, '')}`} onClick={event => event.stopPropagation()}>
          {row.phone}
        </a>
      }
    />
  ),
  kind: (row: Row, { t }: CellContext) => <EditCell row={row} field="kind" plain={t(`options.kind.${row.kind}`)} />,
  hours: (row: Row) => <EditCell row={row} field="hours" plain={row.hours} />,
  shown: (row: Row, { t }: CellContext) => (
    <EditCell row={row} field="shown" plain={t(row.shown ? 'kit:yes' : 'kit:no')} />
  ),
};

/** Hotlines in display order, edited in their rows, and as residents see them. */
export function HotlinesPart() {
  const { t } = useTranslation(hotline.name);
  const [previewed, setPreviewed] = useState(false);
  return (
    <>
      <RecordsPage
        definition={hotline}
        widths={{ order: ORDER_WIDTH, name: 220, phone: 160, kind: 160, hours: 180, departmentId: 160, shown: 120 }}
        form={FORM}
        cells={CELLS}
        headExtras={
          <Button look="ghost" size="sm" icon={Smartphone} onClick={() => setPreviewed(true)}>
            {t('preview')}
          </Button>
        }
      />
      {previewed && <Preview onClose={() => setPreviewed(false)} />}
    </>
  );
}
