import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';

const PARTS = ['net', 'surcharge', 'vat', 'total', 'remaining'] as const;
type Parts = Record<(typeof PARTS)[number], number>;
const SIDES = ['before', 'change', 'after'] as const;

/** Effect of an adjustment on the bill, the unit's account and the journal. */
export interface Adjusted extends Record<(typeof SIDES)[number], Parts> {
  surplus: number;
  account: { before: number; after: number };
  entry: { account: string; debit: number; credit: number }[];
}

interface Line extends Record<(typeof SIDES)[number], number> {
  key: string;
  label: string;
}

/** The bill before and after, and the journal entry. */
export function AdjustPreview({ of }: { of: Adjusted }) {
  const { t } = useTranslation(['bill', 'journal-entry']);
  const { money } = useFormats();
  const lines: Line[] = [
    ...PARTS.filter(name => name !== 'surcharge' || of.before.surcharge !== 0).map(name => ({
      key: name,
      label: t(`fields.${name}`),
      before: of.before[name],
      change: of.change[name],
      after: of.after[name],
    })),
    { key: 'account', label: t('adjusting.account'), ...of.account, change: of.surplus },
  ];
  return (
    <section aria-live="polite" aria-label={t('adjusting.result')}>
      <FigureTable<Line>
        label={t('adjusting.result')}
        rows={lines}
        keyOf={({ key }) => key}
        columns={[
          { key: 'what', label: t('adjusting.result'), cell: ({ label }) => label },
          ...SIDES.map(side => ({
            key: side,
            label: t(`adjusting.${side}`),
            figure: true,
            cell: (line: Line) => (side === 'change' && line.change > 0 ? `+${money(line.change)}` : money(line[side])),
          })),
        ]}
      />
      <FigureTable<Adjusted['entry'][number]>
        label={t('adjusting.entry')}
        rows={of.entry}
        keyOf={({ account }) => account}
        columns={[
          {
            key: 'account',
            label: t('adjusting.entry'),
            cell: ({ account }) => t(`journal-entry:options.account.${account}`),
          },
          ...(['debit', 'credit'] as const).map(side => ({
            key: side,
            label: t(`journal-entry:fields.${side}`),
            figure: true,
            cell: (line: Adjusted['entry'][number]) => (line[side] > 0 ? money(line[side]) : ''),
          })),
        ]}
      />
    </section>
  );
}
