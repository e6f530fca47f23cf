import { type BillLine, includedVat } from '@lobby/shared/billing/explain.ts';
import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { DEFAULT_LANGUAGE, type Language } from '@lobby/shared/kit/languages.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../../kit/ui/figures/Sums.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { useBillLines } from '../index.ts';
import type { ManualPlan } from './manual-plan.ts';

/** Preview of a manual bill: lines, total in words, previous month, current debts. */
export function ManualBill({ plan, unitName }: { plan: ManualPlan; unitName: string }) {
  const { t, i18n } = useTranslation('bill');
  const { money, number } = useFormats();
  const linesOf = useBillLines();
  const [bill] = plan.bills;
  const [refused] = plan.refused;
  const [at] = plan.units;
  const language = (i18n.language as Language | undefined) ?? DEFAULT_LANGUAGE;
  const inside = bill ? includedVat(bill) : 0;
  const sums = [
    ...(inside === 0 ? [] : [[t('how.includedVat'), money(inside)] as const]),
    ...(bill?.previous ? [[t('manual.previous'), money(bill.previous.total)] as const] : []),
    ...(at && at.begins !== null ? [[t('manual.begins'), number(at.begins)] as const] : []),
    [t('manual.owed'), money(at?.owed ?? 0)] as const,
  ];
  return (
    <div aria-live="polite">
      <Refused error={refused?.message} code={refused?.code} />
      {bill && (
        <>
          <FigureTable<BillLine>
            label={t('manual.result')}
            rows={linesOf(bill, unitName)}
            keyOf={({ key }) => key}
            columns={[
              { key: 'what', label: t('manual.result'), cell: ({ what }) => what, foot: t('fields.total') },
              {
                key: 'amount',
                label: t('fields.total'),
                figure: true,
                cell: ({ amount }) => money(amount),
                foot: money(bill.total),
              },
            ]}
          />
          <p>
            {t('manual.words')}: <i>{amountInWords(bill.total, language)}</i>
          </p>
        </>
      )}
      <Sums of={sums} />
    </div>
  );
}
