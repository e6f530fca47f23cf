import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { unitsOf } from '@lobby/shared/modules/stock-math.ts';
import { stockLevel } from '@lobby/shared/modules/supply.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { styleClass } from '../../theme/classes.ts';

const listClass = styleClass({
  textStyle: 'sm',
  color: 'fg.muted',
  '& ul': { listStyle: 'none', m: '0', p: '0' },
  '& li': { display: 'flex', gap: '2', py: '0.5' },
  '& li > span:first-of-type': { flex: '1', minW: '0' },
  '& [data-short]': { color: 'bad.fg', fontWeight: 'medium' },
});
const MOST = 100;
const ASKED = {
  kind: stockDocument.fields.kind,
  warehouseId: stockDocument.fields.warehouseId,
  lines: stockDocument.fields.lines,
};

type Line = Record<string, unknown>;

/** Stock of the entered supplies in the warehouse, and whether it suffices. */
export function OnHand() {
  const { t } = useTranslation('stock-document');
  const { number } = useFormats();
  const { kind, warehouseId, lines: typedLines } = useFormValues(ASKED);
  const lines = (Array.isArray(typedLines) ? (typedLines as Line[]) : []).filter(line => line.supplyId);
  const wanted = lines.map(line => String(line.supplyId)).slice(0, MOST);
  const goesOut = kind === 'ISSUE' || kind === 'TRANSFER';
  const { data } = useRows(goesOut && warehouseId && wanted.length > 0 ? stockLevel : null, {
    filter: { warehouseId: { in: [String(warehouseId)] }, supplyId: { in: wanted } },
    limit: MOST,
    delay: 300,
  });
  if (!goesOut || !data || lines.length === 0) return null;
  return (
    <div className={listClass()} role="status">
      <span>{t('onHand.label')}</span>
      <ul>
        {lines.map(line => {
          const held = data.find(level => level.supplyId === line.supplyId)?.quantity ?? 0;
          const short = unitsOf(Number(line.quantity) || 0) > unitsOf(held);
          return (
            <li key={String(line.supplyId)} data-short={short ? '' : undefined}>
              <span>
                <RefName to="supply" id={String(line.supplyId)} />
              </span>
              <span>
                {number(held)} {short && `· ${t('onHand.short')}`}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
