import { hotline } from '@lobby/shared/modules/hotline.ts';
import { FieldPairs, pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { ORDER_WIDTH, orderCells } from '../../kit/ui/list/rows/OrderCell.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const PAIRED = ['name', 'phone', 'kind', 'hours', 'departmentId', 'shown'] as const;
const WIDE = ['note'] as const;
const FORM = {
  ...pairedForm(PAIRED, WIDE),
  children: <FieldPairs names={PAIRED} wide={WIDE} />,
  defaults: { shown: true, kind: 'OTHER' },
};
const CELLS = {
  ...orderCells(hotline, 'order'),
  phone: ({ phone }: { phone: string }) => (
    // Separators would break tel: links. Clicks on the number do not open the row.
    <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} onClick={event => event.stopPropagation()}>
      {phone}
    </a>
  ),
};

/** Hotlines in display order. */
export function HotlinesPart() {
  return (
    <RecordsPage
      definition={hotline}
      widths={{ order: ORDER_WIDTH, name: 220, phone: 140, kind: 120, hours: 160, departmentId: 160, shown: 120 }}
      form={FORM}
      cells={CELLS}
    />
  );
}
