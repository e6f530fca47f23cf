import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { SENT_KINDS } from '@lobby/shared/modules/sync-kinds.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import type { syncSummary } from '@lobby/shared/modules/sync-run.contract.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { styleClass } from '../../theme/classes.ts';

type Group = AnswerOf<typeof syncSummary>[number];
/** Columns with the sync states they count; `ours` counts all. */
const COLUMNS = {
  ours: null,
  toSend: ['NONE', 'PENDING'],
  sent: ['SUCCESS', 'SYNCED'],
  differing: ['CHANGED', 'OUT_OF_SYNC'],
} as const;
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

const cellClass = styleClass({
  '& small': { display: 'block', color: 'fg.muted' },
  '&[data-equal]': { color: 'done.fg' },
});

/** Number and total of documents by kind, and how many are in the accounting software. */
export function KindTable({ query }: { query?: { from: string; to: string } }) {
  const { t } = useTranslation(syncReceipt.name);
  const { number, money } = useFormats();
  const { data } = useContract<typeof syncSummary>('/accounting-sync/summary', {
    follow: syncReceipt.code,
    delay: 1500,
    ...(query && { query }),
  });
  if (!data) return null;
  const sums = (kind: Group['documentKind'] | null, name: keyof typeof COLUMNS) => {
    const states: readonly string[] | null = COLUMNS[name];
    const rows = data.filter(
      row => (kind === null || row.documentKind === kind) && (!states || states.includes(row.status)),
    );
    const total = (of: 'count' | 'amount') => rows.reduce((sum, row) => sum + row[of], 0);
    return { count: total('count'), amount: total('amount') };
  };
  const shown = (kind: Group['documentKind'] | null, name: keyof typeof COLUMNS) => {
    const { count, amount } = sums(kind, name);
    const equal = name === 'sent' && count > 0 && count === sums(kind, 'ours').count;
    return (
      <span className={cellClass()} data-equal={equal ? '' : undefined}>
        {number(count)}
        <small>{money(amount)}</small>
      </span>
    );
  };
  const kinds = SENT_KINDS.filter(kind => data.some(row => row.documentKind === kind));
  return (
    <>
      <h2>{t('sheet.title')}</h2>
      <FigureTable
        label={t('sheet.title')}
        rows={kinds}
        keyOf={kind => kind}
        columns={[
          {
            key: 'kind',
            label: t('fields.documentKind'),
            foot: t('sheet.total'),
            cell: kind => t(`options.documentKind.${kind}`),
          },
          ...NAMES.map(name => ({
            key: name,
            label: t(`sheet.${name}`),
            figure: true,
            foot: shown(null, name),
            cell: (kind: Group['documentKind']) => shown(kind, name),
          })),
        ]}
      />
    </>
  );
}
