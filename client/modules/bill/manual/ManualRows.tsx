import type { BILL_MODES } from '@lobby/shared/modules/bill.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import type { ManualPlan } from './manual-plan.ts';

/** Input per unit by mode: amount, quantity or meter index. */
export const TYPED = { AMOUNT: 'amount', QUANTITY: 'quantity', INDEX: 'newIndex' } as const satisfies Record<
  (typeof BILL_MODES)[number],
  string
>;

interface ManualRowsProps {
  plan: ManualPlan;
  mode: keyof typeof TYPED;
  typed: Readonly<Record<string, string>>;
  onType: (typed: Record<string, string>) => void;
}

/** Units with an input each; a column of a spreadsheet can be pasted. */
export function ManualRows({ plan, mode, typed, onType }: ManualRowsProps) {
  const { t } = useTranslation('bill');
  const { number, money } = useFormats();
  const bills = new Map(plan.bills.map(bill => [bill.unitId, bill]));
  const refused = new Map(plan.refused.map(refusal => [refusal.unitId, refusal]));
  const label = t(`fields.${TYPED[mode]}`);
  const paste = (from: number, column: readonly string[]) =>
    onType({
      ...typed,
      ...Object.fromEntries(
        column.flatMap((text, n) => {
          const unit = plan.units[from + n];
          return unit ? [[unit.unitId, text.trim()]] : [];
        }),
      ),
    });
  return (
    <FigureTable
      label={t('manual.result')}
      rows={plan.units.map((unit, at) => ({ ...unit, at }))}
      keyOf={({ unitId }) => unitId}
      columns={[
        {
          key: 'unit',
          label: t('fields.unitId'),
          cell: ({ unitId }) => <RefName to="unit" id={unitId} />,
          foot: t('count', { count: plan.bills.length }),
        },
        {
          key: 'typed',
          label,
          figure: true,
          cell: ({ unitId, at }) => (
            <TextInput
              inputMode="decimal"
              aria-label={label}
              aria-invalid={refused.has(unitId) || undefined}
              value={typed[unitId] ?? ''}
              onChange={event => onType({ ...typed, [unitId]: event.target.value })}
              onPaste={event => {
                const column = event.clipboardData.getData('text').trimEnd().split(/\r?\n/);
                if (column.length < 2) return;
                event.preventDefault();
                paste(at, column);
              }}
            />
          ),
          foot: number(plan.bills.reduce((sum, { quantity }) => Math.round((sum + quantity) * 1000) / 1000, 0)),
        },
        {
          key: 'total',
          label: t('fields.total'),
          figure: true,
          cell: ({ unitId }) => {
            const made = bills.get(unitId);
            return made ? money(made.total) : refused.get(unitId)?.message;
          },
          foot: money(plan.total),
        },
      ]}
    />
  );
}
